package io.cdpsim.gpu.loadstore;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.grid.TextureCache;
import io.cdpsim.gpu.issue.Scoreboard;
import io.cdpsim.gpu.memory.AccessTiming;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.memory.LaneAddresses;
import io.cdpsim.gpu.posted.PostedAccesses;
import io.cdpsim.gpu.posted.RequestOrder;
import io.cdpsim.gpu.progress.SmProgress;
import io.cdpsim.gpu.spin.SpinParking;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.kernel.semantics.AtomicSemantics;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.profile.GridBarrierSpec;
import io.cdpsim.warp.Lanes;
import org.jspecify.annotations.Nullable;

/**
 * Runs the loads, stores and atomics of the warps of one SM: moves the values, and takes their timing from {@link AccessTiming}.
 *
 * <p>Values are read and written at issue. Timing decides when registers are ready and how long ports, caches, slices and channels
 * are busy.
 */
public final class LoadStoreUnit {
    private static final int MATRIX_ROWS = 8;
    private static final int ROW_WORDS = 4;
    private static final int LANES_OF_A_ROW = 4;

    private final @Nullable VisibilityFeed visibility;
    private final SmProgress watch;
    private final SpinParking<Warp> spinParking;
    private final DeviceData data;
    private final LaneAddresses addresses;

    private final AccessTiming timing;
    private final GridBarrierSpec gridBarrier;
    private final boolean timed;
    private final AddressChecks checks;
    private final @Nullable PostedAccesses<Warp> posted;

    /** The lanes of the access that is about to be posted; 0 without one. */
    private int postedLanes;

    private long postedAt;
    private final long[] oldValues = new long[Lanes.COUNT];
    private final long[] oldUpperValues = new long[Lanes.COUNT];

    /** @param sm the number of the SM */
    public LoadStoreUnit(int sm, LoadStoreContext shared, SmProgress watch) {
        visibility = shared.visibility();
        this.watch = watch;
        spinParking = shared.spinParking();
        data = shared.data();
        addresses = new LaneAddresses(data.registered());
        gridBarrier = shared.profile().gridBarrier();
        timing = new AccessTiming(place(sm, shared), shared.profile(), shared.memory(), addresses, shared.timed());
        timed = shared.timed();
        RequestOrder<Warp> order = shared.posted();
        posted = order == null ? null : order.addSm(timing);
        int stackBytes = shared.profile().limits().stackBytes();
        checks = new AddressChecks(shared.device(), data, stackBytes, addresses);
    }

    /** Timing of the unit's instructions. */
    public AccessTiming timing() {
        return timing;
    }

    /**
     * Its place among the SMs as the L2 cache sees it. Lone blocks run on the first SM, and on both GPUs that SM is near to the first words of memory ({@code latency atomic_add_return},
     * {@code atomics add_same_address} of one block).
     */
    private static int place(int sm, LoadStoreContext shared) {
        return (sm + 1) % shared.profile().sm().count();
    }

    /** What the SM posts; null if it posts nothing. */
    public @Nullable PostedAccesses<Warp> posted() {
        return posted;
    }

    /**
     * Whether the next instruction of a warp, a load or a store, can run ahead of the clock: it affects the SM alone, or can be posted. If so, it runs next.
     *
     * @param cycle its place in the order of accesses
     */
    public boolean mayPost(Warp warp, Instruction in, long cycle) {
        Modifiers.Access access = (Modifiers.Access) in.modifiers();
        int lanes = warp.state().lanesOf(in);
        postedLanes = 0;
        if (lanes == 0) {
            return true;
        }
        addresses.gather(warp.state(), in.a(), access, lanes);
        AddressSpace space = addresses.spaceOfFirst(lanes);
        boolean isLoad = in.opcode() == Opcode.LOAD;
        if (addresses.lanesIn(space, lanes) != lanes
                || !checks.passes(warp, space, access.bytes(), lanes)
                || checks.isForeign(warp, in, access.space(), space)) {
            return false;
        }
        if (space == AddressSpace.LOCAL || (space == AddressSpace.CONSTANT && isLoad)) {
            return true;
        }
        if (space != AddressSpace.GLOBAL
                || access.cache().isOfTextures()
                || !data.peers().isEmpty()
                || data.global().isShared()
                || (isLoad ? warp.spin().collects() : spinParking.isWatching())
                || !timing.mayPost(lanes, access.bytes())) {
            return false;
        }
        if (isLoad && timing.hasAll(access)) {
            // Its values are needed before others have stored what they store until then.
            return false;
        }
        postedLanes = lanes;
        postedAt = cycle;
        return true;
    }

