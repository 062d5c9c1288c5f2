package io.cdpsim.runtime.graph;

import java.util.ArrayList;
import java.util.List;

/** The kernels on which a node depends programmatically, in one launch of a graph. The node may start before they are complete (rule D-2). */
public final class Prerequisites {
    private final List<Runnable> listeners = new ArrayList<>(0);
    private int outstanding;

    /** @param outstanding the number of the kernels */
    Prerequisites(int outstanding) {
        this.outstanding = outstanding;
    }

    /** Runs an action when all of the kernels are complete; now if they are. */
    public void whenComplete(Runnable action) {
        if (outstanding == 0) {
            action.run();
        } else {
            listeners.add(action);
        }
    }

    /** One of the kernels is complete. */
    void completeOne() {
        if (--outstanding == 0) {
            listeners.forEach(Runnable::run);
            listeners.clear();
        }
    }
}
