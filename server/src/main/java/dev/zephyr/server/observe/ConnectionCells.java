// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import dev.zephyr.server.transport.ConnectionObserver.TimeLimit;

/**
 * Where in the shard of an event loop each number is. What follows has the higher cell: see {@link
 * Shard}.
 */
final class ConnectionCells {

    static final int ACCEPTED = 0;
    static final int CLOSED = 1;
    static final int REFUSED = 2;
    static final int STARTED = 3;
    static final int CUT = 4;
    static final int NOT_MODIFIED = 5;
    static final int PARTIAL = 6;

    private static final int TIMEOUTS = 7;
    private static final int REFUSALS = TIMEOUTS + TimeLimit.values().length;

    /** The statuses that a connection answers with by itself; the last place is for others. */
    private static final int[] REFUSAL_STATUSES = {
        400, 408, 413, 414, 417, 431, 500, 501, 503, 505
    };

    static final int LAG = REFUSALS + REFUSAL_STATUSES.length + 1;

    private static final int SERVED = Served.values().length;
    private static final int RECEIVED = LAG + Durations.CELLS;
    private static final int SENT = RECEIVED + SERVED;
    private static final int DURATIONS = SENT + SERVED;
    private static final int REQUESTS = DURATIONS + SERVED * Durations.CELLS;

    /** Of a status: none, because the client had gone, then 1xx to 5xx and what is beyond. */
    private static final int CLASSES = 7;

    static final int SIZE = REQUESTS + SERVED * RequestMethod.count() * CLASSES;

    private ConnectionCells() {}

    static int timeouts(TimeLimit limit) {
        return TIMEOUTS + limit.ordinal();
    }

    static int refusals(int status) {
        for (int i = 0; i < REFUSAL_STATUSES.length; i++) {
            if (REFUSAL_STATUSES[i] == status) {
                return REFUSALS + i;
            }
        }
        return REFUSALS + REFUSAL_STATUSES.length;
    }

    /** How many places there are for statuses of refusals. */
    static int refusalCount() {
        return REFUSAL_STATUSES.length + 1;
    }

    static int refusalsAt(int place) {
        return REFUSALS + place;
    }

    static String refusalLabel(int place) {
        return place < REFUSAL_STATUSES.length
                ? Integer.toString(REFUSAL_STATUSES[place])
                : "other";
    }

    static int received(int served) {
        return RECEIVED + served;
    }

    static int sent(int served) {
        return SENT + served;
    }

    static int durations(int served) {
        return DURATIONS + served * Durations.CELLS;
    }

    static int requests(int served, int method, int statusClass) {
        return REQUESTS + (served * RequestMethod.count() + method) * CLASSES + statusClass;
    }

    static int statusClass(int status) {
        return Math.min(status / 100, CLASSES - 1);
    }

    static int statusClassCount() {
        return CLASSES;
    }

    static String statusLabel(int statusClass) {
        return switch (statusClass) {
            case 0 -> "none";
            case CLASSES - 1 -> "other";
            default -> statusClass + "xx";
        };
    }
}
