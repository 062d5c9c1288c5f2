package io.cdpsim.kernel.execution;

import java.util.Arrays;

/**
 * Which lanes of a warp run where: a stack of (program counter, reconvergence point, lanes).
 *
 * <p>A branch that parts the lanes leaves an entry that waits at the reconvergence point and pushes one entry for each side; the side
 * on top runs until it reaches the point, then the other. A call pushes an entry that only a return or an exit of all its lanes ends.
 */
public final class SimtStack {
    private static final int NEVER = -2;

    private int[] programCounter = new int[8];
    private int[] reconvergence = new int[8];
    private int[] lanes = new int[8];
    private int[] registerWindow = new int[8];
    private int[] predicateWindow = new int[8];
    private boolean[] callFrame = new boolean[8];
    private int top;
    private boolean hasRunAhead;

    // The top entry, which every instruction looks at; its place in the arrays is behind the times.
    private int topProgramCounter;
    private int topReconvergence;
    private int topLanes;
    private int topRegisterWindow;
    private int topPredicateWindow;

    /** Starts at instruction 0 with these lanes. */
    public void start(int laneMask) {
        top = 0;
        hasRunAhead = false;
        programCounter[0] = 0;
        reconvergence[0] = NEVER;
        lanes[0] = laneMask;
        registerWindow[0] = 0;
        predicateWindow[0] = 0;
        callFrame[0] = true;
        load();
    }

    private void load() {
        topProgramCounter = programCounter[top];
        topReconvergence = reconvergence[top];
        topLanes = lanes[top];
        topRegisterWindow = registerWindow[top];
        topPredicateWindow = predicateWindow[top];
    }

    /** Only the program counter of the top entry changes without the arrays. */
    private void save() {
        programCounter[top] = topProgramCounter;
    }

    /** The lanes that run now; 0 once all have exited. */
    public int activeLanes() {
        return topLanes;
    }

    /** The lanes that have not exited, wherever they are. */
    public int liveLanes() {
        return lanes[0];
    }

    /** Index of the instruction to run next. */
    public int programCounter() {
        return topProgramCounter;
    }

    /** First register of the current call frame. */
    public int registerWindow() {
        return topRegisterWindow;
    }

    /** First predicate of the current call frame. */
    public int predicateWindow() {
        return topPredicateWindow;
    }

    /** Whether the active lanes reconverge with others after the current instruction. */
    public boolean meetsNext() {
        return topProgramCounter + 1 == topReconvergence;
    }

    /** How far the active lanes can advance towards a later instruction: to it, or to their reconvergence point. */
    public int endsBefore(int end) {
        return topReconvergence > topProgramCounter ? Math.min(end, topReconvergence) : end;
    }

    /** Advances to the next instruction. */
    public void advance() {
        if (++topProgramCounter == topReconvergence) {
            reconverge();
        }
    }

    /** All lanes go to the target. */
    public void jump(int target) {
        topProgramCounter = target;
        if (target == topReconvergence) {
            reconverge();
        }
    }

    private void reconverge() {
        do {
            top--;
        } while (lanes[top] == 0 || programCounter[top] == reconvergence[top]);
        load();
    }

    /**
     * Runs a branch.
     *
     * @param taken the active lanes that take the branch; the others fall through
     */
    public void branch(int taken, int target, int meet) {
        int active = topLanes;
        if (taken == 0) {
            advance();
        } else if (taken == active) {
            jump(target);
        } else {
            int fallThrough = topProgramCounter + 1;
            int outer = topReconvergence;
            int window = topRegisterWindow;
            int predicates = topPredicateWindow;
            // Lanes that skip straight to the meeting point need no entry of their own: the waiting entry holds them.
            if (meet == outer) {
                // The waiting entry would be popped at once: reuse it as one of the sides.
                top--;
            } else {
                programCounter[top] = meet;
            }
            if (fallThrough != meet) {
                push(fallThrough, meet, active & ~taken, window, predicates, false);
            }
            if (target != meet) {
                push(target, meet, taken, window, predicates, false);
            }
            load();
        }
    }

    /** Calls a function: the active lanes jump to the target and return after the call when all of them have returned or exited. */
    public void call(int target, int registers, int predicates) {
        topProgramCounter++;
        save();
        push(target, NEVER, topLanes, topRegisterWindow + registers, topPredicateWindow + predicates, true);
        load();
    }

    /** The given active lanes return from the function. */
    public void returnLanes(int returning) {
        if (returning == 0) {
            advance();
            return;
        }
        boolean all = returning == topLanes;
        save();
        for (int i = top; ; i--) {
            lanes[i] &= ~returning;
            if (callFrame[i]) {
                break;
            }
        }
        if (all) {
            settleAfterRemoval();
        } else {
            topLanes = lanes[top];
            advance();
        }
    }

    /** The given active lanes end. */
    public void exitLanes(int exiting) {
        if (exiting == 0) {
            advance();
            return;
        }
        boolean all = exiting == topLanes;
        save();
        for (int i = top; i >= 0; i--) {
            lanes[i] &= ~exiting;
        }
        if (all) {
            settleAfterRemoval();
        } else {
            topLanes = lanes[top];
            advance();
        }
    }

