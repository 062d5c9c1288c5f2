package io.cdpsim.observe;

/**
 * The host thread has been inside a call.
 *
 * @param timeCycles when the call began
 * @param call CUDA's name of it
 * @param endCycles when it returned
 * @param awaitedCycles when what it waits for had happened; when it began, if that was before or it waits for nothing
 */
public record HostCall(long timeCycles, int device, String call, long endCycles, long awaitedCycles)
        implements RunEvent {
    @Override
    public EventKind kind() {
        return EventKind.HOST_CALL;
    }
}
