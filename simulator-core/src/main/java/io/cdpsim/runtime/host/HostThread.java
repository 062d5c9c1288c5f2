package io.cdpsim.runtime.host;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.device.StuckBarriers;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.device.StuckReport;
import io.cdpsim.runtime.launch.ActionTimer;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The time of the host thread: the time of its calls, its waits, and faults during the waits. */
final class HostThread {
    private final Engine engine;
    private final List<Device> devices;
    private final ProgressMonitor progress;
    private final ClockSpec clock;
    private final ActionTimer alarms;
    private final int pollEvent;
    private @Nullable ConcurrentThread executing;
    private boolean polling;
    private long pollCycles;
    private long outsideWaitsSince = -1;
    private long bytesRead;

    HostThread(Engine engine, List<Device> devices, ProgressMonitor progress, ClockSpec clock) {
        this.engine = engine;
        this.devices = devices;
        this.progress = progress;
        this.clock = clock;
        alarms = new ActionTimer(engine);
        pollEvent = engine.register((now, argument) -> poll(now));
    }

    /** The clock for the conversion of the host's times. */
    ClockSpec clock() {
        return clock;
    }

    /** The current cycle. */
    long now() {
        return engine.now();
    }

    /**
     * Reports a call of the thread on a device.
     *
     * @param startCycle the cycle at which the call started
     */
    void called(Device device, String call, long startCycle) {
        called(device, call, startCycle, startCycle);
    }

    /**
     * Reports a call that waited.
     *
     * @param startCycle the cycle at which the call started
     * @param awaitedCycle the cycle at which the wait ended
     */
    void called(Device device, String call, long startCycle, long awaitedCycle) {
        outsideWaitsSince = -1;
        device.runtime().events().hostCall(call, startCycle, engine.now(), awaitedCycle);
    }

    /** Bytes are copied to pageable memory of the host, which reads them before it launches again: its caches then hold little of what a launch needs. */
    void reads(long bytes) {
        bytesRead += bytes;
    }

    /** The bytes that it has read since this method was called last. */
    long takeBytesRead() {
        long bytes = bytesRead;
        bytesRead = 0;
        return bytes;
    }

    /** Keeps the host thread busy for a time. */
    void spend(double nanos) {
        long cycles = clock.cyclesFromNanos(nanos);
        if (cycles > 0) {
            waitUntil("its own work", alarmAfter(cycles));
        }
    }

    /** A condition that holds after a time. */
    BooleanSupplier alarm(double nanos) {
        return alarmAfter(clock.cyclesFromNanos(nanos));
    }

    private BooleanSupplier alarmAfter(long cycles) {
        AtomicBoolean expired = new AtomicBoolean();
        alarms.after(cycles, () -> expired.set(true));
        return expired::get;
    }

    /** One of several concurrent host threads. */
    interface ConcurrentThread {
        /** Waits until a condition holds or a device has faulted, while other threads execute. */
        void await(String description, BooleanSupplier condition);
    }

    /** Whether one of several concurrent threads executes. */
    boolean isInConcurrentThread() {
        return executing != null;
    }

    /** Sets the concurrent thread that executes; null for the first thread of the program. */
    void setExecuting(@Nullable ConcurrentThread thread) {
        executing = thread;
    }

    /**
     * Runs the simulation until a condition holds or a device has faulted.
     *
     * @param description description of the condition, for the report if it can never hold
     * @throws StuckException if it can never hold
     */
    void waitUntil(String description, BooleanSupplier condition) {
        if (condition.getAsBoolean()) {
            return;
        }
        if (executing != null) {
            executing.await(description, condition);
            return;
        }
        boolean reached = engine.runUntil(() -> condition.getAsBoolean() || progress.stuck() || isFaulted());
        if (condition.getAsBoolean() || isFaulted()) {
            return;
        }
        if (progress.stuck() || !reached) {
            StuckBarriers.report(devices, engine.now());
            throw new StuckException(
                    StuckReport.explain(devices, description, clock.microsFromCycles(progress.lastProgress())));
        }
    }

    /** As {@link Host#runUntil}. */
    boolean runUntil(BooleanSupplier condition, double pollNanos) {
        if (condition.getAsBoolean()) {
            return true;
        }
        outsideWaits();
        pollCycles = Math.max(1, clock.cyclesFromNanos(pollNanos));
        if (!polling) {
            polling = true;
            engine.schedule(engine.now() + pollCycles, pollEvent, 0);
        }
        engine.runUntil(() -> condition.getAsBoolean() || isFaulted());
        pollCycles = 0;
        return condition.getAsBoolean();
    }

    /** Records that a process outside the simulation waits from now on, unless it already does. */
    void outsideWaits() {
        if (outsideWaitsSince < 0) {
            outsideWaitsSince = engine.now();
        }
    }

    /**
     * The cycle at which the wait of the thread started: now, or the start of the wait of a process outside the simulation, on
     * behalf of the call.
     */
    long waitsSince() {
        return outsideWaitsSince < 0 ? engine.now() : outsideWaitsSince;
    }

    /** Lets threads read shared memory again. A pending poll keeps waiting threads from counting as stuck. */
    private void poll(long now) {
        polling = pollCycles > 0 && engine.nextEventTime() != Long.MAX_VALUE;
        if (polling) {
            for (Device device : devices) {
                if (device.memory().isShared()) {
                    device.gpu().memoryWritten();
                }
            }
            engine.schedule(now + pollCycles, pollEvent, 0);
        }
    }

    /** Records that the host has changed something that threads may wait for. */
    void progressed() {
        progress.progressed();
    }

    /** Whether a device has faulted. */
    boolean isFaulted() {
        for (int i = 0; i < devices.size(); i++) {
            if (devices.get(i).runtime().fault() != null) {
                return true;
            }
        }
        return false;
    }

    /** Rule ERR-4: every call after a fault returns the error of the fault. */
    static void checkContext(Device device, String call) {
        CudaError error = stickyError(device);
        if (error != CudaError.SUCCESS) {
            throw new CudaException(error, call + " after a fault of an earlier kernel");
        }
    }

    /** The sticky error of a device's fault; success if there was none. */
    static CudaError stickyError(Device device) {
        DeviceFault fault = device.runtime().fault();
        if (fault == null) {
            return CudaError.SUCCESS;
        }
        return switch (fault.kind()) {
            case ILLEGAL_ADDRESS, NULL_POINTER -> CudaError.ILLEGAL_ADDRESS;
            case INVALID_ADDRESS_SPACE -> CudaError.INVALID_ADDRESS_SPACE;
            case MISALIGNED_ADDRESS -> CudaError.MISALIGNED_ADDRESS;
            case ASSERT -> CudaError.ASSERT;
            case TRAP, ENDED_BLOCK -> CudaError.LAUNCH_FAILURE;
            case ILLEGAL_INSTRUCTION -> CudaError.ILLEGAL_INSTRUCTION;
        };
    }
}
