package io.cdpsim.kernel.execution;

import io.cdpsim.kernel.code.Instruction;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Which lanes of a warp run where: a stack of (program counter, reconvergence point, lanes).
 *
 * <p>A branch that parts the lanes leaves an entry that waits at the reconvergence point and pushes one entry for each side; the side
 * on top runs until it reaches the point, then the other. A call pushes an entry that only a return or an exit of all its lanes ends.
 *
 * <p>Lanes that make no progress may wait for others of their warp. They let them run first ({@link #yieldToOthers}): the warp then has several
 * paths, each with a stack of its own, of which one runs at a time. Paths take turns, so that no lane starves, and join again where they meet.
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

    /** The paths that do not run now, in the order of their turns; null while there has been one alone. */
    private @Nullable ArrayDeque<Path> others;

    /** Whether the path that runs has yielded at its instruction. */
    private boolean hasYielded;

    // The top entry, which every instruction looks at; its place in the arrays is behind the times.
    private int topProgramCounter;
    private int topReconvergence;
    private int topLanes;
    private int topRegisterWindow;
    private int topPredicateWindow;

    /** A stack without lanes; {@link #start} before use. */
    public SimtStack() {
        reconvergence[0] = NEVER;
        callFrame[0] = true;
    }

    /** Starts at instruction 0 with these lanes. Of the lowest entry only the lanes and the place change, ever. */
    public void start(int laneMask) {
        top = 0;
        others = null;
        hasYielded = false;
        lanes[0] = laneMask;
        topProgramCounter = 0;
        topReconvergence = NEVER;
        topLanes = laneMask;
        topRegisterWindow = 0;
        topPredicateWindow = 0;
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
        int live = lanes[0];
        if (others != null) {
            for (Path each : others) {
                live |= each.lanes[0];
            }
        }
        return live;
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

    /**
     * Lanes that were on one path are at several instructions, from which they come to one.
     *
     * @param next the next instruction of each active lane
     * @param meet where they meet, which is no later than where they meet others
     */
    public void scatter(int[] next, int meet) {
        int active = topLanes;
        if (lanesAt(next, meet, active) == active) {
            jump(meet);
            return;
        }
        int window = topRegisterWindow;
        int predicates = topPredicateWindow;
        // Lanes that are at the meeting point need no entry of their own: the waiting entry holds them.
        if (meet == topReconvergence) {
            top--;
        } else {
            programCounter[top] = meet;
        }
        for (int left = active; left != 0; ) {
            int at = next[Integer.numberOfTrailingZeros(left)];
            int same = lanesAt(next, at, left);
            left &= ~same;
            if (at != meet) {
                push(at, meet, same, window, predicates, false);
            }
        }
        load();
    }

    private static int lanesAt(int[] next, int instruction, int among) {
        int there = 0;
        for (int m = among; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            there |= next[lane] == instruction ? 1 << lane : 0;
        }
        return there;
    }

    /** Whether the active lanes meet others at one of these instructions. */
    public boolean meetsWithin(BitSet instructions) {
        return topReconvergence >= 0 && instructions.get(topReconvergence);
    }

    private void reconverge() {
        do {
            top--;
        } while (lanes[top] == 0 || programCounter[top] == reconvergence[top]);
        load();
        waitAtMeetingPoint();
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

    /**
     * Runs a branch.
     *
     * @param taken the active lanes that take the branch; the others fall through
     */
    public void branch(int taken, Instruction in) {
        BitSet left = in.convergence().left();
        int place = in.convergence().place();
        if (left == null) {
            branch(taken, in.target(), place);
        } else if (left.get(in.target())) {
            leave(topLanes & ~taken, topProgramCounter + 1, in.target(), place, left, false);
        } else {
            leave(taken, in.target(), topProgramCounter + 1, place, left, true);
        }
    }

    /**
     * Lanes leave a loop: they run or wait behind it, and those that stay do not wait for them at meeting points within.
     *
     * @param leaving the active lanes that leave; the others stay
     * @param destination where those that leave go on
     * @param stay where the others go on
     * @param meet where both meet
     * @param left the instructions of the loop
     * @param areFirst whether those that leave go on first
     */
    private void leave(int leaving, int destination, int stay, int meet, BitSet left, boolean areFirst) {
        int active = topLanes;
        if (leaving == 0) {
            jump(stay);
            return;
        }
        int base = top;
        while (!callFrame[base] && reconvergence[base] >= 0 && left.get(reconvergence[base])) {
            base--;
        }
        if (base == top && leaving == active) {
            jump(destination);
            return;
        }
        int window = topRegisterWindow;
        int predicates = topPredicateWindow;
        if (reconvergence[base] != meet) {
            insert(base, meet, reconvergence[base], lanes[base], callFrame[base]);
            base++;
            reconvergence[base] = meet;
            callFrame[base] = false;
        }
        for (int i = base; i <= top; i++) {
            lanes[i] &= ~leaving;
        }
        if (destination != meet && !areFirst) {
            insert(base, destination, meet, leaving, false);
        }
        programCounter[top] = stay;
        boolean meets = false;
        while (top > 0 && (lanes[top] == 0 || programCounter[top] == reconvergence[top])) {
            top--;
            meets = true;
        }
        if (destination != meet && areFirst) {
            push(destination, meet, leaving, window, predicates, false);
            meets = false;
        }
        load();
        if (meets) {
            waitAtMeetingPoint();
        }
    }

    /** Puts an entry below another one, in the same call. */
    private void insert(int at, int pc, int meet, int mask, boolean frame) {
        int window = registerWindow[at];
        int predicates = predicateWindow[at];
        push(pc, meet, mask, window, predicates, frame);
        for (int[] each : new int[][] {programCounter, reconvergence, lanes, registerWindow, predicateWindow}) {
            System.arraycopy(each, at, each, at + 1, top - at);
        }
        System.arraycopy(callFrame, at, callFrame, at + 1, top - at);
        programCounter[at] = pc;
        reconvergence[at] = meet;
        lanes[at] = mask;
        registerWindow[at] = window;
        predicateWindow[at] = predicates;
        callFrame[at] = frame;
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

    /** Whether the lanes of the warp run on several paths. */
    public boolean isSplit() {
        return others != null && !others.isEmpty();
    }

    /** Paths of the warp. */
    public int paths() {
        return others == null ? 1 : others.size() + 1;
    }

    /**
     * Lets others of the warp run before the lanes that run now: those of another path, or those of this one that wait for them.
     *
     * @param canHelp whether lanes at a place of the code can do something that others may wait for
     * @return whether others run now
     */
    public boolean yieldToOthers(IntPredicate canHelp) {
        save();
        int waiting = lanes[0] & ~topLanes;
        Path rest = waiting == 0 ? null : Path.of(this, waiting);
        Path helper = rest != null && canHelp.test(rest.programCounter[rest.top]) ? rest : null;
        Path runnable = firstRunnable();
        Path next = runnable == null ? helper : runnable;
        if (next == null) {
            return false;
        }
        ArrayDeque<Path> queue = queue();
        if (helper != null) {
            queue.add(helper);
        }
        Path own = Path.of(this, helper != null ? topLanes : lanes[0]);
        own.hasYielded = hasYielded;
        if (queue.stream().noneMatch(each -> each.joins(own))) {
            queue.add(own);
        }
        run(next);
        return true;
    }

    /**
     * Lets others of the warp run before the lanes that run now go on at their instruction: those of another path, or all that wait for them. When the turn of these lanes comes again, they go on,
     * with others that have come here.
     *
     * @return whether others run now, or more
     */
    public boolean yieldOnce() {
        if (hasYielded || topLanes == liveLanes()) {
            hasYielded = false;
            return false;
        }
        hasYielded = true;
        boolean runs = yieldToOthers(at -> true);
        hasYielded &= runs;
        return runs;
    }

    /**
     * Lets the lanes that run now wait at their instruction for the other paths of the warp. Paths that wait at one instruction go on together.
     *
     * @return whether other lanes run now, or more; if not, those that could come have come
     */
    public boolean waitForOthers() {
        if (!isSplit()) {
            return false;
        }
        save();
        ArrayDeque<Path> queue = queue();
        Path own = Path.of(this, lanes[0]);
        own.waits = true;
        boolean joined = queue.removeIf(each -> each.waits && own.joins(each));
        Path next = firstRunnable();
        if (next == null) {
            queue.forEach(each -> each.waits = false);
            restore(own);
            return joined;
        }
        queue.add(own);
        run(next);
        return true;
    }

    private ArrayDeque<Path> queue() {
        ArrayDeque<Path> queue = others;
        if (queue == null) {
            queue = new ArrayDeque<>();
            others = queue;
        }
        return queue;
    }

    /** The next path that does not wait for others; null if there is none. */
    private @Nullable Path firstRunnable() {
        if (others != null) {
            for (Path each : others) {
                if (!each.waits) {
                    return each;
                }
            }
        }
        return null;
    }

    private void run(Path path) {
        queue().remove(path);
        restore(path);
    }

    /** Lanes that come to where others of another path will come wait for them there, as on one path. */
    private void waitAtMeetingPoint() {
        if (!isSplit()) {
            return;
        }
        for (Path each : queue()) {
            if (each.comesTo(this)) {
                for (int i = 0; i <= top; i++) {
                    each.lanes[i] |= lanes[i];
                }
                run(each);
                return;
            }
        }
    }

    private void restore(Path path) {
        top = -1;
        for (int i = 0; i <= path.top; i++) {
            push(
                    path.programCounter[i],
                    path.reconvergence[i],
                    path.lanes[i],
                    path.registerWindow[i],
                    path.predicateWindow[i],
                    path.callFrame[i]);
        }
        hasYielded = path.hasYielded;
        load();
    }

    /** Lanes of a warp on a path of their own, which does not run now. */
    private static final class Path {
        private final int top;
        private final int[] programCounter;
        private final int[] reconvergence;
        private final int[] lanes;
        private final int[] registerWindow;
        private final int[] predicateWindow;
        private final boolean[] callFrame;
        private boolean hasYielded;
        private boolean waits;

        private Path(SimtStack from, int top) {
            this.top = top;
            programCounter = Arrays.copyOf(from.programCounter, top + 1);
            reconvergence = Arrays.copyOf(from.reconvergence, top + 1);
            lanes = Arrays.copyOf(from.lanes, top + 1);
            registerWindow = Arrays.copyOf(from.registerWindow, top + 1);
            predicateWindow = Arrays.copyOf(from.predicateWindow, top + 1);
            callFrame = Arrays.copyOf(from.callFrame, top + 1);
        }

        /** Some lanes of a stack, where they are. */
        static Path of(SimtStack from, int some) {
            int top = from.top;
            while (top > 0 && ((from.lanes[top] & some) == 0 || from.programCounter[top] == from.reconvergence[top])) {
                top--;
            }
            Path path = new Path(from, top);
            for (int i = 0; i <= top; i++) {
                path.lanes[i] &= some;
            }
            return path;
        }

        /** Takes the lanes of another path that is at the same place. @return whether it is */
        boolean joins(Path other) {
            if (top != other.top || !isAlike(other, top) || programCounter[top] != other.programCounter[top]) {
                return false;
            }
            for (int i = 0; i <= top; i++) {
                lanes[i] |= other.lanes[i];
            }
            return true;
        }

        /** Whether lanes of the path will come to where all lanes of a stack are now. */
        boolean comesTo(SimtStack stack) {
            if (top <= stack.top || programCounter[stack.top] != stack.topProgramCounter) {
                return false;
            }
            for (int i = 0; i <= stack.top; i++) {
                if (isUnlike(i, stack.reconvergence[i], stack.registerWindow[i], stack.callFrame[i])
                        || (i < stack.top && programCounter[i] != stack.programCounter[i])) {
                    return false;
                }
            }
            return true;
        }

        private boolean isAlike(Path other, int end) {
            for (int i = 0; i <= end; i++) {
                if (isUnlike(i, other.reconvergence[i], other.registerWindow[i], other.callFrame[i])
                        || (i < end && programCounter[i] != other.programCounter[i])) {
                    return false;
                }
            }
            return true;
        }

        private boolean isUnlike(int entry, int meet, int window, boolean frame) {
            return reconvergence[entry] != meet || registerWindow[entry] != window || callFrame[entry] != frame;
        }
    }

    private void settleAfterRemoval() {
        if (top == 0) {
            topLanes = lanes[0];
        } else {
            while (top > 0 && (lanes[top] == 0 || programCounter[top] == reconvergence[top])) {
                top--;
            }
            load();
        }
        if (topLanes != 0) {
            waitAtMeetingPoint();
        } else if (isSplit()) {
            Path next = firstRunnable();
            run(next == null ? queue().element() : next);
        }
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
        return hash * 31 + paths();
    }
}
