package io.cdpsim.gpu.async;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.gpu.call.WarpDevice;
import io.cdpsim.gpu.loadstore.AddressChecks;
import io.cdpsim.gpu.memory.AccessTiming;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.memory.LaneAddresses;
import io.cdpsim.gpu.memory.SharedAndLocalMemory;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.queue.BulkGroups;
import io.cdpsim.gpu.sm.Sm;
import io.cdpsim.gpu.spin.SpinParking;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.kernel.semantics.AtomicSemantics;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.profile.BulkCopySpec;
import io.cdpsim.profile.GpuProfile;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs bulk copies between global and shared memory (PTX ISA, {@code cp.async.bulk}). The bytes move when a copy completes, so a thread that
 * does not wait finds what was there before.
 */
final class BulkCopies {
    private static final int GRANULE_BYTES = 16;

    /** A bulk copy that has not completed. */
    private record Copy(
            Sm sm,
            Warp warp,
            Block block,
            long gridNumber,
            long blockIndex,
            long target,
            long source,
            int bytes,
            long mbarrier,
            @Nullable AtomicOperation operation,
            ValueType type) {}

    private final Engine engine;
    private final WarpDevice device;
    private final DeviceData data;
    private final ProgressMonitor watch;
    private final int completion;
    private final Map<Long, Copy> outstanding = new HashMap<>();
    private long started;
    private final SpinParking<?> spinParking;
    private final @Nullable VisibilityFeed visibility;
    private final MbarrierUnit mbarriers;
    private final BulkCopySpec spec;
    private final AddressChecks targetChecks;
    private final AddressChecks sourceChecks;
    private final AddressChecks mbarrierChecks;
    private final LaneAddresses targets;
    private final LaneAddresses sources;
    private final LaneAddresses objects;
    private final boolean timed;

    BulkCopies(
            GpuProfile profile,
            Engine engine,
            WarpDevice device,
            DeviceData data,
            SpinParking<?> spinParking,
            ProgressMonitor watch,
            @Nullable VisibilityFeed visibility,
            MbarrierUnit mbarriers,
            boolean timed) {
        this.engine = engine;
        this.device = device;
        this.data = data;
        targets = new LaneAddresses(data.registered());
        sources = new LaneAddresses(data.registered());
        objects = new LaneAddresses(data.registered());
        this.spinParking = spinParking;
        this.watch = watch;
        this.visibility = visibility;
        this.mbarriers = mbarriers;
        this.timed = timed;
        spec = profile.bulkCopy();
        int stackBytes = profile.limits().stackBytes();
        targetChecks = new AddressChecks(device, data, stackBytes, targets);
        sourceChecks = new AddressChecks(device, data, stackBytes, sources);
        mbarrierChecks = new AddressChecks(device, data, stackBytes, objects);
        completion = engine.register(this::complete);
    }

