// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * The flags of the JVM without which guests run some ten times slower. Toolchains inline a whole
 * program into a few functions; by default HotSpot neither compiles a method of more than 8,000
 * bytecodes nor inlines into one that has grown beyond that.
 */
final class JvmFlags {

    private static final List<String> TO_BE_OFF = List.of("DontCompileHugeMethods", "ClipInlining");

    private JvmFlags() {}

    /** Flags that this JVM should have been started with, as they are written on its command. */
    static List<String> missing() {
        var hotspot = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        if (hotspot == null) {
            return List.of();
        }
        return TO_BE_OFF.stream()
                .filter(flag -> isOn(hotspot, flag))
                .map(flag -> "-XX:-" + flag)
                .toList();
    }

    private static boolean isOn(HotSpotDiagnosticMXBean hotspot, String flag) {
        try {
            return Boolean.parseBoolean(hotspot.getVMOption(flag).getValue());
        } catch (IllegalArgumentException _) {
            // A JVM without the flag has not the limit either.
            return false;
        }
    }
}
