package io.cdpsim.runtime.host;

import io.cdpsim.engine.Engine;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.HostLinkSpec;
import io.cdpsim.runtime.device.Device;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The copy engines of a device: each carries one copy at a time, beside the running grids.
 *
 * <p>A copy over the host link first takes a few turns there for its commands; one to the host then writes its bytes in windows. Each turn
 * and each window waits for the loads of mapped memory that stand in its way, so that threads which poll slow a copy down (rulebook 24,
 * M-6).
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
        private final int turns;
        private final Runnable whenTaken;
        private final Runnable whenDone;
        private final double windowBytes;
        private final double latencyNanos;
        private double bytesLeft;
        private int turnsTaken;

        Copy(
                double bytesPerCycle,
                int turns,
                double windowBytes,
                long bytes,
                double latencyNanos,
                Runnable whenTaken,
                Runnable whenDone) {
            this.latencyNanos = latencyNanos;
            this.bytesPerCycle = bytesPerCycle;
            this.turns = turns;
            // A copy that does not go over the link takes none.
            this.turnsTaken = turns == 0 ? 1 : 0;
            this.windowBytes = windowBytes;
            this.bytesLeft = bytes;
            this.whenTaken = whenTaken;
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

    /** Copies bytes; runs one action when an engine has taken the copy, and the other when the bytes have arrived. */
    void copy(
            boolean toHost, boolean fromHost, boolean pageable, long bytes, Runnable whenTaken, Runnable whenDone) {
        HostLinkSpec link = profile.hostLink();
        double bytesPerSecond = toHost
                ? link.bytesPerSecondToHost()
                : fromHost ? link.bytesPerSecondToDevice() : profile.dram().bytesPerSecond() / 2;
        double bytesPerCycle = bytesPerSecond / profile.clock().coreHertz();
        int index = leastBusy();
        Deque<Copy> queue = queues.get(index);
        int turns = toHost || fromHost ? link.copyTurns() : 0;
        queue.add(new Copy(
                bytesPerCycle,
                turns,
                toHost ? link.copyWindowBytes() : bytes,
                bytes,
                toHost && pageable ? link.pageableLatencyNanos() : 0,
                whenTaken,
                whenDone));
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
        Copy copy = queues.get(index).getFirst();
        copy.whenTaken.run();
        double latency = profile.hostLink().copyLatencyNanos() + copy.latencyNanos;
        long fixed = profile.clock().cyclesFromNanos(latency);
        next(index, engine.now() + fixed);
    }

    /** One turn on the link, or one window of bytes. */
    private void next(int index, long from) {
        Copy copy = queues.get(index).getFirst();
        long wait = copy.turns > 0 ? device.gpu().copyWaitCycles() : 0;
        boolean moves = copy.bytesLeft > 0 && copy.turnsTaken > 0;
        double bytes = moves ? Math.min(copy.bytesLeft, copy.windowBytes) : 0;
        if (!moves) {
            copy.turnsTaken++;
        }
        copy.bytesLeft -= bytes;
        bytesQueued[index] -= bytes;
        engine.schedule(from + wait + Math.round(bytes / copy.bytesPerCycle), windowEvent, index);
    }

    private void windowDone(int index) {
        Deque<Copy> queue = queues.get(index);
        Copy copy = queue.getFirst();
        if (copy.bytesLeft > 0 || copy.turnsTaken < copy.turns) {
            next(index, engine.now());
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
