// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** Which versions of what make up this program. Immutable. */
record Versions(String program, String engine) {

    private static final String RESOURCE = "version.properties";

    /** Written by the build. */
    static Versions read() {
        Properties properties = new Properties();
        try (InputStream in = Versions.class.getResourceAsStream(RESOURCE)) {
            properties.load(Objects.requireNonNull(in, RESOURCE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Versions(
                properties.getProperty("version", ""), properties.getProperty("engine", ""));
    }

    /** The first line is that of wws; programs parse it. */
    @Override
    public String toString() {
        return "wws %s\nJDK %s (%s)\nengine %s"
                .formatted(program, Runtime.version(), System.getProperty("java.vendor"), engine);
    }
}
