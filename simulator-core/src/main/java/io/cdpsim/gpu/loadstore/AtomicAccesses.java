package io.cdpsim.gpu.loadstore;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.memory.AccessTiming;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.memory.LaneAddresses;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.kernel.semantics.AtomicSemantics;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.Scope;
import io.cdpsim.profile.GridBarrierSpec;
import io.cdpsim.warp.Lanes;
import org.jspecify.annotations.Nullable;

/** Runs the atomics of the warps of one SM. */
final class AtomicAccesses {
    private final @Nullable VisibilityFeed visibility;
    private final DeviceData data;
    private final AccessTiming timing;
    private final LaneAddresses addresses;
    private final AddressChecks checks;
    private final AccessEffects effects;
    private final GridBarrierSpec gridBarrier;
    private final boolean hasReductions;
    private final boolean timed;
    private final long[] oldValues = new long[Lanes.COUNT];
    private final long[] oldUpperValues = new long[Lanes.COUNT];

    AtomicAccesses(AccessParts parts) {
        this.timing = parts.timing();
        this.addresses = parts.addresses();
        this.checks = parts.checks();
        this.effects = parts.effects();
        visibility = parts.shared().visibility();
        data = parts.shared().data();
        gridBarrier = parts.shared().profile().gridBarrier();
        hasReductions = parts.shared().profile().computeCapability().isAtLeast(8, 0);
        timed = parts.shared().timed();
    }

    /** Whether lanes of a warp that update one word do so in one update. */
    boolean isElected(Instruction in) {
        return in.election().electsOn(hasReductions);
    }

    /** Runs an atomic, lane by lane; no other grid's access intervenes (rule MEM-12). @return false if it faulted */
    boolean run(Warp warp, Instruction in, int lanes, long time) {
        Modifiers.Atomic atomic = (Modifiers.Atomic) in.modifiers();
        addresses.gather(warp.state(), in.a(), atomic.space(), atomic.offsetBytes(), lanes);
        timing.startAtomic(warp.block().id());
        long ready = time;
        for (int left = lanes; left != 0; ) {
            AddressSpace space = addresses.spaceOfFirst(left);
            int group = addresses.lanesIn(space, left);
            left &= ~group;
            if (checks.isForeign(warp, in, atomic.space(), space)
                    && !checks.mayUseForeign(warp, in, space, group, time)) {
                return false;
            }
            if (!checks.check(warp, in, space, atomic.bytes(), group)
                    || (space == AddressSpace.CONSTANT && !checks.mayStoreToConstant(warp, in, group, time))) {
                return false;
            }
            effects.reachesNeighbours(warp, space, group);
            int changing = atomic.count() == 1
                    ? update(warp, in, atomic, space, group)
                    : updatePairs(warp, in, atomic, space, group);
            if (changing != 0) {
                effects.changed(space, group, atomic.bytes(), time);
            }
            if (timed) {
                timing.atomicChanges(changing);
                long there = timing.atomic(space, atomic, group, in.destination() >= 0, isElected(in), time)
                        + gridBarrierCycles(warp, space, group);
                ready = Math.max(ready, there);
                if (space == AddressSpace.GLOBAL) {
                    warp.drainedAt(there);
                }
            }
            timing.untimed(space, group, true);
        }
        if (timed && atomic.order().acquires() && atomic.scope() != Scope.BLOCK) {
            timing.acquires(ready);
        }
        if (in.destination() >= 0) {
            long[] registers = warp.state().registers();
            int first = warp.state().offset(in.destination());
            for (int m = lanes; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                registers[first + lane] = oldValues[lane];
                if (atomic.count() > 1) {
                    registers[first + Lanes.COUNT + lane] = oldUpperValues[lane];
                }
            }
            warp.loads(in, ready, time);
        }
        warp.storeDoneAt(ready);
        timing.taken(time);
        return true;
    }

