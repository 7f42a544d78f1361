// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

import java.util.Arrays;

/** What a function or a block takes and gives. *Immutable*: nobody writes to the arrays. */
record FunctionType(byte[] params, byte[] results) {
    static final byte[] NO_VALUES = {};
    static final FunctionType VOID = new FunctionType(NO_VALUES, NO_VALUES);

    static FunctionType giving(byte[] results) {
        return new FunctionType(NO_VALUES, results);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FunctionType(byte[] otherParams, byte[] otherResults)
                && Arrays.equals(params, otherParams)
                && Arrays.equals(results, otherResults);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(params) + Arrays.hashCode(results);
    }
}
