// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

import dev.zephyr.server.worker.split.Instruction.Close;
import dev.zephyr.server.worker.split.Instruction.Else;
import dev.zephyr.server.worker.split.Instruction.Open;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Chooses which run of instructions to move out of a function. *Confined to one worker thread.*
 *
 * <p>A run can move if it lies within one block and neither takes values from the operand stack
 * that were there before it nor leaves any. The places of a block between which that holds form a
 * chain: equal height, never lower in between. Among the runs of all chains the cheapest per byte
 * removed is taken, where the cost is what crosses the border, times {@link #LOOP_FACTOR} for each
 * loop around it: so a call ends up outside of a loop wherever the loop itself fits into one
 * function.
 */
final class RegionFinder {
    /** What each further loop around a call is thought to cost. */
    private static final int LOOP_FACTOR = 10;

    /**
     * Runs that bring less than this share of what a run can bring are looked at only if there are
     * no others.
     */
    private static final int SMALLEST_SHARE = 8;

    /** How many of the best runs by the quick figure are measured exactly. */
    private static final int FINALISTS = 4;

    /** How many shorter ends are tried for each start of a run. */
    private static final int ENDS_TRIED = 6;

    /**
     * Parameters a cut-out function may have, in slots of the JVM's frame; it allows 255 in all.
     */
    private static final int INPUT_SLOTS_MAX = 200;

    /** A run with the quick figure of its cost per byte. */
    private record Candidate(int start, int end, int loops, double cost) {}

    /** Places of equal height in one block. */
    private static final class Chain {
        private final int height;
        private int[] places = new int[4];
        private int length;

        Chain(int height) {
            this.height = height;
        }

        void add(int place) {
            if (length == places.length) {
                places = Arrays.copyOf(places, length * 2);
            }
            places[length++] = place;
        }
    }

    /** A block that is open at the place reached. */
    private static final class Frame {
        private final int loops;
        private final ArrayList<Chain> chains = new ArrayList<>();
        private int height;

        Frame(int loops) {
            this.loops = loops;
        }
    }

    private final Body body;
    private final Liveness liveness;
    private final int partMax;
    private final int needed;
    private int removedMin;
    private final int[] weightBefore;
    private final PriorityQueue<Candidate> best =
            new PriorityQueue<>(Comparator.comparingDouble(Candidate::cost).reversed());
    private final ArrayList<Frame> frames = new ArrayList<>();

    private RegionFinder(Body body, int partMax, int needed) {
        this.body = body;
        this.liveness = Liveness.of(body);
        this.partMax = partMax;
        this.needed = needed;
        this.weightBefore = new int[body.code().size() + 1];
        for (int i = 0; i < body.code().size(); i++) {
            weightBefore[i + 1] = weightBefore[i] + body.code().get(i).weight();
        }
    }

    /**
     * The best run to move out of {@code body}, or null if none makes it smaller.
     *
     * @param partMax the weight that the run should not exceed
     * @param needed how much smaller the function has to become
     */
    static @Nullable Region find(Body body, int partMax, int needed) {
        RegionFinder finder = new RegionFinder(body, partMax, needed);
        Region large = finder.search(Math.min(partMax, needed) / SMALLEST_SHARE);
        return large == null ? finder.search(1) : large;
    }

    private @Nullable Region search(int smallest) {
        removedMin = smallest;
        best.clear();
        scan();
        return choose();
    }

    private void scan() {
        enter(body.label(), 0, 0);
        List<Instruction> code = body.code();
        for (int i = 0; i < code.size(); i++) {
            switch (code.get(i)) {
                case Open(Label label) -> {
                    int loops = frames.getLast().loops + (label.isLoop() ? 1 : 0);
                    enter(label, loops, i + 1);
                }
                case Else(Label label) -> {
                    int loops = frames.getLast().loops;
                    leave();
                    enter(label, loops, i + 1);
                }
                case Close(Label label) -> {
                    leave();
                    if (!frames.isEmpty()) {
                        FunctionType type = label.type();
                        int condition = label.kind() == Label.Kind.IF ? 1 : 0;
                        pass(i + 1, type.params().length + condition, type.results().length, false);
                    }
                }
                case Instruction other ->
                        pass(i + 1, other.pops(), other.pushes(), other.diverges());
            }
        }
    }

    private void enter(Label label, int loops, int place) {
        Frame frame = new Frame(loops);
        frame.height = label.type().params().length;
        Chain chain = new Chain(frame.height);
        chain.add(place);
        frame.chains.add(chain);
        frames.add(frame);
    }

    private void leave() {
        Frame frame = frames.removeLast();
        frame.chains.forEach(chain -> offer(chain, frame.loops));
    }

    /** Takes note of the place after an instruction or a whole block. */
    private void pass(int place, int pops, int pushes, boolean diverges) {
        Frame frame = frames.getLast();
        int lowest = frame.height - pops;
        while (!frame.chains.isEmpty() && frame.chains.getLast().height > lowest) {
            offer(frame.chains.removeLast(), frame.loops);
        }
        frame.height = lowest + pushes;
        if (diverges) {
            frame.chains.forEach(chain -> chain.add(place));
            return;
        }
        if (body.code().get(place) instanceof Instruction.Receive) {
            return;
        }
        if (frame.chains.isEmpty() || frame.chains.getLast().height < frame.height) {
            frame.chains.add(new Chain(frame.height));
        }
        frame.chains.getLast().add(place);
    }

    /**
     * Looks at the runs of a chain: for each start the longest that fits, and a few shorter ones.
     */
    private void offer(Chain chain, int loops) {
        int last = 0;
        for (int first = 0; first < chain.length - 1; first++) {
            int start = chain.places[first];
            last = Math.max(last, first);
            while (last + 1 < chain.length && weight(start, chain.places[last + 1]) <= partMax) {
                last++;
            }
            for (int end = last; end > first && end > last - ENDS_TRIED; end--) {
                if (weight(start, chain.places[end]) * 2 < weight(start, chain.places[last])) {
                    break;
                }
                offer(start, chain.places[end], loops);
            }
        }
    }

    private void offer(int start, int end, int loops) {
        int removed = Math.min(weight(start, end) - SizeEstimate.CALL_BYTES, needed);
        if (removed < removedMin) {
            return;
        }
        int crossing = liveness.count(start) + liveness.count(end);
        double cost = cost(crossing, 0, loops) / removed;
        if (best.size() < FINALISTS) {
            best.add(new Candidate(start, end, loops, cost));
        } else if (cost < best.element().cost()) {
            best.remove();
            best.add(new Candidate(start, end, loops, cost));
        }
    }

    private int weight(int start, int end) {
        return weightBefore[end] - weightBefore[start];
    }

    private static double cost(int inputs, int outputs, int loops) {
        return (12 + inputs + 4.0 * outputs) * Math.pow(LOOP_FACTOR, loops);
    }

    private @Nullable Region choose() {
        Region chosen = null;
        double lowest = Double.MAX_VALUE;
        for (Candidate candidate : best) {
            Region region = Region.of(body, liveness, candidate.start(), candidate.end());
            int removed =
                    weight(candidate.start(), candidate.end()) - Cutter.callWeight(body, region);
            if (removed <= 0 || inputSlots(region) > INPUT_SLOTS_MAX) {
                continue;
            }
            double cost =
                    cost(region.inputs().length, region.outputs().length, candidate.loops())
                            / Math.min(removed, needed);
            if (cost < lowest) {
                lowest = cost;
                chosen = region;
            }
        }
        return chosen;
    }

    private int inputSlots(Region region) {
        int slots = 0;
        for (int local : region.inputs()) {
            slots += ValueTypes.slots(body.locals()[local]);
        }
        return slots;
    }
}
