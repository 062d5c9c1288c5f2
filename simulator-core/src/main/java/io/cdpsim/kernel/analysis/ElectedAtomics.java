package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.AtomicElection;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.StateSpace;
import java.util.Arrays;
import java.util.List;

/**
 * Which atomics one lane does for all of its warp, or memory for all lanes of a word.
 *
 * <p>Where ptxas can see that all threads add the same integer to the same word of global or shared memory, it elects a lane, which adds it as often as
 * lanes take part; it passes the old value to the others, each with its share (seen in SASS of CUDA 13.0 and by time,
 * {@code answers-h200.csv} in {@code measurements}: {@code add_one} against {@code add_opaque}). Where nobody uses the old value, it joins what the lanes
 * bring by {@code REDUX}, so that the operands may differ: 32 bits, and operations that {@code REDUX} has (SASS of {@code causes.cu}, {@code walk_add32}), for GPUs that have it.
 * So it does not with other operations and not with floating-point numbers. Shared memory counts the lanes that add 1 to words of 32 bits whose old values nobody uses.
 */
public final class ElectedAtomics {
    private ElectedAtomics() {}

    /**
     * Why lanes do each instruction in one update.
     *
     * @param registers how many registers the code uses
     * @param constants its constants
     */
    public static AtomicElection[] of(List<Instruction> code, int registers, long[] constants) {
        AtomicElection[] elected = new AtomicElection[code.size()];
        Arrays.fill(elected, AtomicElection.NONE);
        if (code.stream().noneMatch(ElectedAtomics::mayBeElected)) {
            return elected;
        }
        ThreadVariance variance = new ThreadVariance(code, registers, false);
        for (int i = 0; i < code.size(); i++) {
            Instruction in = code.get(i);
            if (counts(in, constants)) {
                elected[i] = AtomicElection.COUNT;
            } else if (mayBeElected(in) && variance.isReached(i) && !variance.operandDiffers(i, in.a())) {
                if (isAddition(in) && !variance.operandDiffers(i, in.b())) {
                    elected[i] = AtomicElection.SAME_VALUE;
                } else if (isJoined(in)) {
                    elected[i] = AtomicElection.REDUCTION;
                }
            }
        }
        return elected;
    }

    private static boolean isAddition(Instruction in) {
        return in.modifiers() instanceof Modifiers.Atomic atomic && atomic.operation() == AtomicOperation.ADD;
    }

    private static boolean mayBeElected(Instruction in) {
        return in.modifiers() instanceof Modifiers.Atomic atomic
                && (isAddition(in) || isJoined(in))
                && !atomic.type().isFloat();
    }

    private static boolean counts(Instruction in, long[] constants) {
        return isAddition(in)
                && in.modifiers() instanceof Modifiers.Atomic atomic
                && atomic.space() == StateSpace.SHARED
                && atomic.bytes() == Integer.BYTES
                && !atomic.type().isFloat()
                && in.destination() < 0
                && in.b() < 0
                && constants[~in.b()] == 1;
    }

    private static boolean isJoined(Instruction in) {
        return in.destination() < 0
                && in.modifiers() instanceof Modifiers.Atomic atomic
                && atomic.type().bytes() == Integer.BYTES
                && switch (atomic.operation()) {
                    case ADD, MINIMUM, MAXIMUM, AND, OR, XOR -> true;
                    case EXCHANGE, COMPARE_AND_SWAP, INCREMENT, DECREMENT -> false;
                };
    }
}
