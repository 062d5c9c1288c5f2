package io.cdpsim.runtime.host;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.sm.DeviceFault;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.device.StuckReport;
import io.cdpsim.runtime.launch.ActionTimer;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The time of the host thread: what its calls spend, what it waits for, and the faults that it learns of meanwhile. */
final class HostThread {
    private final Engine engine;
    private final List<Device> devices;
    private final ProgressMonitor watch;
    private final ClockSpec clock;
    private final ActionTimer alarms;
    private final int lookEvent;
    private @Nullable Turn turn;
    private boolean looks;
    private long lookCycles;
    private long outsideWaitsSince = -1;

    HostThread(Engine engine, List<Device> devices, ProgressMonitor watch, ClockSpec clock) {
        this.engine = engine;
        this.devices = devices;
        this.watch = watch;
        this.clock = clock;
        alarms = new ActionTimer(engine);
        lookEvent = engine.register((now, argument) -> look(now));
    }

    /** The clock that the host's times are converted with. */
    ClockSpec clock() {
        return clock;
    }

    /** The clock, in cycles. */
    long now() {
        return engine.now();
    }

    /** The thread has been inside a call that means a device, since a cycle. */
    void called(Device device, String call, long beginCycles) {
        called(device, call, beginCycles, beginCycles);
    }

    /** The same for a call that waits, and whose wait was over at a cycle. */
    void called(Device device, String call, long beginCycles, long awaitedCycles) {
        outsideWaitsSince = -1;
        device.runtime().events().hostCall(call, beginCycles, engine.now(), awaitedCycles);
    }

    /** Lets the host thread be busy for a time. */
    void spend(double nanos) {
        long cycles = clock.cyclesFromNanos(nanos);
        if (cycles > 0) {
            waitUntil("its own work", alarmAfter(cycles));
        }
    }

    /** What holds once some time has passed. */
    BooleanSupplier alarm(double nanos) {
        return alarmAfter(clock.cyclesFromNanos(nanos));
    }

    private BooleanSupplier alarmAfter(long cycles) {
        AtomicBoolean rung = new AtomicBoolean();
        alarms.after(cycles, () -> rung.set(true));
        return rung::get;
    }

    /** One of several threads of the host that run beside each other, which has its turn. */
    interface Turn {
        /** Waits until a condition holds or a device has faulted, while others have theirs. */
        void await(String what, BooleanSupplier condition);
    }

    /** Whether one of several threads has its turn. */
    boolean isTurnOfAThread() {
        return turn != null;
    }

    /** From now on what waits is that thread; null for the program's first. */
    void turnOf(@Nullable Turn thread) {
        turn = thread;
    }

    /**
     * Runs the simulation until a condition holds or a device has faulted.
     *
     * @param what what is waited for, for the report if it never happens
     * @throws StuckException if it can never happen
     */
    void waitUntil(String what, BooleanSupplier condition) {
        if (condition.getAsBoolean()) {
            return;
        }
        if (turn != null) {
            turn.await(what, condition);
            return;
        }
        boolean reached = engine.runUntil(() -> condition.getAsBoolean() || watch.stuck() || isFaulted());
        if (condition.getAsBoolean() || isFaulted()) {
            return;
        }
        if (watch.stuck() || !reached) {
            StuckBarriers.tell(devices, engine.now());
            throw new StuckException(StuckReport.explain(devices, what, clock.microsFromCycles(watch.lastProgress())));
        }
    }

    /** As {@link Host#runUntil}. */
    boolean runUntil(BooleanSupplier condition, double lookNanos) {
        if (condition.getAsBoolean()) {
            return true;
        }
        outsideWaits();
        lookCycles = Math.max(1, clock.cyclesFromNanos(lookNanos));
        if (!looks) {
            looks = true;
            engine.schedule(engine.now() + lookCycles, lookEvent, 0);
        }
        engine.runUntil(() -> condition.getAsBoolean() || isFaulted());
        lookCycles = 0;
        return condition.getAsBoolean();
    }

    /** Somebody outside waits from now on, if he has not already since the last call. */
    void outsideWaits() {
        if (outsideWaitsSince < 0) {
            outsideWaitsSince = engine.now();
        }
    }

    /** When the thread has begun to wait: now, or with the last time that somebody outside let the simulation run, in place of the call. */
    long waitsSince() {
        return outsideWaitsSince < 0 ? engine.now() : outsideWaitsSince;
    }

    /** As long as one look is on its way, nobody takes the threads that wait for stuck. */
    private void look(long now) {
        looks = lookCycles > 0 && engine.pending() > 0;
        if (looks) {
            for (Device device : devices) {
                if (device.memory().isShared()) {
                    device.gpu().memoryWritten();
                }
            }
            engine.schedule(now + lookCycles, lookEvent, 0);
        }
    }

    /** The host has changed something that threads may wait for. */
    void progressed() {
        watch.progressed();
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

    /** Rule ERR-4: every call after a fault gives the fault's error. */
    static void checkContext(Device device, String call) {
        CudaError error = stickyError(device);
        if (error != CudaError.SUCCESS) {
            throw new CudaException(error, call + " after a fault of an earlier kernel");
        }
    }

    /** The error of a device's fault, which stays; success if there was none. */
    static CudaError stickyError(Device device) {
        DeviceFault fault = device.runtime().fault();
        if (fault == null) {
            return CudaError.SUCCESS;
        }
        return switch (fault.kind()) {
            case ILLEGAL_ADDRESS -> CudaError.ILLEGAL_ADDRESS;
            case INVALID_ADDRESS_SPACE -> CudaError.INVALID_ADDRESS_SPACE;
            case MISALIGNED_ADDRESS -> CudaError.MISALIGNED_ADDRESS;
            case ASSERT -> CudaError.ASSERT;
            case TRAP, ENDED_BLOCK -> CudaError.LAUNCH_FAILURE;
            case ILLEGAL_INSTRUCTION -> CudaError.ILLEGAL_INSTRUCTION;
        };
    }
}
