package io.cdpsim.runtime.cost;

import io.cdpsim.runtime.launch.LaunchTiming.LaunchSteps;

/** For costs that never get work. */
final class NoSteps implements LaunchSteps {
    @Override
    public void start(int entry) {
        throw new IllegalStateException("nothing can start");
    }

    @Override
    public void complete(int entry) {
        throw new IllegalStateException("nothing can complete");
    }

    @Override
    public void retire(int entry) {
        throw new IllegalStateException("nothing can retire");
    }
}