    /** Starts a copy of each lane. @return the cycle at which the warp continues, or -1 if it faulted */
    long start(Sm sm, Warp warp, Instruction in, int lanes, long time) {
        Modifiers.BulkCopy copy = (Modifiers.BulkCopy) in.modifiers();
        LaneState state = warp.state();
        targets.gather(state, in.a(), copy.target(), 0, lanes);
        sources.gather(state, in.b(), copy.source(), 0, lanes);
        if (copy.mbarrier() != Instruction.NO_OPERAND) {
            objects.gather(state, copy.mbarrier(), StateSpace.SHARED_CLUSTER, 0, lanes);
        }
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            int bytes = (int) state.value(in.c(), lane);
            if (!check(warp, in, copy, lane, bytes)) {
                return -1;
            }
            if (bytes > 0) {
                int blocks = copy.blocks() == Instruction.NO_OPERAND ? 0 : (int) state.value(copy.blocks(), lane);
                start(sm, warp, copy, lane, bytes, blocks, time);
            }
        }
        state.stack().advance();
        return warp.scheduler().afterIssue(time) + spec.issueCycles();
    }

    private boolean check(Warp warp, Instruction in, Modifiers.BulkCopy copy, int lane, int bytes) {
        long target = targets.of(lane);
        long source = sources.of(lane);
        if (bytes < 0 || ((bytes | target | source) & GRANULE_BYTES - 1) != 0) {
            device.fault(
                    DeviceFault.Kind.MISALIGNED_ADDRESS,
                    warp,
                    in,
                    lane,
                    "a bulk copy of " + bytes + " bytes from 0x" + Long.toHexString(source) + " to 0x"
                            + Long.toHexString(target) + "; all three must be multiples of " + GRANULE_BYTES);
            return false;
        }
        int group = 1 << lane;
        return reaches(targetChecks, warp, in, targets, bytes, group)
                && reaches(sourceChecks, warp, in, sources, bytes, group)
                && (copy.mbarrier() == Instruction.NO_OPERAND
                        || mbarrierChecks.check(warp, in, AddressSpace.SHARED, Long.BYTES, group));
    }

    private boolean reaches(
            AddressChecks checks, Warp warp, Instruction in, LaneAddresses addresses, int bytes, int group) {
        AddressSpace space = addresses.spaceOfFirst(group);
        long address = addresses.of(Integer.numberOfTrailingZeros(group));
        for (int at = 0; at < bytes; at += GRANULE_BYTES) {
            if (!data.reachable(warp.memory(), space, address + at, GRANULE_BYTES)) {
                checks.outside(warp, in, bytes, Integer.numberOfTrailingZeros(group));
                return false;
            }
        }
        return true;
    }

    private void start(Sm sm, Warp warp, Modifiers.BulkCopy copy, int lane, int bytes, int blocks, long time) {
        boolean stores = copy.target() == StateSpace.GLOBAL;
        boolean loads = copy.source() == StateSpace.GLOBAL;
        long target = targets.of(lane);
        long source = sources.of(lane);
        if (visibility != null) {
            if (loads) {
                visibility.readsBytes(warp.watched(), lane, source, bytes);
            }
            if (stores) {
                visibility.writesBytes(warp.watched(), lane, target, bytes);
            }
        }
        AccessTiming timing = sm.accesses();
        long done = !timed
                ? time + 1
                : loads
                        ? timing.bulkLoad(source, bytes, time)
                        : stores
                                ? timing.bulkStore(target, bytes, time)
                                : timing.bulkToNeighbour(bytes, time) + spec.neighbourCycles();
        if (stores) {
            warp.bulkGroups().add(lane, done + 1);
        }
        long object = copy.mbarrier() == Instruction.NO_OPERAND ? -1 : objects.of(lane);
        if (blocks == 0) {
            send(sm, warp, copy, target, source, bytes, object, done);
            return;
        }
        // Each block of the mask gets the bytes at the same place, and its object counts them.
        for (int mask = blocks & 0xFFFF; mask != 0; mask &= mask - 1) {
            int rank = Integer.numberOfTrailingZeros(mask);
            send(sm, warp, copy, at(target, rank), source, bytes, at(object, rank), done);
        }
    }

    /** The same place in the shared memory of the block with a rank. */
    private static long at(long address, int rank) {
        long inner = address & (1L << SharedAndLocalMemory.WINDOW_SHIFT) - 1;
        return AddressMap.SHARED_BASE + ((rank + 1L) << SharedAndLocalMemory.WINDOW_SHIFT) + inner;
    }

    private void send(
            Sm sm, Warp warp, Modifiers.BulkCopy copy, long target, long source, int bytes, long object, long done) {
        Block block = warp.block();
        Copy outgoing = new Copy(
                sm,
                warp,
                block,
                block.grid().number(),
                block.index(),
                target,
                source,
                bytes,
                object,
                copy.operation(),
                copy.type());
        sm.awaitsCopy(done);
        long number = started++;
        outstanding.put(number, outgoing);
        engine.schedule(Math.max(done, engine.now()), completion, number);
    }

    /** Waits for bulk groups, or closes one. @return the cycle at which the warp continues */
    long group(Warp warp, Instruction in, int lanes, long time) {
        Modifiers.BulkGroup group = (Modifiers.BulkGroup) in.modifiers();
        warp.state().stack().advance();
        BulkGroups groups = warp.bulkGroups();
        long next = warp.scheduler().afterIssue(time);
        if (!group.waits()) {
            groups.commit(lanes);
            return next;
        }
        long read = groups.completed(lanes, group.groups(), next);
        return group.ofReads() || read == next ? read : read + spec.writeCycles();
    }

    /** Moves the bytes of a copy that completes. */
    private void complete(long now, long number) {
        Copy copy = outstanding.remove(number);
        if (copy == null || device.isFaulted()) {
            return;
        }
        watch.progressed();
        copy.sm().copyComes();
        Block block = copy.block();
        if (block.grid().number() != copy.gridNumber() || block.index() != copy.blockIndex()) {
            // The block has ended without a wait for its copy, whose shared memory is another block's now.
            return;
        }
        byte[] bytes = new byte[copy.bytes()];
        boolean toShared = AddressMap.spaceOf(copy.target()) == AddressSpace.SHARED;
        read(copy, copy.source(), bytes);
        AtomicOperation operation = copy.operation();
        if (operation != null) {
            combine(copy, operation, bytes);
        }
        for (int i = 0; i < bytes.length; i += Long.BYTES) {
            data.put(
                    copy.warp().memory(),
                    0,
                    AddressMap.spaceOf(copy.target()),
                    copy.target() + i,
                    ValueType.S64,
                    DeviceData.load(bytes, i, ValueType.S64));
        }
        if (!toShared && spinParking.isWatching()) {
            spinParking.changed(copy.target(), copy.bytes(), now);
        }
        if (copy.mbarrier() >= 0) {
            mbarriers.received(block, copy.mbarrier(), copy.bytes(), now);
        }
    }

    private void read(Copy copy, long address, byte[] into) {
        for (int i = 0; i < into.length; i += Long.BYTES) {
            long value = data.load(copy.warp().memory(), 0, AddressMap.spaceOf(address), address + i, ValueType.S64);
            DeviceData.store(into, i, ValueType.S64, value);
        }
    }

    private void combine(Copy copy, AtomicOperation operation, byte[] bytes) {
        byte[] present = new byte[bytes.length];
        read(copy, copy.target(), present);
        ValueType type = copy.type();
        for (int i = 0; i < bytes.length; i += type.bytes()) {
            long old = DeviceData.load(present, i, type);
            long value = DeviceData.load(bytes, i, type);
            DeviceData.store(bytes, i, type, AtomicSemantics.result(operation, type, old, value, 0));
        }
    }
}