    private void postLoad(PostedAccesses<Warp> to, Warp warp, Instruction in, Modifiers.Access access, long time) {
        int register = warp.state().stack().registerWindow() + in.destination();
        to.load(warp, access, postedLanes, addresses.all(), register, postedAt, time);
        warp.registersReadyAt(in.destination(), access.count(), Scoreboard.UNKNOWN);
        timing.taken(time);
    }

    private void postStore(PostedAccesses<Warp> to, Warp warp, Instruction in, Modifiers.Access access, long time) {
        LaneState state = warp.state();
        to.store(
                warp, access, postedLanes, addresses.all(), state.source(in.b()), state.offset(in.b()), postedAt, time);
        warp.postsStore();
        timing.taken(time);
    }

    /**
     * A load that queues for a word of the host's memory reads the value when it is served, not when it issues: it
     * issues again at that cycle.
     *
     * @return when the host's memory is read, or the given time if the load does not queue
     */
    public long hostReadsAt(Warp warp, Instruction in, int lanes, long time) {
        if (!timed || timing.linkQuietAt() <= time) {
            return time;
        }
        Modifiers.Access access = (Modifiers.Access) in.modifiers();
        addresses.gather(warp.state(), in.a(), access, lanes);
        int group = addresses.lanesIn(AddressSpace.MAPPED, lanes);
        long answer = timing.hostAnswer(group, access.bytes(), time);
        if (answer == 0) {
            return time;
        }
        warp.hostAnswersAt(answer);
        return timing.hostReadsAt(answer);
    }

    /** Runs a load. @return false if it faulted */
    public boolean load(Warp warp, Instruction in, int lanes, long time) {
        Modifiers.Access access = (Modifiers.Access) in.modifiers();
        if (postedLanes != 0 && posted != null) {
            postLoad(posted, warp, in, access, time);
            postedLanes = 0;
            return true;
        }
        addresses.gather(warp.state(), in.a(), access, lanes);
        long ready = time;
        for (int left = lanes; left != 0; ) {
            AddressSpace space = addresses.spaceOfFirst(left);
            int group = addresses.lanesIn(space, left);
            left &= ~group;
            if (checks.isForeign(warp, in, access.space(), space)) {
                if (!checks.mayUseForeign(warp, in, space, group, time)) {
                    return false;
                }
                if (checks.isOtherThreadsStack(warp, space, access.bytes(), group)) {
                    noteLoad(warp, space, group, access.bytes());
                    continue;
                }
            }
            if (!checks.check(warp, in, space, access.bytes(), group)) {
                return false;
            }
            noteNeighbours(warp, space, group);
            boolean showsOld = visibility != null
                    && watches(space)
                    && visibility.loads(warp.watched(), access, addresses.all(), group);
            moveIn(warp, in, access, space, group);
            if (showsOld && visibility != null) {
                visibility.showOldValues(warp.watched(), in, access, addresses.all(), group);
            }
            noteLoad(warp, space, group, access.bytes());
            if (timed) {
                long hostAnswer = space == AddressSpace.MAPPED ? warp.takeHostAnswer() : 0;
                long there = timing.load(space, access, group, hostAnswer, time);
                ready = Math.max(ready, space == AddressSpace.GLOBAL ? warp.loadReturnsAt(there) : there);
            }
            timing.untimed(space, group, false);
        }
        if (timed) {
            warp.registersReadyAt(in.destination(), access.count(), ready);
            timing.taken(time);
        }
        return true;
    }

    /** Whether the checker needs accesses to a space; it does not know those to the shared memory of other blocks. */
    private boolean watches(AddressSpace space) {
        return VisibilityFeed.watches(space) && (space != AddressSpace.SHARED || !addresses.reachesNeighbour());
    }

