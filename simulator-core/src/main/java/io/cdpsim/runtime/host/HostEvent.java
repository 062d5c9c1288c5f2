package io.cdpsim.runtime.host;

import java.util.ArrayList;
import java.util.List;

/** An event of the host. Made by {@link Host#createEvent}. */
public final class HostEvent {
    private long cycle = -1;
    private long recordings;
    private long reached;
    private final List<Waiter> waiters = new ArrayList<>();

    private record Waiter(long recording, Runnable action) {}

    HostEvent() {}

    void recorded() {
        recordings++;
    }

    void reachedAt(long now) {
        reached++;
        cycle = now;
        List<Waiter> due = new ArrayList<>(waiters);
        for (Waiter waiter : due) {
            if (reached >= waiter.recording) {
                waiters.remove(waiter);
                waiter.action.run();
            }
        }
    }

    /** Runs an action as soon as so many recordings have been reached. */
    void whenReached(long recording, Runnable action) {
        if (reached >= recording) {
            action.run();
        } else {
            waiters.add(new Waiter(recording, action));
        }
    }

    long recordings() {
        return recordings;
    }

    /** Whether all that was recorded has been reached. */
    public boolean isComplete() {
        return reached == recordings;
    }

    /** The cycle at which the event was reached, or -1. */
    public long cycle() {
        return cycle;
    }
}
