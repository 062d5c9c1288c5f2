package io.cdpsim.gpu.loadstore;

import io.cdpsim.gpu.block.Warp;
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
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.Scope;
import io.cdpsim.warp.Lanes;
import org.jspecify.annotations.Nullable;

/**
 * Runs the loads, stores and atomics of the warps of one SM: moves the values, and takes their timing from {@link AccessTiming}.
 *
 * <p>Values are read and written at issue. Timing decides when registers are ready and how long ports, caches, slices and channels
 * are busy.
 */
public final class LoadStoreUnit {
    private final @Nullable VisibilityFeed visibility;
    private final SpinParking<Warp> spinParking;
    private final DeviceData data;
    private final LaneAddresses addresses;

    private final AccessTiming timing;
    private final boolean timed;
    private final int storeDrainCycles;
    private final AddressChecks checks;
    private final AccessEffects effects;
    private final AtomicAccesses atomics;
    private final AccessTurns accessTurns;
    private final MatrixAccesses matrices;
    private final @Nullable PostedAccesses<Warp> posted;

    /** The lanes whose access {@link #mayPost} has found to be posted; 0 if it affects the SM alone. */
    private int postedLanes;

    private long postedAt;

    /** @param sm the number of the SM */
    public LoadStoreUnit(int sm, LoadStoreContext shared, SmProgress watch) {
        visibility = shared.visibility();
        spinParking = shared.spinParking();
        data = shared.data();
        addresses = new LaneAddresses(data.registered());
        timing = new AccessTiming(place(sm, shared), shared.profile(), shared.memory(), addresses, shared.timed());
        timed = shared.timed();
        storeDrainCycles = shared.profile().dispatch().storeDrainCycles();
        RequestOrder<Warp> order = shared.posted();
        posted = order == null ? null : order.addSm(timing);
        int stackBytes = shared.profile().limits().stackBytes();
        checks = new AddressChecks(shared.device(), data, stackBytes, addresses);
        effects = new AccessEffects(shared, watch, addresses);
        AccessParts parts = new AccessParts(shared, timing, addresses, checks, effects);
        atomics = new AtomicAccesses(parts);
        accessTurns = new AccessTurns(sm, timing, shared.device());
        matrices = new MatrixAccesses(parts);
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
     * Whether the next instruction of a warp, a load or a store, can run ahead of the clock: it affects the SM alone, or can be posted.
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
                || (isLoad && acquires(access))
                || !data.peers().isEmpty()
                || data.global().isShared()
                || (isLoad ? warp.collects() : spinParking.isWatching())
                || accessTurns.isWaiting()
                || !timing.mayPost(lanes, access.bytes())) {
            return false;
        }
        if (isLoad && timing.hasAll(access, lanes, cycle)) {
            // Its values are needed before others have stored what they store until then.
            return false;
        }
        postedLanes = lanes;
        postedAt = cycle;
        return true;
    }

    private void postLoad(PostedAccesses<Warp> to, Warp warp, Instruction in, long time) {
        int register = warp.state().stack().registerWindow() + in.destination();
        to.load(warp, in, postedLanes, addresses.all(), register, postedAt, time);
        warp.loads(in, Scoreboard.UNKNOWN, time);
    }

    private void postStore(PostedAccesses<Warp> to, Warp warp, Instruction in, long time) {
        LaneState state = warp.state();
        to.store(warp, in, postedLanes, addresses.all(), state.source(in.b()), state.offset(in.b()), postedAt, time);
        warp.postsStore();
        warp.drainedAt(time + storeDrainCycles);
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

    /**
     * Runs a load or a store, in each space that its lanes access.
     *
     * @param isPosted whether it is the access that {@link #mayPost} was asked for last
     * @return false if it faulted
     */
    public boolean run(Warp warp, Instruction in, int lanes, long time, boolean isPosted) {
        Modifiers.Access access = (Modifiers.Access) in.modifiers();
        boolean isLoad = in.opcode() == Opcode.LOAD;
        if (isPosted && postedLanes != 0 && posted != null) {
            if (isLoad) {
                postLoad(posted, warp, in, time);
            } else {
                postStore(posted, warp, in, time);
            }
            timing.taken(time);
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
                    if (isLoad) {
                        effects.loaded(warp, space, group, access.bytes());
                    }
                    continue;
                }
            }
            if (!checks.check(warp, in, space, access.bytes(), group)
                    || (!isLoad
                            && space == AddressSpace.CONSTANT
                            && !checks.mayStoreToConstant(warp, in, group, time))) {
                return false;
            }
            effects.reachesNeighbours(warp, space, group);
            if (isLoad) {
                ready = Math.max(ready, load(warp, in, access, space, group, time));
            } else {
                store(warp, in, access, space, group, time);
            }
            timing.untimed(space, group, !isLoad);
        }
        if (timed) {
            if (isLoad) {
                warp.loads(in, ready, time);
                if (acquires(access)) {
                    timing.acquires(ready);
                }
            }
            timing.taken(time);
            accessTurns.goesOn(warp, time);
        }
        return true;
    }

    private static boolean acquires(Modifiers.Access access) {
        return access.order().acquires() && access.scope() != Scope.BLOCK;
    }

    /** Loads from one space. @return when the values are ready */
    private long load(Warp warp, Instruction in, Modifiers.Access access, AddressSpace space, int group, long time) {
        boolean showsOld = visibility != null
                && effects.areWatched(space)
                && visibility.loads(warp.watched(), access, addresses.all(), group);
        moveIn(warp, in, access, space, group);
        if (showsOld && visibility != null) {
            visibility.showOldValues(warp.watched(), in, access, addresses.all(), group);
        }
        effects.loaded(warp, space, group, access.bytes());
        if (!timed) {
            return time;
        }
        long hostAnswer = space == AddressSpace.MAPPED ? warp.takeHostAnswer() : 0;
        return timing.load(space, access, group, hostAnswer, time);
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

    private void store(Warp warp, Instruction in, Modifiers.Access access, AddressSpace space, int group, long time) {
        if (visibility != null && effects.areWatched(space)) {
            visibility.stores(warp.watched(), in, access, addresses.all(), group);
        }
        // Rule MEM-2: visible from now on to grids that the thread launches next.
        if (moveOut(warp, in, access, space, group)) {
            effects.changed(space, group, access.bytes(), time);
        }
        if (timed) {
            warp.storeDoneAt(timing.store(space, access, group, time));
            if (space == AddressSpace.GLOBAL) {
                warp.drainedAt(time + storeDrainCycles);
            }
        }
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

    /** The cycle at which an access can issue, now or later; -1 if it waits behind atomics of its SM, which have the warp scheduled. */
    public long turn(Warp warp, Instruction in, long now) {
        if (in.modifiers() instanceof Modifiers.Atomic atomic) {
            return atomic.space() == StateSpace.SHARED ? now : accessTurns.turn(warp, true, now);
        }
        return accessTurns.isWaiting()
                        && in.modifiers() instanceof Modifiers.Access access
                        && (access.space() == StateSpace.GLOBAL || access.space() == StateSpace.GENERIC)
                ? accessTurns.turn(warp, false, now)
                : now;
    }

    /** A warp that may wait for its turn to access memory does not run on this SM for now. */
    public void doesNotRun(Warp warp, long now) {
        accessTurns.goesOn(warp, now);
    }

    /** Runs an atomic. @return false if it faulted */
    public boolean atomic(Warp warp, Instruction in, int lanes, long time) {
        boolean isDone = atomics.run(warp, in, lanes, time);
        accessTurns.goesOn(warp, time);
        return isDone;
    }

    /** Runs {@code ldmatrix}. @return false if it faulted */
    public boolean loadMatrices(Warp warp, Instruction in, int lanes, long time) {
        return matrices.load(warp, in, lanes, time);
    }

    /** Runs {@code stmatrix}. @return false if it faulted */
    public boolean storeMatrices(Warp warp, Instruction in, int lanes, long time) {
        return matrices.store(warp, in, lanes, time);
    }
}