    /** Extra time of an atomic in the grid's workspace, by which a block arrives at a barrier of the grid (rule K-4). */
    private int gridBarrierCycles(Warp warp, AddressSpace space, int group) {
        Grid grid = warp.block().grid();
        if (space != AddressSpace.GLOBAL || !grid.isInWorkspace(addresses.of(Integer.numberOfTrailingZeros(group)))) {
            return 0;
        }
        // Rule K-4.
        double thousands = grid.totalBlocks() / 1e3;
        return gridBarrier.arrivalCycles() + (int) Math.round(gridBarrier.contentionCycles() * thousands * thousands);
    }

    /** @return the lanes that change their words */
    private int update(Warp warp, Instruction in, Modifiers.Atomic atomic, AddressSpace space, int group) {
        LaneState state = warp.state();
        long[] operands = state.source(in.b());
        int operand = state.offset(in.b());
        boolean hasSwap = atomic.operation() == AtomicOperation.COMPARE_AND_SWAP;
        long[] swaps = hasSwap ? state.source(in.c()) : operands;
        int swap = hasSwap ? state.offset(in.c()) : operand;
        ValueType type = atomic.type();
        long before = -1;
        long held = 0;
        int changed = 0;
        for (int m = group; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            long address = addresses.of(lane);
            boolean isShared = data.isSharedWord(space, address, type);
            long old;
            long value;
            do {
                // Consecutive lanes on one word pass its value on; the last of them stores it.
                old = address == before && !isShared ? held : data.load(warp.memory(), lane, space, address, type);
                long a = operands[operand + lane];
                long b = swaps[swap + lane];
                value = space == AddressSpace.GLOBAL
                        ? AtomicSemantics.resultInGlobal(atomic.operation(), type, old, a, b)
                        : AtomicSemantics.result(atomic.operation(), type, old, a, b);
            } while (isShared && !data.replaced(space, address, type, old, value));
            oldValues[lane] = old;
            if (visibility != null && effects.areWatched(space)) {
                boolean writes = !hasSwap || AtomicSemantics.same(type, old, operands[operand + lane]);
                visibility.updates(warp.watched(), in, atomic, lane, address, writes, value);
            }
            changed |= old != value ? 1 << lane : 0;
            int others = m & m - 1;
            boolean isLast =
                    visibility != null || others == 0 || addresses.of(Integer.numberOfTrailingZeros(others)) != address;
            if (isLast && !isShared) {
                data.put(warp.memory(), lane, space, address, type, value);
            }
            before = address;
            held = value;
        }
        return changed;
    }

    /** Exchanges words of 128 bits, or compares and swaps them. @return the lanes that change their words */
    private int updatePairs(Warp warp, Instruction in, Modifiers.Atomic atomic, AddressSpace space, int group) {
        LaneState state = warp.state();
        boolean compares = atomic.operation() == AtomicOperation.COMPARE_AND_SWAP;
        int operand = state.offset(in.b());
        int replacement = compares ? state.offset(in.c()) : operand;
        ValueType type = atomic.type();
        int changed = 0;
        for (int m = group; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            long lower = addresses.of(lane);
            long upper = lower + type.bytes();
            long oldLower = data.load(warp.memory(), lane, space, lower, type);
            long oldUpper = data.load(warp.memory(), lane, space, upper, type);
            oldValues[lane] = oldLower;
            oldUpperValues[lane] = oldUpper;
            long[] registers = state.registers();
            boolean writes = !compares
                    || (registers[operand + lane] == oldLower && registers[operand + Lanes.COUNT + lane] == oldUpper);
            long newLower = writes ? registers[replacement + lane] : oldLower;
            long newUpper = writes ? registers[replacement + Lanes.COUNT + lane] : oldUpper;
            if (visibility != null && VisibilityFeed.watches(space)) {
                visibility.updates(warp.watched(), in, atomic, lane, lower, writes, newLower);
                visibility.updates(warp.watched(), in, atomic, lane, upper, writes, newUpper);
            }
            if (writes) {
                data.put(warp.memory(), lane, space, lower, type, newLower);
                data.put(warp.memory(), lane, space, upper, type, newUpper);
                changed |= newLower != oldLower || newUpper != oldUpper ? 1 << lane : 0;
            }
        }
        return changed;
    }
}
