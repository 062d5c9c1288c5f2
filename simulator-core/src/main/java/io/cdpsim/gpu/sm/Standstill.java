package io.cdpsim.gpu.sm;

/** Finds out that lanes of a warp repeat a loop without getting anywhere, such as for a lock that another lane of the warp holds. */
final class Standstill {
    /** A loop is looked at after so many turns, and then after twice as many. */
    private static final int FIRST_LOOK = 8;

    private int instruction;
    private int turns;
    private int look;
    private long fingerprint;

    /** Another warp has it from now on. */
    void clear() {
        turns = 0;
    }

    /** Lanes jump back. @return whether they were in the same state a turn ago, as far as they were looked at */
    boolean turned(Warp warp, int jumpingInstruction) {
        if (turns == 0 || instruction != jumpingInstruction) {
            instruction = jumpingInstruction;
            turns = 1;
            look = FIRST_LOOK;
            return false;
        }
        turns++;
        if (turns == look) {
            fingerprint = warp.state().fingerprint();
        } else if (turns > look) {
            if (fingerprint == warp.state().fingerprint()) {
                turns = 0;
                return true;
            }
            look = 2 * turns;
        }
        return false;
    }
}
