package io.cdpsim.runtime.copy;

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
 * The copy engines of a device. Each executes one copy at a time, concurrently with grids.
 *
 * <p>A copy over the host link first transfers its commands; a copy to the host then writes its bytes in windows. Each command
 * transfer and each window waits for loads of mapped memory on the same path, so polling threads slow copies down (rulebook 24,
 * M-6). A command transfer is sent when the one before it has been answered. The fixed latency of a copy contains the round trips of a copy that never waits; in
 * one that has waited, each takes the latency of a load of mapped memory.
 */
public final class CopyEngines {
    private final Engine engine;
    private final Device device;
    private final GpuProfile profile;
    private final CopyLinkSharing links;
    private final ActionTimer delays;
    private final List<Deque<Copy>> queues = new ArrayList<>();
    private final double[] bytesQueued;
    private final int windowEvent;

    private static final class Copy {
        private final CopyRoute route;
        private final double bytesPerCycle;
        private final int controlTransfers;
        private final Runnable whenStarted;
        private final Runnable whenDone;
        private final double windowBytes;
        private double remainingBytes;
        private double roundingError;
        private int transfersDone;
        private boolean started;
        private boolean hasWaited;

        Copy(
                CopyRoute route,
                double bytesPerCycle,
                int controlTransfers,
                double windowBytes,
                long bytes,
                Runnable whenStarted,
                Runnable whenDone) {
            this.route = route;
            this.bytesPerCycle = bytesPerCycle;
            this.controlTransfers = controlTransfers;
            // A copy that does not cross the link transfers no commands.
            this.transfersDone = controlTransfers == 0 ? 1 : 0;
            this.windowBytes = windowBytes;
            this.remainingBytes = bytes;
            this.whenStarted = whenStarted;
            this.whenDone = whenDone;
        }

        /** Rounds to whole cycles. The next window of a copy compensates the rounding error. */
        long wholeCycles(double cycles) {
            if (route.isToHost()) {
                return Math.round(cycles);
            }
            long whole = Math.round(cycles + roundingError);
            roundingError += cycles - whole;
            return whole;
        }
    }

    /**
     * @param links the bandwidth shared with other devices
     * @param delays runs actions after a delay
     */
    public CopyEngines(Engine engine, Device device, CopyLinkSharing links, ActionTimer delays) {
        this.engine = engine;
        this.device = device;
        this.profile = device.profile();
        this.links = links;
        this.delays = delays;
        int count = Math.max(1, profile.hostLink().copyEngines());
        for (int i = 0; i < count; i++) {
            queues.add(new ArrayDeque<>());
        }
        this.bytesQueued = new double[count];
        this.windowEvent = engine.register((now, index) -> windowDone((int) index));
    }

    /** Copies bytes. Runs one action when an engine starts the copy, and the other when the bytes have arrived. */
    public void copy(CopyRoute route, long bytes, Runnable whenStarted, Runnable whenDone) {
        HostLinkSpec link = profile.hostLink();
        // A copy within the memory reads and writes; what fits into the L2 is not written back at once.
        boolean writesBack =
                route == CopyRoute.WITHIN && 2 * bytes > profile.l2().bytes();
        double bytesPerCycle = route.bytesPerSecond(profile) / profile.clock().coreHertz() / (writesBack ? 2 : 1);
        int index = leastBusy();
        Deque<Copy> queue = queues.get(index);
        int controlTransfers = route.isOverHostLink() ? link.copyControlTransfers() : 0;
        long moved = route == CopyRoute.INLINE_TO_DEVICE ? 0 : bytes;
        queue.add(new Copy(
                route,
                bytesPerCycle,
                controlTransfers,
                route == CopyRoute.WITHIN ? bytes : link.copyWindowBytes(),
                moved,
                whenStarted,
                whenDone));
        bytesQueued[index] += moved + 1;
        if (queue.size() == 1) {
            start(index);
        }
    }

    /** Whether no copy is queued or in flight. */
    public boolean isIdle() {
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

    private void start(int index) {
        Copy copy = queues.get(index).getFirst();
        copy.whenStarted.run();
        double latency = profile.hostLink().copyLatencyNanos() + copy.route.extraLatencyNanos(profile);
        long fixed = profile.clock().cyclesFromNanos(latency);
        next(index, engine.now() + fixed);
    }

    /** Starts one command transfer, or one window of bytes. */
    private void next(int index, long from) {
        Copy copy = queues.get(index).getFirst();
        boolean moves = copy.remainingBytes > 0 && copy.transfersDone > 0;
        double bytes = moves ? Math.min(copy.remainingBytes, copy.windowBytes) : 0;
        // Bytes to the device wait for polls only once: the engine fetches them, and no request delays the responses.
        boolean waits = copy.controlTransfers > 0 && (!copy.started || !moves || copy.route.isToHost());
        long wait = waits ? device.gpu().copyWaitCycles(moves && copy.started) : 0;
        copy.hasWaited |= wait > 0;
        long cycles = 0;
        if (moves) {
            if (!copy.started) {
                copy.started = true;
                links.count(device.ordinal(), copy.route, 1);
            }
            cycles = copy.wholeCycles(
                    bytes / links.bytesPerCycle(device.ordinal(), copy.route, copy.bytesPerCycle, bytes, engine.now()));
        } else {
            copy.transfersDone++;
            cycles = copy.hasWaited ? profile.hostLink().mappedLoadLatencyCycles() : 0;
        }
        copy.remainingBytes -= bytes;
        bytesQueued[index] -= bytes;
        engine.schedule(from + wait + cycles, windowEvent, index);
    }

    private void windowDone(int index) {
        Deque<Copy> queue = queues.get(index);
        Copy copy = queue.getFirst();
        if (copy.started && copy.remainingBytes == 0) {
            copy.started = false;
            links.count(device.ordinal(), copy.route, -1);
        }
        if (copy.remainingBytes > 0 || copy.transfersDone < copy.controlTransfers) {
            next(index, engine.now());
            return;
        }
        queue.removeFirst();
        bytesQueued[index] -= 1;
        if (!queue.isEmpty()) {
            start(index);
        }
        copy.whenDone.run();
    }

    /** Fills bytes of device memory. The SMs execute the fill, at the bandwidth of the DRAM. */
    public void fill(long bytes, Runnable whenDone) {
        double seconds = bytes / profile.dram().bandwidth().bytesPerSecond();
        delays.after(
                profile.dram().latencyCycles()
                        + Math.round(seconds * profile.clock().coreHertz()),
                whenDone);
    }
}
