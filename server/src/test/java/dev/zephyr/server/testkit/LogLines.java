// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.testkit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What is logged while it is open. Thread-safe. */
public final class LogLines extends Handler implements AutoCloseable {

    private final Logger logger;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private LogLines(Logger logger) {
        this.logger = logger;
        setFormatter(new SimpleFormatter());
        setLevel(Level.ALL);
    }

    /** Begins to listen to a logger. */
    public static LogLines of(String name) {
        LogLines lines = new LogLines(Logger.getLogger(name));
        lines.logger.addHandler(lines);
        return lines;
    }

    /** The messages so far, without their level or time. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void publish(LogRecord message) {
        lines.add(getFormatter().formatMessage(message));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
