// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Times to set, from the arguments of {@code *_filestat_set_times}. Immutable.
 *
 * @param access null: as it is
 * @param modification null: as it is
 */
record FileTimes(@Nullable FileTime access, @Nullable FileTime modification) {

    private static final int ACCESS = 1;
    private static final int ACCESS_NOW = 2;
    private static final int MODIFICATION = 4;
    private static final int MODIFICATION_NOW = 8;
    private static final int ALL = 15;

    /**
     * The times asked for.
     *
     * @param flags {@code $fstflags}; {@code EINVAL} if they contradict one another
     */
    static FileTimes of(WasiClocks clocks, long access, long modification, int flags)
            throws WasiError {
        if ((flags & ~ALL) != 0
                || both(flags, ACCESS, ACCESS_NOW)
                || both(flags, MODIFICATION, MODIFICATION_NOW)) {
            throw new WasiError(Errno.INVAL);
        }
        long now = clocks.realtimeNanos();
        return new FileTimes(
                time(flags, ACCESS, ACCESS_NOW, access, now),
                time(flags, MODIFICATION, MODIFICATION_NOW, modification, now));
    }

    private static boolean both(int flags, int first, int second) {
        return (flags & first) != 0 && (flags & second) != 0;
    }

    private static @Nullable FileTime time(
            int flags, int givenFlag, int nowFlag, long given, long now) {
        if ((flags & nowFlag) != 0) {
            return FileTime.from(now, TimeUnit.NANOSECONDS);
        }
        return (flags & givenFlag) != 0 ? FileTime.from(given, TimeUnit.NANOSECONDS) : null;
    }
}
