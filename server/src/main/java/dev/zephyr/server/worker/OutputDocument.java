// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a worker wrote to its standard output: one JSON object. Immutable.
 *
 * @param data the content, or its base64 form
 * @param headers in the order written, a field several times where an array was given
 * @param status as written
 * @param keyValue the namespace as it shall be; null if left out: unchanged
 * @param base64 whether {@code data} is base64
 */
record OutputDocument(
        String data,
        List<Header> headers,
        int status,
        @Nullable Map<String, String> keyValue,
        boolean base64) {

    /** One field line, not yet checked. */
    record Header(String name, String value) {}
}
