package io.cdpsim.gpu.memory;

import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.warp.Lanes;

/** The addresses of the lanes in one access, as generic addresses. Filled anew for each access. */
public final class LaneAddresses {
    private final long[] addresses = new long[Lanes.COUNT];

    /** The address of each lane; only those of the lanes last gathered mean something. */
    public long[] all() {
        return addresses;
    }

    public long of(int lane) {
        return addresses[lane];
    }

    /** Takes the addresses from a register, which holds offsets where the instruction names a space. */
    public void gather(LaneState state, int operand, StateSpace space, long offset, int lanes) {
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

    /** The space that the first of these lanes accesses. */
    public AddressSpace spaceOfFirst(int lanes) {
        return AddressMap.spaceOf(addresses[Integer.numberOfTrailingZeros(lanes)]);
    }

    /** Those of these lanes that access a space. */
    public int lanesIn(AddressSpace space, int lanes) {
        long first = addresses[Integer.numberOfTrailingZeros(lanes)];
        long differences = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            differences |= addresses[Integer.numberOfTrailingZeros(m)] ^ first;
        }
        if (AddressMap.isOneWindow(differences)) {
            return AddressMap.spaceOf(first) == space ? lanes : 0;
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

    /** Those of these lanes whose address lies in a stretch of memory, given by its number and the bytes of each. */
    int lanesInStretch(long stretch, int bytes, int lanes) {
        int inside = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            if (addresses[lane] / bytes == stretch) {
                inside |= 1 << lane;
            }
        }
        return inside;
    }

    /** How many of these lanes access the same address, at most. */
    int mostLanesAtOne(int lanes) {
        int most = 0;
        for (int left = lanes; left != 0; ) {
            int same = lanesAt(addresses[Integer.numberOfTrailingZeros(left)], left);
            left &= ~same;
            most = Math.max(most, Integer.bitCount(same));
        }
        return most;
    }

    /** Those of these lanes that access an address. */
    int lanesAt(long address, int lanes) {
        int same = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            if (addresses[lane] == address) {
                same |= 1 << lane;
            }
        }
        return same;
    }
}
