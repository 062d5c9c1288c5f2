package io.cdpsim.gpu;

import io.cdpsim.kernel.AtomicOperation;
import io.cdpsim.kernel.CachePolicy;
import io.cdpsim.kernel.Detail;
import io.cdpsim.kernel.Instruction;
import io.cdpsim.kernel.LaneState;
import io.cdpsim.kernel.Lanes;
import io.cdpsim.kernel.StateSpace;
import io.cdpsim.kernel.ValueType;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.SharedMemorySpec;
import org.jspecify.annotations.Nullable;

/**
 * Runs the loads, stores and atomics of the warps of one SM: moves the values and says when they are there.
 *
 * <p>Values change hands at issue; what takes time is when the registers are ready and for how long ports, caches, slices and channels
 * are busy.
 *
 * <p>Rules MEM-1, MEM-2 and MEM-12.
 */
final class LoadStoreUnit {
    private final Gpu gpu;
    private final MemorySystem memory;
    private final @Nullable VisibilityFeed visibility;
    private final DeviceData data;
    private final GpuProfile profile;
    private final SectorCache l1;
    private final Coalescer coalescer;
    private final SharedMemoryBanks banks;
    private final ServiceQueue port = new ServiceQueue();
    private final ServiceQueue sharedPort = new ServiceQueue();
    private final RequestWindow inFlight;
    private final long oneCycle = ServiceQueue.fractions(1);
    private final long atomicRequest;
    private ServiceQueue usedPort = port;
    private long takenAt;
    private long replayCycles;
    private final long[] addresses = new long[Lanes.COUNT];
    private final AddressChecks checks;
    private final long[] oldValues = new long[Lanes.COUNT];

    LoadStoreUnit(Gpu gpu, MemorySystem memory, DeviceData data) {
        this.gpu = gpu;
        this.memory = memory;
        this.visibility = gpu.visibility();
        this.data = data;
        this.profile = gpu.profile();
        l1 = new SectorCache(
                profile.l1().bytes(), profile.l1().lineBytes(), profile.l1().ways());
        coalescer = new Coalescer(profile.l2().lineBytes(), profile.l2().sectorBytes());
        checks = new AddressChecks(gpu, data, addresses);
        banks = new SharedMemoryBanks(profile.shared().banks());
        inFlight = new RequestWindow(profile.l1().outstandingRequests());
        atomicRequest = ServiceQueue.fractions(profile.l1().atomicRequestCycles());
    }

    /** The cycle at which the unit has taken the last instruction it was given, and can take another one of its scheduler. */
    long takenAt() {
        return takenAt;
    }

    /** How long the last atomic is on its way, if lanes of it met on a word; 0 if none did. */
    long replayCycles() {
        return replayCycles;
    }

    SectorCache l1() {
        return l1;
    }

    /** When a request that is due at a cycle goes out, which is later if too many wait for their answers. The port waits with it. */
    private long goesOut(long due) {
        long out = inFlight.roomAt(due);
        if (out > due) {
            port.holdUntil(out);
        }
        return out;
    }

    private long answered(long time) {
        inFlight.enter(time);
        return time;
    }

    /** Runs a load. @return false if it faulted */
    boolean load(Warp warp, Instruction in, int lanes, long time) {
        Detail.Access access = (Detail.Access) in.detail();
        gather(warp, in.a(), access.space(), access.offsetBytes(), lanes);
        long ready = time;
        for (int left = lanes; left != 0; ) {
            AddressSpace space = spaceOfFirst(left);
            int group = lanesIn(space, left);
            left &= ~group;
            if (checks.warnOfForeignAddress(warp, in, access.space(), space, time)
                    && checks.isOtherThreadsStack(warp, space, access.bytes(), group)) {
                noteLoad(warp, space, group, access.bytes());
                continue;
            }
            if (!checks.check(warp, in, space, access.bytes(), group)) {
                return false;
            }
            boolean showsOld = visibility != null
                    && VisibilityFeed.watches(space)
                    && visibility.loads(warp, access, addresses, group);
            moveIn(warp, in, access, space, group);
            if (showsOld && visibility != null) {
                visibility.showOldValues(warp, in, access, addresses, group);
            }
            noteLoad(warp, space, group, access.bytes());
            ready = Math.max(ready, loadTime(space, access, group, time));
        }
        warp.registersReadyAt(in.destination(), access.count(), ready);
        taken(time);
        return true;
    }