    /** Reports accesses to the shared memory of other blocks of the cluster. */
    private void noteNeighbours(Warp warp, AddressSpace space, int group) {
        if (visibility == null || space != AddressSpace.SHARED || !addresses.reachesNeighbour()) {
            return;
        }
        for (int m = group; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            Block owner = warp.block().ownerOf(addresses.of(lane));
            if (owner != warp.block()) {
                visibility.reachesNeighbour(warp.watched(), lane, owner.neighbours());
            }
        }
    }

    private void noteLoad(Warp warp, AddressSpace space, int group, int bytes) {
        if (space != AddressSpace.GLOBAL) {
            SpinParking.disturbed(warp);
        } else if (warp.spin().collects()) {
            for (int m = group; m != 0; m &= m - 1) {
                long address = addresses.of(Integer.numberOfTrailingZeros(m));
                if (data.peers().isElsewhere(address)) {
                    // Nobody reports changes of another device's memory to this one.
                    SpinParking.disturbed(warp);
                    return;
                }
                spinParking.loaded(warp, address, bytes);
            }
        }
    }

    /** Memory has changed, which may end a thread's wait. */
    private void noteChange(AddressSpace space, int group, int bytes, long time) {
        watch.progressed();
        if (space != AddressSpace.GLOBAL) {
            return;
        }
        if (spinParking.isWatching()) {
            for (int m = group; m != 0; m &= m - 1) {
                spinParking.changed(addresses.of(Integer.numberOfTrailingZeros(m)), bytes, time);
            }
        }
        data.peers().written(addresses.all(), group);
    }

    private void moveIn(Warp warp, Instruction in, Modifiers.Access access, AddressSpace space, int group) {
        if (access.cache().isOfTextures()) {
            fetchTexture(warp, in, access, space, group);
            return;
        }
        LaneState state = warp.state();
        int first = state.offset(in.destination());
        if (addresses.isOne(group) && space != AddressSpace.LOCAL) {
            data.loadOne(
                    warp.memory(),
                    space,
                    addresses.of(Integer.numberOfTrailingZeros(group)),
                    group,
                    access.type(),
                    access.count(),
                    state.registers(),
                    first);
            return;
        }
        data.load(
                warp.memory(), space, addresses.all(), group, access.type(), access.count(), state.registers(), first);
    }

    /** The texture cache holds what the grid has fetched, whatever is written later (rule MEM-10). */
    private void fetchTexture(Warp warp, Instruction in, Modifiers.Access access, AddressSpace space, int group) {
        TextureCache cache = warp.block().grid().textures();
        long[] registers = warp.state().registers();
        ValueType type = access.type();
        for (int m = group; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            int register = warp.state().offset(in.destination()) + lane;
            for (int k = 0; k < access.count(); k++) {
                long address = addresses.of(lane) + (long) k * type.bytes();
                int place = cache.place(address);
                if (!cache.holds(place, type.bytes())) {
                    cache.keep(place, type.bytes(), data.load(warp.memory(), lane, space, address, type));
                }
                registers[register + k * Lanes.COUNT] = DeviceData.load(cache.bytes(), place, type);
            }
        }
    }

    /** Runs a store. @return false if it faulted */
    public boolean store(Warp warp, Instruction in, int lanes, long time) {
        Modifiers.Access access = (Modifiers.Access) in.modifiers();
        if (postedLanes != 0 && posted != null) {
            postStore(posted, warp, in, access, time);
            postedLanes = 0;
            return true;
        }
        addresses.gather(warp.state(), in.a(), access, lanes);
        for (int left = lanes; left != 0; ) {
            AddressSpace space = addresses.spaceOfFirst(left);
            int group = addresses.lanesIn(space, left);
            left &= ~group;
            if (checks.isForeign(warp, in, access.space(), space)) {
                if (!checks.mayUseForeign(warp, in, space, group, time)) {
                    return false;
                }
                if (checks.isOtherThreadsStack(warp, space, access.bytes(), group)) {
                    continue;
                }
            }
            if (!checks.check(warp, in, space, access.bytes(), group)
                    || (space == AddressSpace.CONSTANT && !checks.mayStoreToConstant(warp, in, group, time))) {
                return false;
            }
            noteNeighbours(warp, space, group);
            if (visibility != null && watches(space)) {
                visibility.stores(warp.watched(), in, access, addresses.all(), group);
            }
            // Rule MEM-2: visible from now on to grids that the thread launches next.
            if (moveOut(warp, in, access, space, group)) {
                noteChange(space, group, access.bytes(), time);
            }
            if (timed) {
                warp.storeDoneAt(timing.store(space, access, group, time));
            }
            timing.untimed(space, group, true);
        }
        if (timed) {
            timing.taken(time);
        }
        return true;
    }

