// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The default limits with some of them changed. Confined to one thread. */
public final class Limits {

    private final Map<String, Object> changed = new HashMap<>();

    private Limits() {}

    public static Limits of() {
        return new Limits();
    }

    public Limits requestLineBytesMax(int bytes) {
        return with("requestLineBytesMax", bytes);
    }

    public Limits fieldBytesMax(int bytes) {
        return with("fieldBytesMax", bytes);
    }

    public Limits fieldCountMax(int count) {
        return with("fieldCountMax", count);
    }

    public Limits headTime(Duration time) {
        return with("headTime", time);
    }

    public Limits bodyTime(Duration time) {
        return with("bodyTime", time);
    }

    public Limits bodyBytesInFlightMax(long bytes) {
        return with("bodyBytesInFlightMax", bytes);
    }

    public Limits chunkOverheadBytesMax(int bytes) {
        return with("chunkOverheadBytesMax", bytes);
    }

    public Limits idleTime(Duration time) {
        return with("idleTime", time);
    }

    public Limits writeStallTime(Duration time) {
        return with("writeStallTime", time);
    }

    public Limits answerBytesHeldMax(long bytes) {
        return with("answerBytesHeldMax", bytes);
    }

    public Limits connectionsMax(int count) {
        return with("connectionsMax", count);
    }

    public Limits drainBytesMax(int bytes) {
        return with("drainBytesMax", bytes);
    }

    public Limits lingerTime(Duration time) {
        return with("lingerTime", time);
    }

    public TransportLimits build() {
        var components = TransportLimits.class.getRecordComponents();
        Object[] values = new Object[components.length];
        Class<?>[] types = new Class<?>[components.length];
        try {
            for (int i = 0; i < values.length; i++) {
                types[i] = components[i].getType();
                Object standard = components[i].getAccessor().invoke(TransportLimits.DEFAULT);
                values[i] = changed.getOrDefault(components[i].getName(), standard);
            }
            return TransportLimits.class.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private Limits with(String name, Object value) {
        changed.put(name, value);
        return this;
    }
}
