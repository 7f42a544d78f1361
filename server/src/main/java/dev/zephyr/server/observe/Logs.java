// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import dev.zephyr.server.config.ServerConfig.LogFormat;
import dev.zephyr.server.config.ServerConfig.LogLevel;
import dev.zephyr.server.config.ServerConfig.Logging;
import java.io.OutputStream;
import java.util.List;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
import java.util.stream.Stream;

/**
 * Where log messages go. All code writes through {@link System.Logger}, whose messages the JDK
 * hands to its own logging; this decides what becomes of them. Thread-safe.
 */
public final class Logs {

    /**
     * Libraries that tell of their own doings at lower levels. Held here because the JDK forgets
     * the level of a logger that nobody holds.
     */
    private static final List<Logger> TALKATIVE =
            Stream.of("com.zaxxer", "io.lettuce", "io.netty").map(Logger::getLogger).toList();

    private Logs() {}

    /**
     * Writes every message from now on to a stream, each flushed at once.
     *
     * @param stream standard error in production; not closed
     */
    public static void install(Logging settings, OutputStream stream) {
        LogManager.getLogManager().reset();
        Formatter formatter =
                switch (settings.format()) {
                    case LogFormat.TEXT -> new TextFormatter();
                    case LogFormat.JSON -> new JsonFormatter();
                };
        Handler handler = new FlushingHandler(stream, formatter);
        handler.setLevel(Level.ALL);
        Logger root = Logger.getLogger("");
        root.addHandler(handler);
        Level level = level(settings.level());
        root.setLevel(level);
        boolean isStricter = level.intValue() > Level.WARNING.intValue();
        TALKATIVE.forEach(logger -> logger.setLevel(isStricter ? level : Level.WARNING));
    }

    private static Level level(LogLevel level) {
        return switch (level) {
            case OFF -> Level.OFF;
            case ERROR -> Level.SEVERE;
            case WARN -> Level.WARNING;
            case INFO -> Level.INFO;
            case DEBUG -> Level.FINE;
            case TRACE -> Level.FINER;
        };
    }

    /** The name that people know a level by. */
    static String name(Level level) {
        if (level.intValue() >= Level.SEVERE.intValue()) {
            return "ERROR";
        }
        if (level.intValue() >= Level.WARNING.intValue()) {
            return "WARN";
        }
        if (level.intValue() >= Level.INFO.intValue()) {
            return "INFO";
        }
        return level.intValue() >= Level.FINE.intValue() ? "DEBUG" : "TRACE";
    }

    private static final class FlushingHandler extends StreamHandler {

        FlushingHandler(OutputStream stream, Formatter formatter) {
            super(stream, formatter);
        }

        @Override
        public synchronized void publish(LogRecord message) {
            super.publish(message);
            flush();
        }
    }
}
