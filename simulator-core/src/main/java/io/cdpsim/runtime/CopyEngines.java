package io.cdpsim.runtime;

import io.cdpsim.engine.Engine;
import io.cdpsim.profile.GpuProfile;
import java.util.ArrayList;
import java.util.List;

/** The copy engines of a device: each carries one copy over the host link at a time, beside the running grids. */
final class CopyEngines {
    private final Engine engine;
    private final GpuProfile profile;
    private final long[] freeAt;
    private final int doneEvent;
    private final List<Runnable> actions = new ArrayList<>();
    private final List<Integer> freeActions = new ArrayList<>();

    CopyEngines(Engine engine, Device device) {
        this.engine = engine;
        this.profile = device.profile();
        this.freeAt = new long[Math.max(1, profile.hostLink().copyEngines())];
        this.doneEvent = engine.register((now, action) -> run((int) action));
    }

    /** Copies bytes; runs the action when they have arrived. */
    void copy(boolean toHost, boolean fromHost, long bytes, Runnable whenDone) {
        double bytesPerSecond = toHost
                ? profile.hostLink().bytesPerSecondToHost()
                : fromHost
                        ? profile.hostLink().bytesPerSecondToDevice()
                        : profile.dram().bytesPerSecond() / 2;
        double nanos = profile.hostLink().copyLatencyNanos() + bytes / bytesPerSecond * 1e9;
        int engineIndex = earliestFree();
        long start = Math.max(engine.now(), freeAt[engineIndex]);
        freeAt[engineIndex] = start + profile.clock().cyclesFromNanos(nanos);
        at(freeAt[engineIndex], whenDone);
    }

    /** Fills bytes of device memory; the SMs do that, at the speed of DRAM. */
    void fill(long bytes, Runnable whenDone) {
        double seconds = bytes / profile.dram().bytesPerSecond();
        long cycles = profile.dram().latencyCycles()
                + Math.round(seconds * profile.clock().coreHertz());
        at(engine.now() + cycles, whenDone);
    }

    private int earliestFree() {
        int best = 0;
        for (int i = 1; i < freeAt.length; i++) {
            if (freeAt[i] < freeAt[best]) {
                best = i;
            }
        }
        return best;
    }

    private void at(long cycle, Runnable action) {
        int index;
        if (freeActions.isEmpty()) {
            index = actions.size();
            actions.add(action);
        } else {
            index = freeActions.remove(freeActions.size() - 1);
            actions.set(index, action);
        }
        engine.schedule(cycle, doneEvent, index);
    }

    private void run(int index) {
        Runnable action = actions.get(index);
        freeActions.add(index);
        action.run();
    }
}