    /**
     * Lets waiting lanes run before the active ones, as independent thread scheduling allows.
     *
     * @return whether the current function has waiting lanes
     */
    public boolean runAhead() {
        int busy = lanes[top];
        for (int i = top - 1; i >= 0 && !callFrame[i + 1]; i--) {
            int waiting = lanes[i] & ~busy;
            if (waiting != 0 && programCounter[i] == reconvergence[i + 1] && programCounter[i] != reconvergence[i]) {
                save();
                letAhead(i, waiting, busy);
                return true;
            }
            busy |= lanes[i];
        }
        return false;
    }

    /**
     * Lets the other side of the branch that diverged run first, whose lanes the active lanes may wait for.
     *
     * @return whether another side has not reconverged with them
     */
    public boolean switchSides() {
        if (top < 1
                || callFrame[top]
                || callFrame[top - 1]
                || topReconvergence != reconvergence[top - 1]
                || (topLanes & lanes[top - 1]) != 0
                || lanes[top - 1] == 0
                || programCounter[top - 1] == reconvergence[top - 1]) {
            return false;
        }
        save();
        int pc = programCounter[top];
        int mask = lanes[top];
        int window = registerWindow[top];
        int predicates = predicateWindow[top];
        copy(top - 1, top);
        programCounter[top - 1] = pc;
        lanes[top - 1] = mask;
        registerWindow[top - 1] = window;
        predicateWindow[top - 1] = predicates;
        load();
        return true;
    }

    /** Where the lanes of an entry would have met, those that are still on their way go on alone, and the others above them. */
    private void letAhead(int entry, int waiting, int busy) {
        int pc = programCounter[entry];
        int meet = reconvergence[entry];
        int window = registerWindow[entry];
        int predicates = predicateWindow[entry];
        if (callFrame[entry]) {
            // The function's own entry remains until all lanes have left it.
            insert(entry + 1, pc, meet, busy, window, predicates);
        } else {
            lanes[entry] = busy;
        }
        push(pc, meet, waiting, window, predicates, false);
        hasRunAhead = true;
        load();
    }

    /** Whether lanes run ahead of others of their warp, which they can have to wait for. */
    public boolean isAhead() {
        return hasRunAhead && topLanes != lanes[0];
    }

    /**
     * Leading lanes wait at the current instruction for the others, which run.
     *
     * @return whether any other lanes can reach this instruction
     */
    public boolean waitForOthers() {
        int base = top;
        while (base > 0 && !callFrame[base - 1] && (lanes[base - 1] & topLanes) == 0) {
            base--;
        }
        if (base == top || reconvergence[base] != topReconvergence) {
            return false;
        }
        int here = topProgramCounter;
        int ahead = topLanes;
        save();
        for (int i = top; i > base; i--) {
            copy(i - 1, i);
        }
        lanes[base] |= ahead;
        programCounter[base] = here;
        reconvergence[base + 1] = here;
        load();
        return true;
    }

    private void insert(int at, int pc, int meet, int mask, int window, int predicates) {
        push(0, 0, 0, 0, 0, false);
        for (int i = top; i > at; i--) {
            copy(i - 1, i);
        }
        programCounter[at] = pc;
        reconvergence[at] = meet;
        lanes[at] = mask;
        registerWindow[at] = window;
        predicateWindow[at] = predicates;
        callFrame[at] = false;
    }

    private void copy(int from, int to) {
        programCounter[to] = programCounter[from];
        reconvergence[to] = reconvergence[from];
        lanes[to] = lanes[from];
        registerWindow[to] = registerWindow[from];
        predicateWindow[to] = predicateWindow[from];
        callFrame[to] = callFrame[from];
    }

    private void settleAfterRemoval() {
        while (top > 0 && (lanes[top] == 0 || programCounter[top] == reconvergence[top])) {
            top--;
        }
        load();
    }

    private void push(int pc, int meet, int mask, int window, int predicates, boolean frame) {
        top++;
        if (top == programCounter.length) {
            int length = 2 * top;
            programCounter = Arrays.copyOf(programCounter, length);
            reconvergence = Arrays.copyOf(reconvergence, length);
            lanes = Arrays.copyOf(lanes, length);
            registerWindow = Arrays.copyOf(registerWindow, length);
            predicateWindow = Arrays.copyOf(predicateWindow, length);
            callFrame = Arrays.copyOf(callFrame, length);
        }
        programCounter[top] = pc;
        reconvergence[top] = meet;
        lanes[top] = mask;
        registerWindow[top] = window;
        predicateWindow[top] = predicates;
        callFrame[top] = frame;
    }

    /** A hash of where all lanes are, to find out whether a warp runs in circles. */
    public long fingerprint() {
        save();
        long hash = top;
        for (int i = 0; i <= top; i++) {
            hash = hash * 31 + programCounter[i];
            hash = hash * 31 + lanes[i];
        }
        return hash;
    }
}