    private boolean moveOut(Warp warp, Instruction in, Modifiers.Access access, AddressSpace space, int group) {
        LaneState state = warp.state();
        int first = state.offset(in.b());
        return data.store(
                warp.memory(),
                space,
                addresses.all(),
                group,
                access.type(),
                access.count(),
                state.source(in.b()),
                first);
    }

    /** Runs {@code ldmatrix}. @return false if it faulted */
    public boolean loadMatrices(Warp warp, Instruction in, int lanes, long time) {
        Modifiers.MatrixRows rows = (Modifiers.MatrixRows) in.modifiers();
        Modifiers.Access row = Modifiers.Access.weak(rows.space(), ValueType.U32, ROW_WORDS, rows.offsetBytes());
        int addressed = addressed(warp, in, rows, row, lanes);
        if (!mayAccessRows(warp, in, rows, row, addressed, time)) {
            return false;
        }
        LaneState state = warp.state();
        int first = state.offset(in.destination());
        for (int i = 0; i < rows.count(); i++) {
            for (int m = lanes; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                long value = rows.isTransposed()
                        ? (half(warp, i, /* row= */ columnOf(lane), /* column= */ rowOf(lane)) & 0xFFFF)
                                | (half(warp, i, /* row= */ columnOf(lane) + 1, /* column= */ rowOf(lane))
                                        << Short.SIZE)
                        : data.load(warp.memory(), lane, AddressSpace.SHARED, word(i, lane), ValueType.S32);
                state.registers()[first + i * Lanes.COUNT + lane] = (int) value;
            }
        }
        noteLoad(warp, AddressSpace.SHARED, addressed, row.bytes());
        if (timed) {
            warp.registersReadyAt(
                    in.destination(), rows.count(), timing.matrixLoad(row, addressed, rows.count(), time));
            timing.taken(time);
        }
        return true;
    }

    /** Runs {@code stmatrix}. @return false if it faulted */
    public boolean storeMatrices(Warp warp, Instruction in, int lanes, long time) {
        Modifiers.MatrixRows rows = (Modifiers.MatrixRows) in.modifiers();
        Modifiers.Access row = Modifiers.Access.weak(rows.space(), ValueType.U32, ROW_WORDS, rows.offsetBytes());
        int addressed = addressed(warp, in, rows, row, lanes);
        if (!mayAccessRows(warp, in, rows, row, addressed, time)) {
            return false;
        }
        for (int i = 0; i < rows.count(); i++) {
            for (int m = lanes; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                long value = warp.state().value(in.b() < 0 ? in.b() : in.b() + i, lane);
                if (rows.isTransposed()) {
                    putHalf(warp, halfAt(i, /* row= */ columnOf(lane), /* column= */ rowOf(lane)), value);
                    putHalf(
                            warp,
                            halfAt(i, /* row= */ columnOf(lane) + 1, /* column= */ rowOf(lane)),
                            value >> Short.SIZE);
                } else {
                    data.put(warp.memory(), lane, AddressSpace.SHARED, word(i, lane), ValueType.S32, value);
                }
            }
        }
        noteChange(AddressSpace.SHARED, addressed, row.bytes(), time);
        if (timed) {
            warp.storeDoneAt(timing.store(AddressSpace.SHARED, row, addressed, time));
            timing.taken(time);
        }
        return true;
    }

    /** The lanes whose addresses count, which are gathered: those of rows of all matrices. */
    private int addressed(Warp warp, Instruction in, Modifiers.MatrixRows rows, Modifiers.Access row, int lanes) {
        int addressed = lanes & Lanes.first(rows.count() * MATRIX_ROWS);
        addresses.gather(warp.state(), in.a(), row, addressed);
        return addressed;
    }

