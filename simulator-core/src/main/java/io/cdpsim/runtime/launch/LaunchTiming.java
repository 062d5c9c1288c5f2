package io.cdpsim.runtime.launch;

/**
 * When the steps happen that the {@link LaunchTree} says may happen. The tree knows no cycle: it says what is possible, and is called back through
 * {@link LaunchSteps} once the time for it has come.
 *
 * <p>An implementation may call back at once. It must call back exactly once for each step that it was notified of.
 */
public interface LaunchTiming {
    /** What was the last thing that an entry waited for before it may start. */
    enum Turn {
        /** Nothing: it has been posted and nothing is before it. */
        POSTED,
        /** The same, by the first lane of a launch statement. */
        POSTED_FIRST_OF_CALL,
        /** Its parent's threads, which it need not have waited for (rule LNCH-3). */
        RELEASED,
        /** What was before it in its stream, or what an event has recorded (rules STR-7, EVT-8). */
        PREDECESSOR,
        /** The threads and children of the grid whose first tail launch it is (rule TAIL-2). */
        FIRST_TAIL,
        /** The tail launch before it (rule TAIL-4). */
        NEXT_TAIL
    }

    /** An entry joins a stream behind another that is not complete. */
    void queues(int entry, int behind);

    /** A tail launch joins those of its grid, behind others. */
    void queuesAsTail(int entry);

    /**
     * Nothing holds the entry back any more, its parent's threads perhaps excepted: {@link #start} follows now, or after a turn RELEASED.
     */
    void turn(int entry, Turn turn);

    /** The entry whose turn has come is to start. */
    void start(int entry);

    /** The entry's threads have exited, and all that it posted is complete: it is to complete. */
    void complete(int entry);

    /**
     * The entry is complete, and what waits for it will be told next.
     *
     * @return whether it was queued behind others and retires with them; if not, {@link #retire} follows
     */
    boolean completed(int entry);

    /** The entry is complete and all that waited for it has been told, its parent excepted: it is to retire. */
    void retire(int entry);

    /** What a {@link LaunchTiming} calls once the time for a step has come. */
    interface LaunchSteps {
        /** The time has come for an entry to start. */
        void start(int entry);

        /** The time has come at which an entry is complete. */
        void complete(int entry);

        /** The time has come to tell the parent of an entry that it is complete, and to give its place in the pool back. */
        void retire(int entry);
    }
}