    private void taken(long time) {
        takenAt = Math.max(time, usedPort.freeAtCycles());
    }

    private void noteLoad(Warp warp, AddressSpace space, int group, int bytes) {
        if (space != AddressSpace.GLOBAL) {
            SpinParking.disturbed(warp);
        } else if (warp.spin.collects()) {
            for (int m = group; m != 0; m &= m - 1) {
                gpu.spinParking().loaded(warp, addresses[Integer.numberOfTrailingZeros(m)], bytes);
            }
        }
    }

    /** Memory has changed: somebody may be waiting for that. */
    private void noteChange(AddressSpace space, int group, int bytes, long time) {
        gpu.progressed();
        if (space == AddressSpace.GLOBAL && gpu.spinParking().isWatching()) {
            for (int m = group; m != 0; m &= m - 1) {
                gpu.spinParking().changed(addresses[Integer.numberOfTrailingZeros(m)], bytes, time);
            }
        }
    }

    private void moveIn(Warp warp, Instruction in, Detail.Access access, AddressSpace space, int group) {
        if (access.cache() == CachePolicy.TEXTURE) {
            fetchTexture(warp, in, access, space, group);
            return;
        }
        LaneState state = warp.state();
        int first = state.offset(in.destination());
        data.load(warp, space, addresses, group, access.type(), access.count(), state.registers(), first);
    }

    /** The texture cache keeps what the grid has fetched, whatever is written behind it (rule MEM-10). */
    private void fetchTexture(Warp warp, Instruction in, Detail.Access access, AddressSpace space, int group) {
        TextureCache cache = warp.block().grid().textures();
        long[] registers = warp.state().registers();
        int first = warp.state().offset(in.destination());
        for (int m = group; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            long address = addresses[lane];
            if (!cache.holds(address)) {
                cache.keep(address, data.load(warp, lane, space, address, access.type()));
            }
            registers[first + lane] = cache.value(address);
        }
    }

    private long loadTime(AddressSpace space, Detail.Access access, int group, long time) {
        return switch (space) {
            case SHARED ->
                sharedTime(group, access.bytes(), time) + profile.shared().latencyCycles();
            case LOCAL, CONSTANT, PARAMETER ->
                port.serve(time, oneCycle) + profile.l1().latencyCycles();
            case MAPPED -> mappedLoadTime(access.bytes(), group, time);
            case GLOBAL -> globalLoadTime(access, group, time);
        };
    }

    private long sharedTime(int group, int bytes, long time) {
        int wavefronts = banks.wavefronts(addresses, group, bytes);
        return sharedPort.serve(time, oneCycle * wavefronts) + wavefronts - 1;
    }

    private long mappedLoadTime(int bytes, int group, long time) {
        coalescer.join(addresses, group, bytes);
        long start = port.serve(time, oneCycle * coalescer.count());
        long ready = start;
        for (int i = 0; i < coalescer.count(); i++) {
            ready = Math.max(ready, memory.loadMapped(coalescer.line(i), start + i));
        }
        return ready;
    }

    private long globalLoadTime(Detail.Access access, int group, long time) {
        boolean cached = access.cache() == CachePolicy.ALL && profile.l1().cachesGlobalLoads();
        coalescer.join(addresses, group, access.bytes());
        int count = coalescer.count();
        int cycles = Math.max(
                count, Integer.bitCount(group) * access.bytes() / profile.l1().bytesPerCycle());
        long start = port.serve(time, oneCycle * cycles);
        long ready = start;
        long out = start;
        for (int i = 0; i < count; i++) {
            long line = coalescer.line(i);
            int sectors = coalescer.sectors(i);
            long at = Math.max(out, start + i);
            int entry = cached ? l1.find(line) : -1;
            int missing = entry < 0 ? sectors : sectors & ~l1.sectors(entry);
            long done;
            if (missing == 0) {
                done = Math.max(at + profile.l1().latencyCycles(), l1.arrival(entry));
            } else {
                at = goesOut(at);
                out = at;
                done = answered(memory.load(line, missing, at));
                if (cached) {
                    if (entry < 0) {
                        entry = l1.allocate(line);
                    }
                    l1.fill(entry, missing, done);
                }
            }
            ready = Math.max(ready, done);
        }
        return ready;
    }

