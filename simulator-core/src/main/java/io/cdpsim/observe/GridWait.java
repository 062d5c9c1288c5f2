package io.cdpsim.observe;

/**
 * From now on a grid waits for something, until it is told to wait for something else, or comes to the block scheduler. What it waits for there
 * follows from the {@link DispatchState}; {@link io.cdpsim.observe.waits.GridWaitRecorder} puts both together.
 *
 * @param reason why it waits
 */
public record GridWait(long timeCycles, int device, long grid, WaitReason reason) implements RunEvent {
    @Override
    public EventKind kind() {
        return EventKind.WAIT;
    }
}
