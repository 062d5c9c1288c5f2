package io.cdpsim.gpu.sm;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.WarpDevice;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.VoteMode;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.kernel.semantics.AtomicSemantics;
import io.cdpsim.warp.Lanes;
import org.jspecify.annotations.Nullable;

/** Runs the instructions that lanes of a warp run collectively: shuffles, votes, matches, reductions, elections. */
final class WarpPrimitiveUnit {
    private static final int CLAMP_BITS = Lanes.COUNT - 1;
    private static final int SEGMENT_SHIFT = 8;

    private final MemberLanes among;
    private final @Nullable VisibilityFeed visibility;
    private final long[] scratch = new long[Lanes.COUNT];

    /** @param visibility notified of lanes that synchronize, if there is a listener */
    WarpPrimitiveUnit(WarpDevice device, @Nullable VisibilityFeed visibility) {
        among = new MemberLanes(device);
        this.visibility = visibility;
    }

    /** Lanes synchronize, which orders their accesses. */
    void meet(Warp warp, Instruction in, int lanes, long now) {
        if (visibility == null) {
            return;
        }
        if (in.modifiers() instanceof Modifiers.WarpSync detail) {
            for (int left = lanes; left != 0; ) {
                left = among.next(warp, in, detail, left, now);
                visibility.orders(warp.watched(), in, among.members);
            }
        } else {
            visibility.orders(warp.watched(), in, lanes);
        }
    }

    /** Reads from another lane; a source lane outside the segment, or one that does not take part, yields the reading lane's own value. */
    void shuffle(Warp warp, Instruction in, int lanes, long now) {
        Modifiers.Shuffle detail = (Modifiers.Shuffle) in.modifiers();
        LaneState state = warp.state();
        long[] values = state.source(in.a());
        int value = state.offset(in.a());
        int inRange = 0;
        for (int left = lanes; left != 0; ) {
            left = among.next(warp, in, detail, left, now);
            for (int m = among.group; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                int from = source(state, in, detail, lane);
                inRange |= from >= 0 ? 1 << lane : 0;
                boolean takesPart = from >= 0 && (among.members >>> from & 1) != 0;
                scratch[lane] = values[value + (takesPart ? from : lane)];
            }
        }
        state.move(in.destination(), lanes, scratch);
        if (detail.inRange() >= 0) {
            state.setPredicate(detail.inRange(), lanes, inRange);
        }
    }

    /** The source lane of a lane, or -1 if that is outside the segment. */
    private static int source(LaneState state, Instruction in, Modifiers.Shuffle detail, int lane) {
        int b = (int) state.value(in.b(), lane) & Lanes.COUNT - 1;
        int segments;
        int clamp;
        if (in.c() == Instruction.NO_OPERAND) {
            segments = Lanes.COUNT - detail.width();
            clamp = CLAMP_BITS;
        } else {
            int c = (int) state.value(in.c(), lane);
            segments = c >>> SEGMENT_SHIFT & Lanes.COUNT - 1;
            clamp = c & CLAMP_BITS;
        }
        int first = lane & segments;
        // With c as in PTX; the builder's width clamps no shuffle from below.
        int last = first | (clamp & ~segments);
        return switch (detail.mode()) {
            case INDEX -> upTo(last, first | (b & ~segments));
            case UP -> lane - b < (in.c() == Instruction.NO_OPERAND ? first : last) ? -1 : lane - b;
            case DOWN -> upTo(last, lane + b);
            case BUTTERFLY -> upTo(last, lane ^ b);
        };
    }

    private static int upTo(int last, int lane) {
        return lane <= last ? lane : -1;
    }

    void vote(Warp warp, Instruction in, int lanes, long now) {
        Modifiers.Vote detail = (Modifiers.Vote) in.modifiers();
        LaneState state = warp.state();
        int held = state.predicates()[state.stack().predicateWindow() + in.a()];
        int answers = 0;
        for (int left = lanes; left != 0; ) {
            left = among.next(warp, in, detail, left, now);
            int yes = held & among.members;
            if (detail.mode() == VoteMode.BALLOT) {
                warp.state().fill(in.destination(), among.group, yes);
            } else if (answer(detail.mode(), yes, among.members)) {
                answers |= among.group;
            }
        }
        if (detail.mode() != VoteMode.BALLOT) {
            state.setPredicate(in.destination(), lanes, answers);
        }
    }

    private static boolean answer(VoteMode mode, int yes, int members) {
        return switch (mode) {
            case ALL -> yes == members;
            case ANY -> yes != 0;
            case UNIFORM -> yes == 0 || yes == members;
            case BALLOT -> throw new IllegalStateException("a ballot answers with a mask");
        };
    }

    void match(Warp warp, Instruction in, int lanes, long now) {
        Modifiers.Match detail = (Modifiers.Match) in.modifiers();
        LaneState state = warp.state();
        int agreed = 0;
        for (int left = lanes; left != 0; ) {
            left = among.next(warp, in, detail, left, now);
            int members = among.members;
            for (int m = among.group; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                int same = same(state, in.a(), detail.wide(), members, lane);
                boolean all = same == members;
                agreed |= all ? 1 << lane : 0;
                scratch[lane] = detail.all() && !all ? 0 : same;
            }
        }
        state.move(in.destination(), lanes, scratch);
        if (detail.agreed() >= 0) {
            state.setPredicate(detail.agreed(), lanes, agreed);
        }
    }

    /** The members that have the value of a lane. */
    private static int same(LaneState state, int operand, boolean wide, int members, int lane) {
        long value = state.value(operand, lane);
        int same = 0;
        for (int m = members; m != 0; m &= m - 1) {
            int other = Integer.numberOfTrailingZeros(m);
            long difference = state.value(operand, other) ^ value;
            same |= (wide ? difference : (int) difference) == 0 ? 1 << other : 0;
        }
        return same;
    }

    void reduce(Warp warp, Instruction in, int lanes, long now) {
        Modifiers.Reduce detail = (Modifiers.Reduce) in.modifiers();
        LaneState state = warp.state();
        for (int left = lanes; left != 0; ) {
            left = among.next(warp, in, detail, left, now);
            // If no member is named, each lane's first member serves as well as any.
            int taking = among.members == 0 ? among.group : among.members;
            long result = state.value(in.a(), Integer.numberOfTrailingZeros(taking));
            for (int m = taking & taking - 1; m != 0; m &= m - 1) {
                long value = state.value(in.a(), Integer.numberOfTrailingZeros(m));
                result = AtomicSemantics.result(detail.operation(), detail.type(), result, value, 0);
            }
            for (int m = among.group; m != 0; m &= m - 1) {
                scratch[Integer.numberOfTrailingZeros(m)] = (int) result;
            }
        }
        state.move(in.destination(), lanes, scratch);
    }

    void elect(Warp warp, Instruction in, int lanes, long now) {
        Modifiers.Elect detail = (Modifiers.Elect) in.modifiers();
        LaneState state = warp.state();
        int elected = 0;
        for (int left = lanes; left != 0; ) {
            left = among.next(warp, in, detail, left, now);
            int leader = Integer.numberOfTrailingZeros(among.members == 0 ? among.group : among.members);
            elected |= 1 << leader;
            if (in.destination() >= 0) {
                warp.state().fill(in.destination(), among.group, leader);
            }
        }
        if (detail.elected() >= 0) {
            state.setPredicate(detail.elected(), lanes, elected);
        }
    }
}