    /** Runs a store. @return false if it faulted */
    boolean store(Warp warp, Instruction in, int lanes, long time) {
        Detail.Access access = (Detail.Access) in.detail();
        gather(warp, in.a(), access.space(), access.offsetBytes(), lanes);
        for (int left = lanes; left != 0; ) {
            AddressSpace space = spaceOfFirst(left);
            int group = lanesIn(space, left);
            left &= ~group;
            if (checks.warnOfForeignAddress(warp, in, access.space(), space, time)
                    && checks.isOtherThreadsStack(warp, space, access.bytes(), group)) {
                continue;
            }
            if (!checks.check(warp, in, space, access.bytes(), group)
                    || (space == AddressSpace.CONSTANT && !checks.mayStoreToConstant(warp, in, group, time))) {
                return false;
            }
            if (visibility != null && VisibilityFeed.watches(space)) {
                visibility.stores(warp, in, access, addresses, group);
            }
            if (moveOut(warp, in, access, space, group)) {
                noteChange(space, group, access.bytes(), time);
            }
            warp.storeDoneAt(storeTime(space, access, group, time));
        }
        taken(time);
        return true;
    }

    private boolean moveOut(Warp warp, Instruction in, Detail.Access access, AddressSpace space, int group) {
        LaneState state = warp.state();
        int first = state.offset(in.b());
        return data.store(warp, space, addresses, group, access.type(), access.count(), state.source(in.b()), first);
    }

    private long storeTime(AddressSpace space, Detail.Access access, int group, long time) {
        return switch (space) {
            case SHARED -> sharedTime(group, access.bytes(), time);
            case LOCAL, CONSTANT, PARAMETER -> port.serve(time, oneCycle);
            case MAPPED -> memory.storeMapped(port.serve(time, oneCycle));
            case GLOBAL -> {
                coalescer.join(addresses, group, access.bytes());
                long start = port.serve(time, oneCycle * coalescer.count());
                long done = start;
                long out = start;
                for (int i = 0; i < coalescer.count(); i++) {
                    out = goesOut(Math.max(out, start + i));
                    done = Math.max(done, answered(memory.store(coalescer.line(i), coalescer.sectors(i), out)));
                }
                yield done;
            }
        };
    }

    /** Runs an atomic, lane after lane. @return false if it faulted */
    boolean atomic(Warp warp, Instruction in, int lanes, long time) {
        Detail.Atomic atomic = (Detail.Atomic) in.detail();
        gather(warp, in.a(), atomic.space(), atomic.offsetBytes(), lanes);
        replayCycles = 0;
        long ready = time;
        for (int left = lanes; left != 0; ) {
            AddressSpace space = spaceOfFirst(left);
            int group = lanesIn(space, left);
            left &= ~group;
            checks.warnOfForeignAddress(warp, in, atomic.space(), space, time);
            if (!checks.check(warp, in, space, atomic.type().bytes(), group)
                    || (space == AddressSpace.CONSTANT && !checks.mayStoreToConstant(warp, in, group, time))) {
                return false;
            }
            if (update(warp, in, atomic, space, group)) {
                noteChange(space, group, atomic.type().bytes(), time);
            }
            ready = Math.max(ready, atomicTime(space, atomic, group, in.destination() >= 0, time));
        }
        if (in.destination() >= 0) {
            long[] registers = warp.state().registers();
            int first = warp.state().offset(in.destination());
            for (int m = lanes; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                registers[first + lane] = oldValues[lane];
            }
            warp.registersReadyAt(in.destination(), 1, ready);
        }
        warp.storeDoneAt(ready);
        taken(time);
        return true;
    }

