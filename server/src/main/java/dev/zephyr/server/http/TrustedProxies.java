// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * The peers whose {@code Forwarded} and {@code X-Forwarded-*} fields are believed. Immutable.
 *
 * @param networks the networks that they are in; empty: nobody is believed
 */
public record TrustedProxies(List<Network> networks) {

    /** Nobody is believed. */
    public static final TrustedProxies NONE = new TrustedProxies(List.of());

    public TrustedProxies {
        networks = List.copyOf(networks);
    }

    /** Whether a peer is one of them. */
    public boolean contains(InetAddress peer) {
        for (Network network : networks) {
            if (network.contains(peer)) {
                return true;
            }
        }
        return false;
    }

    /**
     * An address and how many of its leading bits count, as in CIDR notation.
     *
     * @param address its length says whether it is IPv4 or IPv6
     * @param prefixBits from 0 to 32 or 128
     */
    public record Network(InetAddress address, int prefixBits) {

        public Network {
            int bits = 8 * address.getAddress().length;
            if (prefixBits < 0 || prefixBits > bits) {
                throw new IllegalArgumentException(
                        "prefix: " + prefixBits + " (expected: from 0 to " + bits + ")");
            }
        }

        /** Reads {@code 10.0.0.0/8}, {@code ::1} and the like: no names, so none is looked up. */
        public static Optional<Network> parse(String text) {
            int slash = text.indexOf('/');
            String literal = slash < 0 ? text : text.substring(0, slash);
            try {
                InetAddress address = InetAddress.ofLiteral(literal);
                int bits = 8 * address.getAddress().length;
                return Optional.of(
                        new Network(address, slash < 0 ? bits : bits(text.substring(slash + 1))));
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }

        private static int bits(String prefix) {
            if (!prefix.matches("[0-9]{1,3}")) {
                throw new IllegalArgumentException("prefix: " + prefix + " (expected: bits)");
            }
            return Integer.parseInt(prefix);
        }

        boolean contains(InetAddress other) {
            byte[] ours = address.getAddress();
            byte[] theirs = other.getAddress();
            if (ours.length != theirs.length) {
                return false;
            }
            int whole = prefixBits / 8;
            for (int i = 0; i < whole; i++) {
                if (ours[i] != theirs[i]) {
                    return false;
                }
            }
            int rest = prefixBits % 8;
            return rest == 0 || (ours[whole] ^ theirs[whole]) >> (8 - rest) == 0;
        }
    }
}
