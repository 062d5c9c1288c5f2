package io.cdpsim.runtime.launch;

/** What a {@link LaunchTiming} calls once the time for a step has come. */
public interface LaunchSteps {
    /** For a timing that drives nothing yet. */
    LaunchSteps NONE = new LaunchSteps() {
        @Override
        public void start(int entry) {
            throw new IllegalStateException("nothing is driven that could start");
        }

        @Override
        public void complete(int entry) {
            throw new IllegalStateException("nothing is driven that could complete");
        }

        @Override
        public void retire(int entry) {
            throw new IllegalStateException("nothing is driven that could retire");
        }
    };

    /** The time has come for an entry to start. */
    void start(int entry);

    /** The time has come at which an entry is complete. */
    void complete(int entry);

    /** The time has come to tell the parent of an entry that it is complete, and to give its place in the pool back. */
    void retire(int entry);
}
