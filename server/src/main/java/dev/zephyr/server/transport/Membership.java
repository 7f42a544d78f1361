// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

/**
 * A connection's place among those of its loop and of its listener. Confined to the connection's
 * event loop.
 */
final class Membership {

    /** So many clients at once are told why they are refused; more are just closed. */
    private static final int REFUSED_MAX = 64;

    /** What becomes of a new connection. */
    enum Admission {
        ADMITTED,
        /** There are too many; the client is told. */
        REFUSED,
        /** There are too many to tell one more. */
        DROPPED
    }

    private final ListenerState state;
    private final Loop loop;

    private int place;
    private boolean admitted;

    Membership(ListenerState state, Loop loop) {
        this.state = state;
        this.loop = loop;
    }

    Admission enter(Connection connection) {
        place = loop.add(connection);
        int open = state.enter();
        int max = state.limits().connectionsMax();
        admitted = open <= max && !state.isDraining();
        if (admitted) {
            state.observer().connectionOpened(loop.index());
            return Admission.ADMITTED;
        }
        state.observer().connectionRefused(loop.index());
        return open <= max + REFUSED_MAX ? Admission.REFUSED : Admission.DROPPED;
    }

    void leave() {
        loop.remove(place);
        state.leave();
        if (admitted) {
            state.observer().connectionClosed(loop.index());
        }
    }

    /** Another connection has left: the last one takes its place. */
    void moved(int newPlace) {
        place = newPlace;
    }
}
