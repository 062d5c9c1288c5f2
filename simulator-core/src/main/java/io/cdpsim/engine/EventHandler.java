package io.cdpsim.engine;

/**
 * Receives the events scheduled for it.
 *
 * <p>Runs on the thread that runs the engine. It may schedule further events, also at the present cycle. An exception it
 * throws leaves the engine through the call that ran the event; the event counts as run.
 */
@FunctionalInterface
public interface EventHandler {
    /**
     * Handles one event.
     *
     * @param nowCycles the time of the event, in whole cycles since the start, 0 or more
     * @param argument the argument given to {@link Engine#schedule}, 0 to {@link Engine#MAX_ARGUMENT}
     */
    void handle(long nowCycles, long argument);
}
