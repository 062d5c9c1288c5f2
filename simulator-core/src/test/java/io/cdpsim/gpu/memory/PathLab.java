package io.cdpsim.gpu.memory;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.RoundNumbers;

/** The SMs of a small GPU as far as accesses go: what each takes, of whole warps whose lanes access words one behind the other. */
final class PathLab {
    static final int ALL = -1;
    static final int LINE = 128;
    static final int SECTOR = 32;

    /** A time at which nothing is under way, and one long after that. */
    static final long T = 6_400;

    static final long LATER = 640_000;

    final GpuProfile profile;
    final MemorySystem memory;
    private final LaneAddresses addresses = new LaneAddresses();
    private final AccessTiming[] sms;

    PathLab(String... changes) {
        this(RoundNumbers.profile(changes));
    }

    PathLab(GpuProfile profile) {
        this.profile = profile;
        memory = new MemorySystem(profile, 1);
        sms = new AccessTiming[profile.sm().count()];
        for (int i = 0; i < sms.length; i++) {
            sms[i] = new AccessTiming(i, profile, memory, addresses, true);
        }
    }

    static Modifiers.Access words(CachePolicy cache) {
        return new Modifiers.Access(StateSpace.GENERIC, ValueType.S32, 1, cache, MemoryOrder.WEAK, Scope.SYSTEM, 0);
    }

    /** The address of a line that is at home in a partition: the first such one, or so many further. */
    long lineAtHome(int partition, int number) {
        L2Slices slices = new L2Slices(profile.l2());
        long line = AddressMap.globalBase(0) / LINE;
        for (int left = number; ; line++) {
            if (slices.homePartition(line) == partition && left-- == 0) {
                return line * LINE;
            }
        }
    }

    AccessTiming sm(int sm) {
        return sms[sm];
    }

    /** Each lane at the word behind that of the lane before it. */
    void row(long address, int stride) {
        for (int lane = 0; lane < 32; lane++) {
            addresses.all()[lane] = address + (long) stride * lane;
        }
    }

    /** The lanes take turns at some words one behind the other. */
    void places(long address, int words) {
        for (int lane = 0; lane < 32; lane++) {
            addresses.all()[lane] = address + 4L * (lane % words);
        }
    }

    /** The address of each lane: words one behind the other, but one of its own memory and of constants. */
    private void lanes(AddressSpace space, long address) {
        row(address, space == AddressSpace.LOCAL || space == AddressSpace.CONSTANT ? 0 : 4);
    }

    /** A warp loads words one behind the other. */
    long load(int sm, long address, long time) {
        return load(sm, AddressSpace.GLOBAL, address, CachePolicy.ALL, time);
    }

    long load(int sm, AddressSpace space, long address, CachePolicy cache, long time) {
        lanes(space, address);
        return sms[sm].load(space, words(cache), ALL, 0, time);
    }

    /** Eight lanes load a sector. */
    long loadSector(int sm, long address, long time) {
        row(address, 4);
        return sms[sm].load(AddressSpace.GLOBAL, words(CachePolicy.GLOBAL_LEVEL), 0xFF, 0, time);
    }

    long store(int sm, AddressSpace space, long address, long time) {
        lanes(space, address);
        return sms[sm].store(space, words(CachePolicy.ALL), ALL, time);
    }

    /** The first lanes of a warp, at addresses so far from each other. */
    long atomic(int sm, AtomicOperation operation, ValueType type, long address, int stride, int lanes, long time) {
        return atomic(sm, AddressSpace.GLOBAL, operation, type, address, stride, lanes, time);
    }

    long atomic(
            int sm,
            AddressSpace space,
            AtomicOperation operation,
            ValueType type,
            long address,
            int stride,
            int lanes,
            long time) {
        return atomic(sm, space, operation, type, address, stride, lanes, true, time);
    }

    long atomic(
            int sm,
            AddressSpace space,
            AtomicOperation operation,
            ValueType type,
            long address,
            int stride,
            int lanes,
            boolean returnsValues,
            long time) {
        return atomic(sm, space, operation, type, address, stride, lanes, returnsValues, false, time);
    }

    /** One word, to which one lane adds for all of them. */
    long elected(int sm, long address, boolean returnsValues, long time) {
        return elected(sm, AddressSpace.GLOBAL, address, returnsValues, time);
    }

    long elected(int sm, AddressSpace space, long address, boolean returnsValues, long time) {
        return atomic(sm, space, AtomicOperation.ADD, ValueType.U32, address, 0, 32, returnsValues, true, time);
    }

    private long atomic(
            int sm,
            AddressSpace space,
            AtomicOperation operation,
            ValueType type,
            long address,
            int stride,
            int lanes,
            boolean returnsValues,
            boolean isElected,
            long time) {
        row(address, stride);
        Modifiers.Atomic atomic =
                new Modifiers.Atomic(StateSpace.GENERIC, type, operation, true, MemoryOrder.RELAXED, Scope.DEVICE, 0);
        sms[sm].startAtomic(0);
        return sms[sm].atomic(space, atomic, lanes == 32 ? ALL : (1 << lanes) - 1, returnsValues, isElected, time);
    }
}
