package io.cdpsim.runtime.launch;

import io.cdpsim.engine.Engine;
import java.util.ArrayList;
import java.util.List;

/** Runs actions after a delay. */
public final class ActionTimer {
    private final Engine engine;
    private final int event;
    private final List<Runnable> actions = new ArrayList<>();
    private final List<Integer> free = new ArrayList<>();

    /** A timer on a clock. */
    public ActionTimer(Engine engine) {
        this.engine = engine;
        event = engine.register((now, index) -> run((int) index));
    }

    /** Runs an action after a number of cycles. */
    public void after(long cycles, Runnable action) {
        int index;
        if (free.isEmpty()) {
            index = actions.size();
            actions.add(action);
        } else {
            index = free.remove(free.size() - 1);
            actions.set(index, action);
        }
        engine.schedule(engine.now() + cycles, event, index);
    }

    private void run(int index) {
        Runnable action = actions.get(index);
        free.add(index);
        action.run();
    }
}
