package io.cdpsim.observe;

/**
 * The host thread has been inside a call.
 *
 * @param timeCycles when the call began
 * @param call CUDA's name of it
 * @param endCycles when it returned
 */
public record HostCall(long timeCycles, int device, String call, long endCycles) implements RunEvent {
    @Override
    public EventKind kind() {
        return EventKind.HOST_CALL;
    }
}
