package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.memory.MemoryOrder;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where lanes in a loop let those that wait for them behind it go ahead (SASS's {@code YIELD}): once a turn, in loops that some lanes leave before others and that have an
 * atomic, or a load that sees what others write. Of these, ptxas takes two kinds: loops that such a value may end, and loops before a call in the order of the code, in which what follows a
 * branch that is not taken comes first. Kernels that launch have calls. Source: SASS of CUDA 13.0; its times are in {@code measurements/programs/yield.cu}.
 */
public final class YieldingLoops {
    private final List<Instruction> code;
    private final BitSet starts;
    private final MeetingPoints points;
    private final ThreadVariance variance;
    private final OthersValues others;

    private YieldingLoops(List<Instruction> code, int registers) {
        this.code = code;
        starts = BranchTargets.of(code);
        points = new MeetingPoints(code);
        variance = new ThreadVariance(code, registers, true);
        others = new OthersValues(code, registers);
    }

    /**
     * The instructions before which lanes yield.
     *
     * @param registers registers that the code uses
     */
    public static BitSet of(List<Instruction> code, int registers) {
        boolean isLoop = IntStream.range(0, code.size())
                .anyMatch(i ->
                        code.get(i).opcode() == Opcode.BRANCH && code.get(i).target() <= i);
        return isLoop && code.stream().anyMatch(YieldingLoops::seesOthers)
                ? new YieldingLoops(code, registers).find()
                : new BitSet();
    }

    private BitSet find() {
        BitSet places = new BitSet();
        List<Integer> order = points.order();
        int lastCall = IntStream.range(0, order.size())
                .filter(i -> isCall(code.get(order.get(i)).opcode()))
                .max()
                .orElse(-1);
        for (LoopNest.Loop loop : points.loops()) {
            BitSet members = loop.members();
            int place = place(loop);
            if (place < 0 || members.stream().noneMatch(i -> seesOthers(code.get(i)))) {
                continue;
            }
            boolean isLeft = false;
            boolean endsByOthers = false;
            for (int i = members.nextSetBit(0); i >= 0; i = members.nextSetBit(i + 1)) {
                Instruction in = code.get(i);
                if (in.opcode() == Opcode.BRANCH
                        && in.guard() >= 0
                        && (!members.get(in.target()) || !members.get(i + 1))
                        && variance.guardDiffers(i)) {
                    isLeft = true;
                    endsByOthers |= others.isGuardMarked(i);
                }
            }
            if (isLeft && (endsByOthers || order.indexOf(loop.header()) < lastCall)) {
                places.set(place);
            }
        }
        return places;
    }

    /**
     * Where all lanes of a turn yield together, in the block that a loop begins with: at an access that sees what others write, at the branch that ends it, or else at a load. At a load they
     * yield once it has issued, as in SASS, and at others before.
     *
     * @return -1 if it only computes
     */
    private int place(LoopNest.Loop loop) {
        int load = -1;
        for (int at = loop.header(); loop.members().get(at); at++) {
            Instruction in = code.get(at);
            if (at > loop.header() && starts.get(at)) {
                break;
            }
            if (seesOthers(in) || in.opcode() == Opcode.BRANCH) {
                return at;
            }
            load = load < 0 && in.opcode() == Opcode.LOAD ? at : load;
        }
        return load;
    }

    private static boolean isCall(Opcode opcode) {
        return opcode == Opcode.CALL || opcode == Opcode.DEVICE_CALL || opcode == Opcode.PRINT;
    }

    private static boolean seesOthers(Instruction in) {
        return in.opcode() == Opcode.ATOMIC
                || (in.opcode() == Opcode.LOAD
                        && in.modifiers() instanceof Modifiers.Access access
                        && access.order() != MemoryOrder.WEAK);
    }

    /** What may depend on values that others write. */
    private static final class OthersValues extends MarkedValues {
        OthersValues(List<Instruction> code, int registers) {
            super(code, registers);
            follow();
        }

        @Override
        boolean callMarks() {
            return false;
        }

        @Override
        boolean marks(Instruction in, BitSet marked) {
            return seesOthers(in)
                    || ((in.opcode().isArithmetic() || in.opcode() == Opcode.LOAD) && readsMarked(in, marked));
        }
    }
}
