// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

/** Error numbers of WASI preview 1, as far as this host answers them. Immutable. */
final class Errno {

    static final int SUCCESS = 0;
    static final int ACCES = 2;
    static final int BADF = 8;
    static final int EXIST = 20;
    static final int FAULT = 21;
    static final int FBIG = 22;
    static final int ILSEQ = 25;
    static final int INVAL = 28;
    static final int IO = 29;
    static final int ISDIR = 31;
    static final int LOOP = 32;
    static final int MFILE = 33;
    static final int NAMETOOLONG = 37;
    static final int NOENT = 44;
    static final int NOSPC = 51;
    static final int NOSYS = 52;
    static final int NOTDIR = 54;
    static final int NOTEMPTY = 55;
    static final int NOTSOCK = 57;
    static final int NOTSUP = 58;
    static final int OVERFLOW = 61;
    static final int PERM = 63;
    static final int RANGE = 68;
    static final int ROFS = 69;
    static final int SPIPE = 70;
    static final int XDEV = 75;
    static final int NOTCAPABLE = 76;

    private Errno() {}
}
