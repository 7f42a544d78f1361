// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import dev.zephyr.server.testkit.TestServer;

/** The ways of reading from and writing to the system. Immutable. */
enum Variant {
    NATIVE_SENDFILE(true, true),
    NATIVE_COPY(true, false),
    JDK_SENDFILE(false, true),
    JDK_COPY(false, false);

    private final boolean nativeIo;
    private final boolean sendfile;

    Variant(boolean nativeIo, boolean sendfile) {
        this.nativeIo = nativeIo;
        this.sendfile = sendfile;
    }

    ListenerConfig config() {
        return config(TransportLimits.DEFAULT);
    }

    ListenerConfig config(TransportLimits limits) {
        return TestServer.config(limits).withNativeIo(nativeIo).withSendfile(sendfile);
    }
}
