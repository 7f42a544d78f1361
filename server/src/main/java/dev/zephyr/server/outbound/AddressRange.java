// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.outbound;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;

/**
 * Tells addresses of the internet from those of the own network and machine, by the registries of
 * special addresses (RFC 6890). Immutable.
 */
final class AddressRange {

    /** First bytes and how many bits of them count. */
    private record Range(int bits, int... first) {
        boolean contains(byte[] address) {
            for (int bit = 0; bit < bits; bit++) {
                int shift = 7 - (bit % 8);
                int expected = bit / 8 < first.length ? first[bit / 8] : 0;
                int difference = (address[bit / 8] ^ expected) >>> shift;
                if ((difference & 1) != 0) {
                    return false;
                }
            }
            return true;
        }
    }

    private static final Range[] SPECIAL_V4 = {
        new Range(8, 0),
        new Range(8, 10),
        new Range(10, 100, 64),
        new Range(8, 127),
        new Range(16, 169, 254),
        new Range(12, 172, 16),
        new Range(24, 192, 0, 0),
        new Range(16, 192, 168),
        new Range(15, 198, 18),
        new Range(3, 224)
    };

    /** Only 2000::/3 is in use on the internet; in it Teredo hides another address. */
    private static final Range GLOBAL_V6 = new Range(3, 0x20);

    private static final Range TEREDO = new Range(32, 0x20, 0x01, 0, 0);
    private static final Range SIX_TO_FOUR = new Range(16, 0x20, 0x02);
    private static final Range NAT64 = new Range(96, 0, 0x64, 0xff, 0x9b);

    private AddressRange() {}

    /** Whether it is an address of the internet; one hidden in an IPv6 address is judged too. */
    static boolean isPublic(InetAddress address) {
        return address instanceof Inet4Address
                ? isPublicV4(address.getAddress())
                : isPublicV6(address.getAddress());
    }

    private static boolean isPublicV4(byte[] address) {
        return Arrays.stream(SPECIAL_V4).noneMatch(range -> range.contains(address));
    }

    private static boolean isPublicV6(byte[] address) {
        if (NAT64.contains(address)) {
            return isPublicV4(Arrays.copyOfRange(address, 12, 16));
        }
        if (SIX_TO_FOUR.contains(address)) {
            return isPublicV4(Arrays.copyOfRange(address, 2, 6));
        }
        return GLOBAL_V6.contains(address) && !TEREDO.contains(address);
    }
}
