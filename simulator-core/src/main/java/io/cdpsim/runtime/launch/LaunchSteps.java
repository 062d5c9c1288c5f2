package io.cdpsim.runtime.launch;

/** What a {@link LaunchTiming} calls once the time for a step has come. */
public interface LaunchSteps {
    /** The time has come for an entry to start. */
    void start(int entry);

    /** The time has come at which an entry is complete. */
    void complete(int entry);

    /** The time has come to tell the parent of an entry that it is complete, and to give its place in the pool back. */
    void retire(int entry);
}
