package io.cdpsim.runtime;

import io.cdpsim.engine.Engine;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.HostLinkSpec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The copy engines of a device: each carries one copy at a time, beside the running grids.
 *
 * <p>A copy over the host link goes in windows of bytes. Each window waits in line with the accesses of the SMs to mapped memory, so that
 * threads which poll there slow a copy down (rulebook 24, M-6).
 */
final class CopyEngines {
    private final Engine engine;
    private final Device device;
    private final GpuProfile profile;
    private final List<Deque<Copy>> queues = new ArrayList<>();
    private final double[] bytesQueued;
    private final int windowEvent;
    private final int fillEvent;
    private final List<Runnable> fills = new ArrayList<>();
    private final List<Integer> freeFills = new ArrayList<>();

    private static final class Copy {
        private final double bytesPerCycle;
        private final boolean overLink;
        private final Runnable whenDone;
        private double bytesLeft;

        Copy(double bytesPerCycle, boolean overLink, long bytes, Runnable whenDone) {
            this.bytesPerCycle = bytesPerCycle;
            this.overLink = overLink;
            this.bytesLeft = bytes;
            this.whenDone = whenDone;
        }
    }

    CopyEngines(Engine engine, Device device) {
        this.engine = engine;
        this.device = device;
        this.profile = device.profile();
        int count = Math.max(1, profile.hostLink().copyEngines());
        for (int i = 0; i < count; i++) {
            queues.add(new ArrayDeque<>());
        }
        this.bytesQueued = new double[count];
        this.windowEvent = engine.register((now, index) -> windowDone((int) index));
        this.fillEvent = engine.register((now, index) -> filled((int) index));
    }

    /** Copies bytes; runs the action when they have arrived. */
    void copy(boolean toHost, boolean fromHost, long bytes, Runnable whenDone) {
        HostLinkSpec link = profile.hostLink();
        double bytesPerSecond = toHost
                ? link.bytesPerSecondToHost()
                : fromHost ? link.bytesPerSecondToDevice() : profile.dram().bytesPerSecond() / 2;
        double bytesPerCycle = bytesPerSecond / profile.clock().coreHertz();
        int index = leastBusy();
        Deque<Copy> queue = queues.get(index);
        queue.add(new Copy(bytesPerCycle, toHost || fromHost, bytes, whenDone));
        bytesQueued[index] += bytes + 1;
        if (queue.size() == 1) {
            begin(index);
        }
    }

    private int leastBusy() {
        int best = 0;
        for (int i = 1; i < bytesQueued.length; i++) {
            if (bytesQueued[i] < bytesQueued[best]) {
                best = i;
            }
        }
        return best;
    }

    private void begin(int index) {
        long fixed = profile.clock().cyclesFromNanos(profile.hostLink().copyLatencyNanos());
        nextWindow(index, engine.now() + fixed);
    }

    private void nextWindow(int index, long from) {
        Copy copy = queues.get(index).getFirst();
        double bytes =
                Math.min(copy.bytesLeft, copy.overLink ? profile.hostLink().copyWindowBytes() : copy.bytesLeft);
        copy.bytesLeft -= bytes;
        bytesQueued[index] -= bytes;
        long wait = copy.overLink ? device.gpu().mappedBacklogCycles() : 0;
        engine.schedule(from + wait + Math.round(bytes / copy.bytesPerCycle), windowEvent, index);
    }

    private void windowDone(int index) {
        Deque<Copy> queue = queues.get(index);
        Copy copy = queue.getFirst();
        if (copy.bytesLeft > 0) {
            nextWindow(index, engine.now());
            return;
        }
        queue.removeFirst();
        bytesQueued[index] -= 1;
        if (!queue.isEmpty()) {
            begin(index);
        }
        copy.whenDone.run();
    }

    /** Fills bytes of device memory; the SMs do that, at the speed of DRAM. */
    void fill(long bytes, Runnable whenDone) {
        double seconds = bytes / profile.dram().bytesPerSecond();
        long cycles = profile.dram().latencyCycles()
                + Math.round(seconds * profile.clock().coreHertz());
        int index;
        if (freeFills.isEmpty()) {
            index = fills.size();
            fills.add(whenDone);
        } else {
            index = freeFills.remove(freeFills.size() - 1);
            fills.set(index, whenDone);
        }
        engine.schedule(engine.now() + cycles, fillEvent, index);
    }

    private void filled(int index) {
        Runnable whenDone = fills.get(index);
        freeFills.add(index);
        whenDone.run();
    }
}
