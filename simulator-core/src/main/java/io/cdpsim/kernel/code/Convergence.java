package io.cdpsim.kernel.code;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * How the lanes of a branch meet again.
 *
 * @param place the instruction at which they meet, or the code's length if only at the end
 * @param left the instructions of the loop that lanes leave on one side of the branch; null if it leaves none
 * @param isPredicated whether the instructions that the branch goes around are guarded instead
 * @param takenComes whether lanes that take the branch come to a convergence barrier
 * @param otherComes whether lanes that do not take it come to a convergence barrier
 */
public record Convergence(
        int place, @Nullable BitSet left, boolean isPredicated, boolean takenComes, boolean otherComes) {
    /** Of what parts no lanes. */
    public static final Convergence NONE = new Convergence(-1, null, false, false, false);

    /** Of a jump behind the guarded instructions of one side of a branch. */
    public static final Convergence GUARDED = new Convergence(-1, null, true, false, false);
}
