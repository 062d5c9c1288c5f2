package io.cdpsim.gpu.async;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.gpu.call.WarpDevice;
import io.cdpsim.gpu.loadstore.AddressChecks;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.memory.LaneAddresses;
import io.cdpsim.gpu.memory.SharedAndLocalMemory;
import io.cdpsim.gpu.progress.MbarrierWait;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.queue.ServiceQueue;
import io.cdpsim.gpu.sm.Sm;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.MbarrierOperation;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.kernel.execution.SimtStack;
import io.cdpsim.kernel.semantics.MbarrierSemantics;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.MbarrierSpec;
import io.cdpsim.warp.Lanes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs operations on mbarrier objects, and parks warps that wait for a phase of one.
 *
 * <p>A {@code try_wait} that fails takes its warp out of the agenda until the phase completes or the hardware's time limit is over. Where
 * other lanes of the warp may be those waited for, they run first.
 */
final class MbarrierUnit {
    private final WarpDevice device;
    private final DeviceData data;
    private final ProgressMonitor watch;
    private final @Nullable VisibilityFeed visibility;
    private final LaneAddresses addresses;
    private final AddressChecks checks;
    private final MbarrierSpec spec;
    private final long suspendCycles;
    private final ServiceQueue[] operations;
    private final long interval;
    private final Engine engine;
    private final int arrival;
    private final Map<Long, Message> messages = new HashMap<>();
    private final boolean timed;
    private long sent;
    private final long[] states = new long[Lanes.COUNT];

    MbarrierUnit(
            GpuProfile profile,
            Engine engine,
            WarpDevice device,
            DeviceData data,
            ProgressMonitor watch,
            @Nullable VisibilityFeed visibility,
            boolean timed) {
        this.engine = engine;
        this.timed = timed;
        arrival = engine.register(this::arrives);
        this.device = device;
        this.data = data;
        addresses = new LaneAddresses(data.registered());
        this.watch = watch;
        this.visibility = visibility;
        checks = new AddressChecks(device, data, profile.limits().stackBytes(), addresses);
        spec = profile.mbarrier();
        interval = timed ? ServiceQueue.fractions(spec.intervalCycles()) : 0;
        suspendCycles = Math.max(1, profile.clock().cyclesFromNanos(spec.suspendNanos()));
        operations = new ServiceQueue[profile.sm().count()];
        Arrays.setAll(operations, i -> new ServiceQueue());
    }

