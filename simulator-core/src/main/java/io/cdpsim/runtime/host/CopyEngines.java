package io.cdpsim.runtime.host;

import io.cdpsim.engine.Engine;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.HostLinkSpec;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.launch.ActionTimer;
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
    private final CopyLinkSharing ways;
    private final ActionTimer delays;
    private final List<Deque<Copy>> queues = new ArrayList<>();
    private final double[] bytesQueued;
    private final int windowEvent;

    private static final class Copy {
        private final CopyRoute route;
        private final double bytesPerCycle;
        private final int turns;
        private final Runnable whenTaken;
        private final Runnable whenDone;
        private final double windowBytes;
        private double bytesLeft;
        private double cyclesOver;
        private int turnsTaken;
        private boolean moving;

        Copy(
                CopyRoute route,
                double bytesPerCycle,
                int turns,
                double windowBytes,
                long bytes,
                Runnable whenTaken,
                Runnable whenDone) {
            this.route = route;
            this.bytesPerCycle = bytesPerCycle;
            this.turns = turns;
            // A copy that does not go over the link takes none.
            this.turnsTaken = turns == 0 ? 1 : 0;
            this.windowBytes = windowBytes;
            this.bytesLeft = bytes;
            this.whenTaken = whenTaken;
            this.whenDone = whenDone;
        }

        /** Whole cycles; what a window of a copy takes more or less, its next one makes up for. */
        long wholeCycles(double cycles) {
            if (route.isToHost()) {
                return Math.round(cycles);
            }
            long whole = Math.round(cycles + cyclesOver);
            cyclesOver += cycles - whole;
            return whole;
        }
    }

    /**
     * @param ways what it shares with other devices
     * @param delays for what ends some time on
     */
    CopyEngines(Engine engine, Device device, CopyLinkSharing ways, ActionTimer delays) {
        this.engine = engine;
        this.device = device;
        this.profile = device.profile();
        this.ways = ways;
        this.delays = delays;
        int count = Math.max(1, profile.hostLink().copyEngines());
        for (int i = 0; i < count; i++) {
            queues.add(new ArrayDeque<>());
        }
        this.bytesQueued = new double[count];
        this.windowEvent = engine.register((now, index) -> windowDone((int) index));
    }

    /** Copies bytes; runs one action when an engine has taken the copy, and the other when the bytes have arrived. */
    void copy(CopyRoute route, long bytes, Runnable whenTaken, Runnable whenDone) {
        HostLinkSpec link = profile.hostLink();
        double bytesPerCycle = route.bytesPerSecond(profile) / profile.clock().coreHertz();
        int index = leastBusy();
        Deque<Copy> queue = queues.get(index);
        int turns = route.isOverHostLink() ? link.copyControlTransfers() : 0;
        long moved = route == CopyRoute.INLINE_TO_DEVICE ? 0 : bytes;
        queue.add(new Copy(
                route,
                bytesPerCycle,
                turns,
                route == CopyRoute.WITHIN ? bytes : link.copyWindowBytes(),
                moved,
                whenTaken,
                whenDone));
        bytesQueued[index] += moved + 1;
        if (queue.size() == 1) {
            begin(index);
        }
    }

    /** Whether no copy is queued or moves. */
    boolean isIdle() {
        return queues.stream().allMatch(Deque::isEmpty);
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
        double latency = profile.hostLink().copyLatencyNanos() + copy.route.moreLatencyNanos(profile);
        long fixed = profile.clock().cyclesFromNanos(latency);
        next(index, engine.now() + fixed);
    }

    /** One turn on the link, or one window of bytes. */
    private void next(int index, long from) {
        Copy copy = queues.get(index).getFirst();
        boolean moves = copy.bytesLeft > 0 && copy.turnsTaken > 0;
        double bytes = moves ? Math.min(copy.bytesLeft, copy.windowBytes) : 0;
        // Bytes to the device wait for polls once: they are fetched, and nothing stands in the way of what comes.
        boolean waits = copy.turns > 0 && (!copy.moving || !moves || copy.route.isToHost());
        long wait = waits ? device.gpu().copyWaitCycles(moves && copy.moving) : 0;
        long cycles = 0;
        if (moves) {
            if (!copy.moving) {
                copy.moving = true;
                ways.count(device.ordinal(), copy.route, 1);
            }
            cycles = copy.wholeCycles(
                    bytes / ways.bytesPerCycle(device.ordinal(), copy.route, copy.bytesPerCycle, bytes, engine.now()));
        } else {
            copy.turnsTaken++;
        }
        copy.bytesLeft -= bytes;
        bytesQueued[index] -= bytes;
        engine.schedule(from + wait + cycles, windowEvent, index);
    }

    private void windowDone(int index) {
        Deque<Copy> queue = queues.get(index);
        Copy copy = queue.getFirst();
        if (copy.moving && copy.bytesLeft == 0) {
            copy.moving = false;
            ways.count(device.ordinal(), copy.route, -1);
        }
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
        double seconds = bytes / profile.dram().bandwidth().bytesPerSecond();
        delays.after(
                profile.dram().latencyCycles()
                        + Math.round(seconds * profile.clock().coreHertz()),
                whenDone);
    }
}
