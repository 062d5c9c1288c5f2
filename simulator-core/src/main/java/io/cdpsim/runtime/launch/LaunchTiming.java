package io.cdpsim.runtime.launch;

import java.util.function.Supplier;

/**
 * The timing of the steps that a {@link LaunchTree} permits. The tree has no notion of time: it reports that a step may happen,
 * and the timing calls {@link LaunchSteps} when it happens.
 *
 * <p>An implementation may call back at once. It must call back exactly once for each reported step.
 */
public interface LaunchTiming {
    /** The last thing that an entry waited for before it may start. */
    enum UnblockCause {
        /** Its own posting: it has no predecessor. */
        POSTED,
        /** Its own posting by the first lane of a launch statement. */
        POSTED_FIRST_OF_CALL,
        /** The exit of its parent's threads, for which the launch policy held it (rule LNCH-3). */
        RELEASED,
        /** Its predecessor in its stream, or the work that an event recorded (rules STR-7, EVT-8). */
        PREDECESSOR,
        /** The threads and children of its parent, whose first tail launch it is (rule TAIL-2). */
        FIRST_TAIL,
        /** The tail launch before it (rule TAIL-4). */
        NEXT_TAIL
    }

    /** An entry is queued in a stream behind an incomplete predecessor. */
    void queued(int entry, int predecessor);

    /** A tail launch is queued behind other tail launches of its grid. */
    void tailQueued(int entry);

    /**
     * The entry is unblocked. {@link #start} follows at once, or after a second call with {@code RELEASED} if the launch policy
     * holds the entry.
     */
    void unblocked(int entry, UnblockCause cause);

    /** The unblocked entry may start. */
    void start(int entry);

    /** The entry may complete: its threads have exited, and all work that it posted is complete. */
    void complete(int entry);

    /**
     * The entry is complete; its successors are unblocked next.
     *
     * @return whether it retires with other queued grids; if not, {@link #retire} follows
     */
    boolean completed(int entry);

    /** The entry may retire: it is complete, and its successors are unblocked. */
    void retire(int entry);

    /** The steps that a {@link LaunchTiming} triggers. */
    interface LaunchSteps {
        /**
         * Steps of a target that is created after its timing, such as a {@link LaunchTree}.
         *
         * @param target is first called at the first step
         */
        static LaunchSteps forwardTo(Supplier<? extends LaunchSteps> target) {
            return new LaunchSteps() {
                @Override
                public void start(int entry) {
                    target.get().start(entry);
                }

                @Override
                public void complete(int entry) {
                    target.get().complete(entry);
                }

                @Override
                public void retire(int entry) {
                    target.get().retire(entry);
                }
            };
        }

        /** Starts an entry. */
        void start(int entry);

        /** Completes an entry. */
        void complete(int entry);

        /** Retires an entry: notifies its parent and releases its slot of the pool. */
        void retire(int entry);
    }
}