    private boolean update(Warp warp, Instruction in, Detail.Atomic atomic, AddressSpace space, int group) {
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
            long address = addresses[lane];
            // Lanes that follow each other on one word hand its value on; the last of them puts it there.
            long old = address == before ? held : data.load(warp, lane, space, address, type);
            long value = DeviceData.atomicResult(
                    atomic.operation(), type, old, operands[operand + lane], swaps[swap + lane]);
            oldValues[lane] = old;
            if (visibility != null && VisibilityFeed.watches(space)) {
                boolean writes = !hasSwap || DeviceData.same(type, old, operands[operand + lane]);
                visibility.updates(warp, in, atomic, lane, address, writes, value);
            }
            changed |= old != value;
            int others = m & m - 1;
            if (visibility != null || others == 0 || addresses[Integer.numberOfTrailingZeros(others)] != address) {
                data.put(warp, lane, space, address, type, value);
            }
            before = address;
            held = type.isWide() ? value : (int) value;
        }
        return changed;
    }

    private long atomicTime(AddressSpace space, Detail.Atomic atomic, int group, boolean valuesWanted, long time) {
        boolean combines = atomic.operation().combinesInWarp() && !atomic.type().isFloat();
        if (space == AddressSpace.SHARED) {
            return sharedAtomicTime(group, atomic.type().bytes(), combines, time);
        }
        if (space == AddressSpace.MAPPED) {
            return mappedLoadTime(atomic.type().bytes(), group, time);
        }
        long ready = time;
        for (int left = group; left != 0; ) {
            long address = addresses[Integer.numberOfTrailingZeros(left)];
            int same = lanesAt(address, left);
            left &= ~same;
            int requests = combines ? 1 : Integer.bitCount(same);
            long out = goesOut(port.serve(time, atomicRequest * requests));
            long sent = out + ServiceQueue.wholeCycles(atomicRequest * (requests - 1));
            long done = memory.atomic(address, valuesWanted ? requests : 1, sent);
            for (int i = 0; i < requests; i++) {
                inFlight.enter(done);
            }
            if (requests > 1) {
                replayCycles = Math.max(replayCycles, done - out);
            }
            ready = Math.max(ready, done);
        }
        return ready;
    }

    private long sharedAtomicTime(int group, int bytes, boolean combines, long time) {
        SharedMemorySpec spec = profile.shared();
        // Lanes that add to one word are added up on the way, where the hardware does atomics in the memory itself.
        int conflicts = combines && spec.nativeAtomics() ? 1 : banks.mostLanesOnOneWord(addresses, group);
        int wavefronts = Math.max(banks.wavefronts(addresses, group, bytes), conflicts);
        if (spec.nativeAtomics()) {
            return sharedPort.serve(time, oneCycle * wavefronts) + wavefronts - 1 + spec.atomicLatencyCycles();
        }
        // Lock and retry: one lane of those that want a word succeeds in each pass, the others come back.
        long pass = spec.atomicLatencyCycles();
        sharedPort.serve(time, oneCycle * 2 * wavefronts);
        return time + pass + (long) (conflicts - 1) * (pass + spec.atomicLockRetryCycles());
    }

    private int lanesAt(long address, int lanes) {
        int same = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            if (addresses[lane] == address) {
                same |= 1 << lane;
            }
        }
        return same;
    }

    private void gather(Warp warp, int operand, StateSpace space, long offset, int lanes) {
        LaneState state = warp.state();
        long[] values = state.source(operand);
        int first = state.offset(operand);
        long base = switch (space) {
            case GENERIC, GLOBAL -> 0;
            case SHARED -> AddressMap.SHARED_BASE;
            case LOCAL -> AddressMap.LOCAL_BASE;
            case CONSTANT -> AddressMap.CONSTANT_BASE;
        };
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            long value = values[first + lane] + offset;
            addresses[lane] = value >= base ? value : value + base;
        }
    }

    private AddressSpace spaceOfFirst(int lanes) {
        AddressSpace space = AddressMap.spaceOf(addresses[Integer.numberOfTrailingZeros(lanes)]);
        usedPort = space == AddressSpace.SHARED ? sharedPort : port;
        return space;
    }

    private int lanesIn(AddressSpace space, int lanes) {
        int group = 0;
        long first = addresses[Integer.numberOfTrailingZeros(lanes)];
        long differences = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            differences |= addresses[Integer.numberOfTrailingZeros(m)] ^ first;
        }
        if (AddressMap.isOneWindow(differences)) {
            return lanes;
        }
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            if (AddressMap.spaceOf(addresses[lane]) == space) {
                group |= 1 << lane;
            }
        }
        return group;
    }
}
