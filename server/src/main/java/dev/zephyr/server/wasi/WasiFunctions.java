// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.util.List;

/** All 46 functions of WASI preview 1. Immutable. */
public final class WasiFunctions {

    /** The module that guests import them from. */
    public static final String MODULE = "wasi_snapshot_preview1";

    /** The functions, by name in alphabetical order. */
    public static final List<WasiFunction> ALL =
            List.of(
                    WasiFunction.of("args_get", "ii", ProcessFunctions::arguments),
                    WasiFunction.of("args_sizes_get", "ii", ProcessFunctions::argumentSizes),
                    WasiFunction.of("clock_res_get", "ii", ClockFunctions::resolution),
                    WasiFunction.of("clock_time_get", "ili", ClockFunctions::time),
                    WasiFunction.of("environ_get", "ii", ProcessFunctions::environment),
                    WasiFunction.of("environ_sizes_get", "ii", ProcessFunctions::environmentSizes),
                    WasiFunction.of("fd_advise", "illi", DescriptorFunctions::notFile),
                    WasiFunction.of("fd_allocate", "ill", DescriptorFunctions::notFile),
                    WasiFunction.of("fd_close", "i", DescriptorFunctions::close),
                    WasiFunction.of("fd_datasync", "i", DescriptorFunctions::notFile),
                    WasiFunction.of("fd_fdstat_get", "ii", DescriptorFunctions::status),
                    WasiFunction.of("fd_fdstat_set_flags", "ii", DescriptorFunctions::notFile),
                    WasiFunction.of("fd_fdstat_set_rights", "ill", DescriptorFunctions::setRights),
                    WasiFunction.of("fd_filestat_get", "ii", DescriptorFunctions::fileStatus),
                    WasiFunction.of("fd_filestat_set_size", "il", DescriptorFunctions::notFile),
                    WasiFunction.of("fd_filestat_set_times", "illi", DescriptorFunctions::notFile),
                    WasiFunction.of("fd_pread", "iiili", DescriptorFunctions::notFile),
                    WasiFunction.of(
                            "fd_prestat_dir_name", "iii", DescriptorFunctions::notPreopened),
                    WasiFunction.of("fd_prestat_get", "ii", DescriptorFunctions::notPreopened),
                    WasiFunction.of("fd_pwrite", "iiili", DescriptorFunctions::notFile),
                    WasiFunction.of("fd_read", "iiii", StreamFunctions::read),
                    WasiFunction.of("fd_readdir", "iiili", DescriptorFunctions::notFolder),
                    WasiFunction.of("fd_renumber", "ii", DescriptorFunctions::renumber),
                    WasiFunction.of("fd_seek", "ilii", DescriptorFunctions::notFile),
                    WasiFunction.of("fd_sync", "i", DescriptorFunctions::notFile),
                    WasiFunction.of("fd_tell", "ii", DescriptorFunctions::notFile),
                    WasiFunction.of("fd_write", "iiii", StreamFunctions::write),
                    WasiFunction.of("path_create_directory", "iii", DescriptorFunctions::notFolder),
                    WasiFunction.of("path_filestat_get", "iiiii", DescriptorFunctions::notFolder),
                    WasiFunction.of(
                            "path_filestat_set_times", "iiiilli", DescriptorFunctions::notFolder),
                    WasiFunction.of("path_link", "iiiiiii", DescriptorFunctions::notFolder),
                    WasiFunction.of("path_open", "iiiiillii", DescriptorFunctions::notFolder),
                    WasiFunction.of("path_readlink", "iiiiii", DescriptorFunctions::notFolder),
                    WasiFunction.of("path_remove_directory", "iii", DescriptorFunctions::notFolder),
                    WasiFunction.of("path_rename", "iiiiii", DescriptorFunctions::notFolder),
                    WasiFunction.of("path_symlink", "iiiii", DescriptorFunctions::notFolder),
                    WasiFunction.of("path_unlink_file", "iii", DescriptorFunctions::notFolder),
                    WasiFunction.of("poll_oneoff", "iiii", PollFunctions::poll),
                    WasiFunction.exit("proc_exit"),
                    WasiFunction.of("proc_raise", "i", ProcessFunctions::raise),
                    WasiFunction.of("random_get", "ii", ProcessFunctions::random),
                    WasiFunction.of("sched_yield", "", ProcessFunctions::giveWay),
                    WasiFunction.of("sock_accept", "iii", DescriptorFunctions::notSocket),
                    WasiFunction.of("sock_recv", "iiiiii", DescriptorFunctions::notSocket),
                    WasiFunction.of("sock_send", "iiiii", DescriptorFunctions::notSocket),
                    WasiFunction.of("sock_shutdown", "ii", DescriptorFunctions::notSocket));

    private WasiFunctions() {}
}
