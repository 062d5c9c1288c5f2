package io.cdpsim.runtime.launch;

import io.cdpsim.observe.RunEvent.WaitReason;

/** Where the {@link LaunchTree} sends what starts, and who is told how far an entry is. */
public interface WorkExecutor {
    /** Whether a fault has ended all on the device: what is left of the launch tree is abandoned (rule ERR-7). */
    boolean isAbandoned();

    /** An entry cannot start yet, for a reason that the tree knows. */
    void waits(int entry, WaitReason reason);

    /** A grid goes to the device. */
    void submit(int entry);

    /** A copy or a fill of device code has its turn. */
    void runMemoryOperation(int entry);

    /** All threads of a grid have exited. */
    void bodyEnded(int entry);

    /** An entry and all that it posted is complete. */
    void completed(int entry);

    /** A grid of the host is complete. */
    void hostGridCompleted(int entry);

    /** The launch with a number, made by a block that keeps a record (CDP1), is complete. */
    void recordReleased(int record, long number);
}