    private boolean gather(Warp warp, Instruction in, StateSpace space, long offset, int lanes) {
        addresses.gather(warp.state(), in.a(), space, offset, lanes);
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            if (addresses.lanesIn(AddressSpace.SHARED, 1 << lane) == 0) {
                device.fault(
                        DeviceFault.Kind.ILLEGAL_ADDRESS,
                        warp,
                        in,
                        lane,
                        "an mbarrier object at 0x" + Long.toHexString(addresses.of(lane))
                                + ", which is not in shared memory");
                return false;
            }
        }
        return checks.check(warp, in, AddressSpace.SHARED, Long.BYTES, lanes);
    }

    /** Runs an operation. @return the cycle at which the warp continues, or -1 if it faulted */
    long update(Sm sm, Warp warp, Instruction in, int lanes, long issued) {
        long time = operations[sm.index()].serve(issued, interval);
        Modifiers.Mbarrier mbarrier = (Modifiers.Mbarrier) in.modifiers();
        if (!gather(warp, in, mbarrier.space(), mbarrier.offsetBytes(), lanes)) {
            return -1;
        }
        LaneState state = warp.state();
        boolean reachesNeighbour = false;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            long address = addresses.of(lane);
            int count = in.b() == Instruction.NO_OPERAND ? 0 : (int) state.value(in.b(), lane);
            Block owner = warp.block().ownerOf(address);
            if (visibility != null && mbarrier.releases()) {
                VisibilityFeed.arrives(warp.watched(), 1 << lane, owner.mbarrier(offset(address)));
            }
            if (owner != warp.block()) {
                reachesNeighbour = true;
                send(warp, in, lane, owner, offset(address), count, time);
            } else {
                states[lane] = word(owner, offset(address));
                String fault = apply(mbarrier, owner, offset(address), count, time + spec.wakeCycles());
                if (!fault.isEmpty()) {
                    device.fault(DeviceFault.Kind.ILLEGAL_INSTRUCTION, warp, in, lane, fault);
                    return -1;
                }
            }
        }
        watch.progressed();
        if (in.destination() >= 0) {
            state.move(in.destination(), lanes, states);
            warp.resultsReadyAt(in, time + spec.arriveCycles());
        }
        state.stack().advance();
        return warp.scheduler().afterIssue(time) + (reachesNeighbour && timed ? spec.neighbourArriveCycles() : 0);
    }

    private static long word(Block owner, int offset) {
        return DeviceData.load(owner.shared(), offset, ValueType.S64);
    }

    /** Changes an object. @return what is wrong; empty if nothing is */
    private String apply(Modifiers.Mbarrier mbarrier, Block owner, int offset, int count, long wakeAt) {
        MbarrierOperation operation = mbarrier.operation();
        long before = word(owner, offset);
        String fault = fault(mbarrier, before, count);
        if (!fault.isEmpty()) {
            return fault;
        }
        long after = MbarrierSemantics.after(operation, before, count);
        DeviceData.store(owner.shared(), offset, ValueType.S64, after);
        if (operation == MbarrierOperation.INIT || operation == MbarrierOperation.INVALIDATE) {
            owner.renewMbarrier(offset);
        } else if (MbarrierSemantics.completes(before, after)) {
            completed(owner, offset, wakeAt);
        }
        return "";
    }

    /** An operation on its way to another block of the cluster. */
    private record Message(Warp warp, Instruction in, int lane, Block owner, long grid, int offset, int count) {}

    private void send(Warp warp, Instruction in, int lane, Block owner, int offset, int count, long time) {
        long number = sent++;
        messages.put(number, new Message(warp, in, lane, owner, owner.grid().number(), offset, count));
        long way = timed ? Math.max(1, spec.neighbourWakeCycles() - spec.wakeCycles()) : 1;
        engine.schedule(Math.max(time + way, engine.now()), arrival, number);
    }

    private void arrives(long now, long number) {
        Message message = messages.remove(number);
        if (message == null || device.isFaulted() || message.owner().grid().number() != message.grid()) {
            return;
        }
        watch.progressed();
        Modifiers.Mbarrier mbarrier = (Modifiers.Mbarrier) message.in().modifiers();
        String fault = apply(mbarrier, message.owner(), message.offset(), message.count(), now + spec.wakeCycles());
        if (!fault.isEmpty()) {
            device.fault(DeviceFault.Kind.ILLEGAL_INSTRUCTION, message.warp(), message.in(), message.lane(), fault);
        }
    }

    private static String fault(Modifiers.Mbarrier mbarrier, long before, int count) {
        MbarrierOperation operation = mbarrier.operation();
        if (operation == MbarrierOperation.INIT && (count < 1 || count > MbarrierSemantics.MOST_ARRIVALS)) {
            return "mbarrier.init with a count of " + count + "; it takes 1 to " + MbarrierSemantics.MOST_ARRIVALS;
        }
        if (MbarrierSemantics.exceeds(operation, before, count)) {
            return count + " arrivals at an mbarrier object whose phase expects " + MbarrierSemantics.pending(before)
                    + " more; initialize it with the number of threads that arrive in each phase";
        }
        return !mbarrier.completes()
                        && MbarrierSemantics.completes(before, MbarrierSemantics.after(operation, before, count))
                ? "an arrival with .noComplete completes the phase of its mbarrier object"
                : "";
    }

    /** Bytes of a bulk copy have come. */
    void received(Block block, long address, int bytes, long time) {
        Block owner = block.ownerOf(address);
        int offset = offset(address);
        long before = word(owner, offset);
        long after = MbarrierSemantics.after(MbarrierOperation.COMPLETE_TX, before, bytes);
        DeviceData.store(owner.shared(), offset, ValueType.S64, after);
        if (MbarrierSemantics.completes(before, after)) {
            completed(owner, offset, time);
        }
    }

    /** A phase of an object has completed: the block's warps that wait look at theirs. */
    private void completed(Block owner, int offset, long wakeAt) {
        watch.progressed();
        if (visibility != null) {
            owner.mbarrier(offset).complete();
        }
        if (owner.mbarrierWaits().isEmpty()) {
            return;
        }
        for (Warp warp : owner.mbarrierWaits()) {
            device.hasten(warp, wakeAt);
        }
        owner.mbarrierWaits().clear();
    }

    /** The offset in the shared memory of the block that an address points into. */
    private static int offset(long address) {
        return (int) address & (1 << SharedAndLocalMemory.WINDOW_SHIFT) - 1;
    }

    /** Tests a phase. @return the cycle at which the warp continues, or -1 if it waits or faulted */
    long test(Sm sm, Warp warp, Instruction in, int lanes, long issued) {
        long time = warp.mbarrierWait().isSuspended() ? issued : operations[sm.index()].serve(issued, interval);
        Modifiers.MbarrierWait test = (Modifiers.MbarrierWait) in.modifiers();
        MbarrierWait wait = warp.mbarrierWait();
        boolean wasSuspended = wait.resume();
        if (wasSuspended) {
            warp.goesOn();
            warp.block().mbarrierWaits().remove(warp);
        }
        if (!gather(warp, in, test.space(), test.offsetBytes(), lanes)) {
            return -1;
        }
        LaneState state = warp.state();
        int held = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            long word = data.load(warp.memory(), lane, AddressSpace.SHARED, addresses.of(lane), ValueType.S64);
            long b = state.value(in.b(), lane);
            int phase = test.ofParity() ? (int) b & 1 : MbarrierSemantics.parity(b);
            if (phase != MbarrierSemantics.parity(word)) {
                held |= 1 << lane;
            }
        }
        boolean yields = held != lanes
                && wait.yields()
                && state.stack().activeLanes() != state.stack().liveLanes();
        if (held != lanes && test.suspends() && !yields && (!wasSuspended || !wait.isOver(time))) {
            suspend(warp, wasSuspended, time);
            return -1;
        }
        if (visibility != null && test.acquires()) {
            for (int m = held; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                VisibilityFeed.awaits(warp.watched(), 1 << lane, warp.block().mbarrier(offset(addresses.of(lane))));
            }
        }
        state.setPredicate(in.destination(), lanes, held);
        long ready = wasSuspended ? time : time + spec.testCycles();
        warp.resultsReadyAt(in, ready);
        SimtStack stack = state.stack();
        stack.advance();
        if (held == lanes) {
            wait.succeeded();
        } else if (yields && stack.yieldToOthers(at -> true)) {
            wait.yielded();
        }
        return warp.scheduler().afterIssue(time);
    }

    private void suspend(Warp warp, boolean again, long time) {
        MbarrierWait wait = warp.mbarrierWait();
        wait.suspend(again, time + suspendCycles, watch.lastProgress());
        warp.waitsAtMbarrier();
        warp.block().mbarrierWaits().add(warp);
        if (wait.until() >= 0) {
            device.schedule(warp, wait.until());
        }
    }
}
