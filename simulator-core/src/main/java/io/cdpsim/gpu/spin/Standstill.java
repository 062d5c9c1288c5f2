package io.cdpsim.gpu.spin;

import io.cdpsim.kernel.execution.LaneState;

/** Detects lanes of a warp that repeat a loop without progress, such as for a lock that another lane of the warp holds. */
public final class Standstill {
    /** A loop is compared after so many iterations, and then after twice as many. */
    private static final int FIRST_LOOK = 8;

    /** A loop in which lanes waited for others before is looked at at once. */
    private static final int FIRST_LOOK_AGAIN = 2;

    private int instruction;
    private int waitedAt = -1;
    private int turns;
    private int look;
    private long fingerprint;

    /** Clears the history for another warp. */
    public void clear() {
        turns = 0;
        waitedAt = -1;
    }

    /** Lanes jump back. @return whether their compared state equals that of one iteration earlier */
    public boolean turned(LaneState state, int jumpingInstruction) {
        if (turns == 0 || instruction != jumpingInstruction) {
            instruction = jumpingInstruction;
            turns = 1;
            look = jumpingInstruction == waitedAt ? FIRST_LOOK_AGAIN : FIRST_LOOK;
            return false;
        }
        turns++;
        if (turns == look) {
            fingerprint = state.fingerprint();
        } else if (turns > look) {
            if (fingerprint == state.fingerprint()) {
                waitedAt = instruction;
                turns = 0;
                return true;
            }
            look = 2 * turns;
        }
        return false;
    }
}