    /** Whether each row lies in shared memory; if not, the device has faulted. */
    private boolean mayAccessRows(
            Warp warp, Instruction in, Modifiers.MatrixRows rows, Modifiers.Access row, int addressed, long time) {
        for (int left = addressed; left != 0; ) {
            AddressSpace space = addresses.spaceOfFirst(left);
            int group = addresses.lanesIn(space, left);
            left &= ~group;
            if (space != AddressSpace.SHARED) {
                return checks.refuseOutsideShared(warp, in, group);
            }
            if ((checks.isForeign(warp, in, rows.space(), space) && !checks.mayUseForeign(warp, in, space, group, time))
                    || !checks.check(warp, in, space, row.bytes(), group)) {
                return false;
            }
        }
        return true;
    }

    private static int rowOf(int lane) {
        return lane / LANES_OF_A_ROW;
    }

    private static int columnOf(int lane) {
        return 2 * (lane % LANES_OF_A_ROW);
    }

    private long word(int matrix, int lane) {
        return halfAt(matrix, rowOf(lane), columnOf(lane));
    }

    private long halfAt(int matrix, int row, int column) {
        return addresses.of(matrix * MATRIX_ROWS + row) + (long) column * Short.BYTES;
    }

    private long half(Warp warp, int matrix, int row, int column) {
        return data.load(warp.memory(), 0, AddressSpace.SHARED, halfAt(matrix, row, column), ValueType.S16);
    }

    private void putHalf(Warp warp, long address, long value) {
        data.put(warp.memory(), 0, AddressSpace.SHARED, address, ValueType.S16, value);
    }

    /** Runs an atomic, lane by lane; no other grid's access intervenes (rule MEM-12). @return false if it faulted */
    public boolean atomic(Warp warp, Instruction in, int lanes, long time) {
        Modifiers.Atomic atomic = (Modifiers.Atomic) in.modifiers();
        addresses.gather(warp.state(), in.a(), atomic.space(), atomic.offsetBytes(), lanes);
        timing.startAtomic();
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
            noteNeighbours(warp, space, group);
            boolean changes = atomic.count() == 1
                    ? update(warp, in, atomic, space, group)
                    : updatePairs(warp, in, atomic, space, group);
            if (changes) {
                noteChange(space, group, atomic.bytes(), time);
            }
            if (timed) {
                long there = timing.atomic(space, atomic, group, in.destination() >= 0, in.isElected(), time)
                        + gridBarrierCycles(warp, space, group);
                boolean isBehindLoads = space == AddressSpace.GLOBAL && in.destination() >= 0;
                ready = Math.max(ready, isBehindLoads ? warp.loadReturnsAt(there) : there);
            }
            timing.untimed(space, group, true);
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
            warp.registersReadyAt(in.destination(), atomic.count(), ready);
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

    private boolean update(Warp warp, Instruction in, Modifiers.Atomic atomic, AddressSpace space, int group) {
        LaneState state = warp.state();
        long[] operands = state.source(in.b());
        int operand = state.offset(in.b());
        boolean hasSwap = atomic.operation() == AtomicOperation.COMPARE_AND_SWAP;
        long[] swaps = hasSwap ? state.source(in.c()) : operands;
        int swap = hasSwap ? state.offset(in.c()) : operand;
        ValueType type = atomic.type();
        long before = -1;
        long held = 0;
        boolean changed = false;
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
            if (visibility != null && watches(space)) {
                boolean writes = !hasSwap || AtomicSemantics.same(type, old, operands[operand + lane]);
                visibility.updates(warp.watched(), in, atomic, lane, address, writes, value);
            }
            changed |= old != value;
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

    /** Exchanges words of 128 bits, or compares and swaps them. @return whether one changed */
    private boolean updatePairs(Warp warp, Instruction in, Modifiers.Atomic atomic, AddressSpace space, int group) {
        LaneState state = warp.state();
        boolean compares = atomic.operation() == AtomicOperation.COMPARE_AND_SWAP;
        int operand = state.offset(in.b());
        int replacement = compares ? state.offset(in.c()) : operand;
        ValueType type = atomic.type();
        boolean changed = false;
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
                changed |= newLower != oldLower || newUpper != oldUpper;
            }
        }
        return changed;
    }
}
