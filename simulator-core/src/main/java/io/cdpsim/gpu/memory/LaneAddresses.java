package io.cdpsim.gpu.memory;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.warp.Lanes;

/** The generic addresses of the lanes in one access. Filled anew for each access. */
public final class LaneAddresses {
    private static final int ALL = -1;

    private final long[] addresses = new long[Lanes.COUNT];
    private final RegisteredHostMemory registered;
    private int gathered;
    private long common;
    private long any;

    /** Addresses on a device without registered memory of the program. */
    LaneAddresses() {
        this(new RegisteredHostMemory());
    }

    /** @param registered translates the program's addresses */
    public LaneAddresses(RegisteredHostMemory registered) {
        this.registered = registered;
    }

    /** The address of each lane; valid for the lanes gathered last. */
    public long[] all() {
        return addresses;
    }

    public long of(int lane) {
        return addresses[lane];
    }

    /** Reads the addresses from a register, which holds offsets if the instruction names a space. */
    public void gather(LaneState state, int operand, StateSpace space, long offset, int lanes) {
        long[] values = state.source(operand);
        int first = state.offset(operand);
        long base = switch (space) {
            case GENERIC, GLOBAL -> 0;
            case SHARED, SHARED_CLUSTER -> AddressMap.SHARED_BASE;
            case LOCAL -> AddressMap.LOCAL_BASE;
            case CONSTANT -> AddressMap.CONSTANT_BASE;
        };
        if (lanes == ALL) {
            for (int lane = 0; lane < Lanes.COUNT; lane++) {
                long value = values[first + lane] + offset;
                addresses[lane] = value >= base ? value : value + base;
            }
        } else {
            for (int m = lanes; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                long value = values[first + lane] + offset;
                addresses[lane] = value >= base ? value : value + base;
            }
        }
        gathered(lanes);
    }

    private void gathered(int lanes) {
        if (!registered.isEmpty()) {
            for (int m = lanes; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                addresses[lane] = registered.pinned(addresses[lane]);
            }
        }
        long inAll = -1;
        long inSome = 0;
        if (lanes == ALL) {
            for (int lane = 0; lane < Lanes.COUNT; lane++) {
                inAll &= addresses[lane];
                inSome |= addresses[lane];
            }
        } else {
            for (int m = lanes; m != 0; m &= m - 1) {
                long address = addresses[Integer.numberOfTrailingZeros(m)];
                inAll &= address;
                inSome |= address;
            }
        }
        gathered = lanes;
        common = inAll;
        any = inSome;
    }

    /** The bits set in the addresses of all these lanes. */
    public long common(int lanes) {
        if (lanes == gathered) {
            return common;
        }
        long bits = -1;
        for (int m = lanes; m != 0; m &= m - 1) {
            bits &= addresses[Integer.numberOfTrailingZeros(m)];
        }
        return bits;
    }

    /** Whether an address of the lanes last gathered, all in shared memory, is in a window of the cluster's blocks. */
    public boolean reachesNeighbour() {
        return isNeighbour(any);
    }

    /** Whether the bits of addresses in shared memory have some in a window of the cluster's blocks. */
    static boolean isNeighbour(long bits) {
        return (bits ^ AddressMap.SHARED_BASE) >>> SharedAndLocalMemory.WINDOW_SHIFT != 0;
    }

    /** The bits set in the address of any of these lanes. */
    public long any(int lanes) {
        if (lanes == gathered) {
            return any;
        }
        long bits = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            bits |= addresses[Integer.numberOfTrailingZeros(m)];
        }
        return bits;
    }

    /** Whether the address of each lane of a whole warp is a fixed number of bytes after that of the lane before it. */
    static boolean areRow(long[] addresses, int bytes) {
        long first = addresses[0];
        if (addresses[Lanes.COUNT - 1] - first != (Lanes.COUNT - 1L) * bytes) {
            return false;
        }
        long differences = 0;
        for (int lane = 0; lane < Lanes.COUNT; lane++) {
            differences |= addresses[lane] - first - (long) lane * bytes;
        }
        return differences == 0;
    }

    /**
     * In how many places these lanes, at least one, access memory.
     *
     * @param shift the low bits of addresses that lie in one place
     */
    int distinct(int lanes, int shift) {
        if (isOne(lanes)) {
            return 1;
        }
        int count = 0;
        for (int left = lanes; left != 0; count++) {
            long place = addresses[Integer.numberOfTrailingZeros(left)] >>> shift;
            for (int m = left; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                left &= addresses[lane] >>> shift == place ? ~(1 << lane) : -1;
            }
        }
        return count;
    }

    /** Whether these lanes, at least one, all access one address. */
    public boolean isOne(int lanes) {
        return common(lanes) == any(lanes);
    }

    /** Reads the addresses of an access from the register that it names. */
    public void gather(LaneState state, int operand, Modifiers.Access access, int lanes) {
        if (access.indexShift() == 0) {
            gather(state, operand, access.space(), access.offsetBytes(), lanes);
            return;
        }
        long[] values = state.source(operand);
        int first = state.offset(operand);
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            int scaled = ((int) values[first + lane] << access.indexShift()) + (int) access.offsetBytes();
            addresses[lane] = AddressMap.SHARED_BASE + Integer.toUnsignedLong(scaled);
        }
        gathered(lanes);
    }

    /** The space that the first of these lanes accesses. */
    public AddressSpace spaceOfFirst(int lanes) {
        return AddressMap.spaceOf(addresses[Integer.numberOfTrailingZeros(lanes)]);
    }

    /** The lanes among these that access a space. */
    public int lanesIn(AddressSpace space, int lanes) {
        if (AddressMap.isOneWindow(common(lanes) ^ any(lanes))) {
            return spaceOfFirst(lanes) == space ? lanes : 0;
        }
        int group = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            if (AddressMap.spaceOf(addresses[lane]) == space) {
                group |= 1 << lane;
            }
        }
        return group;
    }

    /** The lanes among these whose address is in a sector, given by its number. */
    int lanesInSector(long sector, int shift, int lanes) {
        if (lanes == gathered && (common ^ any) >>> shift == 0) {
            return common >>> shift == sector ? lanes : 0;
        }
        int inside = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            if (addresses[lane] >>> shift == sector) {
                inside |= 1 << lane;
            }
        }
        return inside;
    }

    /** Most lanes that access one address. */
    int mostLanesAtOne(int lanes) {
        if (lanes == gathered && common == any) {
            return Integer.bitCount(lanes);
        }
        int most = 0;
        for (int left = lanes; left != 0; ) {
            int same = lanesAt(addresses[Integer.numberOfTrailingZeros(left)], left);
            left &= ~same;
            most = Math.max(most, Integer.bitCount(same));
        }
        return most;
    }

    /** The lanes among these that access an address. */
    int lanesAt(long address, int lanes) {
        return Lanes.with(addresses, address, lanes);
    }
}
