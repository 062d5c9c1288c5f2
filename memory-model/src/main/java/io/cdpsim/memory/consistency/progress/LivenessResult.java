package io.cdpsim.memory.consistency.progress;

import io.cdpsim.memory.consistency.trace.ProgressModel;
import java.util.List;

/**
 * Whether every execution of a test ends under a progress model.
 *
 * @param model the progress model
 * @param verdict the answer
 * @param threads the threads that do not end in an execution that shows it, those first that wait; empty unless the verdict is {@link Verdict#MAY_WAIT}
 * @param loopsCut whether executions were left out because they exceed the loop bound
 */
public record LivenessResult(ProgressModel model, Verdict verdict, List<UnendedThread> threads, boolean loopsCut) {
    /** Keeps a copy. */
    public LivenessResult {
        threads = List.copyOf(threads);
    }

    /** Whether a test ends. */
    public enum Verdict {
        /** Every execution ends. */
        ENDS,
        /** In some execution a thread waits for ever. */
        MAY_WAIT,
        /** Executions were left out, and none of the others waits for ever. */
        UNKNOWN
    }

    /**
     * A thread that does not end.
     *
     * @param thread its name
     * @param state the reason
     * @param line the line of the file at which it waits, from 1; 0 for a thread that is not scheduled
     * @param what the instruction at which it waits, and what it reads; empty for a thread that is not scheduled
     */
    public record UnendedThread(String thread, State state, int line, String what) {
        /** The reason for which a thread does not end. */
        public enum State {
            /** It repeats a turn of a loop. */
            REPEATS("repeats"),
            /** It waits at a barrier, or for a grid. */
            WAITS("waits at"),
            /** No grid before it in its stream, or its parent, completes. */
            NOT_STARTED("never starts, since what it follows never completes"),
            /** The progress model does not promise that it is scheduled. */
            UNSCHEDULED("need not be scheduled");

            private final String label;

            State(String label) {
                this.label = label;
            }

            /** The reason in words. */
            public String label() {
                return label;
            }
        }
    }
}
