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
                    WasiFunction.of("fd_advise", "illi", FileFunctions::advise),
                    WasiFunction.onFiles("fd_allocate", "ill", FileFunctions::allocate),
                    WasiFunction.onFiles("fd_close", "i", DescriptorFunctions::close),
                    WasiFunction.onFiles("fd_datasync", "i", FileFunctions::dataSync),
                    WasiFunction.of("fd_fdstat_get", "ii", DescriptorFunctions::status),
                    WasiFunction.of("fd_fdstat_set_flags", "ii", FileFunctions::setFlags),
                    WasiFunction.of("fd_fdstat_set_rights", "ill", DescriptorFunctions::setRights),
                    WasiFunction.onFiles("fd_filestat_get", "ii", DescriptorFunctions::fileStatus),
                    WasiFunction.onFiles("fd_filestat_set_size", "il", FileFunctions::setSize),
                    WasiFunction.onFiles("fd_filestat_set_times", "illi", FileFunctions::setTimes),
                    WasiFunction.onFiles("fd_pread", "iiili", FileFunctions::readAt),
                    WasiFunction.of("fd_prestat_dir_name", "iii", FolderFunctions::mountPath),
                    WasiFunction.of("fd_prestat_get", "ii", FolderFunctions::mount),
                    WasiFunction.onFiles("fd_pwrite", "iiili", FileFunctions::writeAt),
                    WasiFunction.of("fd_read", "iiii", StreamFunctions::read),
                    WasiFunction.onFiles("fd_readdir", "iiili", FolderFunctions::entries),
                    WasiFunction.onFiles("fd_renumber", "ii", DescriptorFunctions::renumber),
                    WasiFunction.onFiles("fd_seek", "ilii", FileFunctions::seek),
                    WasiFunction.onFiles("fd_sync", "i", FileFunctions::sync),
                    WasiFunction.onFiles("fd_tell", "ii", FileFunctions::tell),
                    WasiFunction.of("fd_write", "iiii", StreamFunctions::write),
                    WasiFunction.onFiles(
                            "path_create_directory", "iii", PathFunctions::createFolder),
                    WasiFunction.onFiles("path_filestat_get", "iiiii", PathFunctions::status),
                    WasiFunction.onFiles(
                            "path_filestat_set_times", "iiiilli", PathFunctions::setTimes),
                    WasiFunction.onFiles("path_link", "iiiiiii", LinkFunctions::link),
                    WasiFunction.onFiles("path_open", "iiiiillii", PathOpen::open),
                    WasiFunction.onFiles("path_readlink", "iiiiii", LinkFunctions::readLink),
                    WasiFunction.onFiles(
                            "path_remove_directory", "iii", PathFunctions::removeFolder),
                    WasiFunction.onFiles("path_rename", "iiiiii", PathFunctions::rename),
                    WasiFunction.onFiles("path_symlink", "iiiii", LinkFunctions::symbolicLink),
                    WasiFunction.onFiles("path_unlink_file", "iii", PathFunctions::unlink),
                    WasiFunction.onFiles("poll_oneoff", "iiii", PollFunctions::poll),
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
