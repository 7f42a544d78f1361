// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli.kv;

import static dev.zephyr.cli.kv.JsonText.quoted;

/** A key with its value, as it is exported and imported. Immutable. */
record Entry(String namespace, String key, String value) {

    /** How a line must look. */
    static final String FORM = "{\"namespace\":\"…\",\"key\":\"…\",\"value\":\"…\"}";

    /** A JSON object without a line feed. */
    String json() {
        return "{\"namespace\":"
                + quoted(namespace)
                + ",\"key\":"
                + quoted(key)
                + ",\"value\":"
                + quoted(value)
                + "}";
    }
}
