package io.cdpsim.gpu.loadstore;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.gpu.call.WarpDevice;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.memory.LaneAddresses;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;

/** Checks the addresses of an access, and reports accesses covered by rules to the runtime. */
public final class AddressChecks {
    private static final int MAX_ACCESS_BYTES = 16;

    private final WarpDevice device;
    private final DeviceData data;
    private final int stackBytes;
    private final LaneAddresses lanes;
    private final long[] addresses;

    /**
     * Checks of one SM's accesses.
     *
     * @param stackBytes stack that each thread has, bytes
     * @param lanes the addresses of the lanes, which the caller fills before each access
     */
    public AddressChecks(WarpDevice device, DeviceData data, int stackBytes, LaneAddresses lanes) {
        this.device = device;
        this.data = data;
        this.stackBytes = stackBytes;
        this.lanes = lanes;
        this.addresses = lanes.all();
    }

    /** Whether the access uses an address made elsewhere to reach memory private to this block or thread. */
    boolean isForeign(Warp warp, Instruction in, StateSpace named, AddressSpace space) {
        boolean own = (space != AddressSpace.SHARED && space != AddressSpace.LOCAL)
                || (space == AddressSpace.SHARED && lanes.reachesNeighbour());
        if (own || named == StateSpace.SHARED || named == StateSpace.LOCAL) {
            return false;
        }
        return warp.state().kernel().isFromOutside(in.a());
    }

    /** Reports lanes that use a foreign address to the runtime. @return whether the access may proceed; if not, the device has faulted */
    boolean mayUseForeign(Warp warp, Instruction in, AddressSpace space, int group, long time) {
        // Rule MEM-1: a wrong value, or a fault.
        if (!device.calls().foreignAddress(warp, in, space, time)) {
            return true;
        }
        return refuse(DeviceFault.Kind.INVALID_ADDRESS_SPACE, warp, in, group, "local memory of another thread", "");
    }

    /** Whether the address exceeds the thread's declared local memory but is inside its stack: no fault, and no stored value. */
    boolean isOtherThreadsStack(Warp warp, AddressSpace space, int bytes, int group) {
        if (space != AddressSpace.LOCAL) {
            return false;
        }
        for (int m = group; m != 0; m &= m - 1) {
            long address = addresses[Integer.numberOfTrailingZeros(m)];
            if (data.reachable(warp.memory(), space, address, bytes)
                    || address - AddressMap.LOCAL_BASE + bytes > stackBytes) {
                return false;
            }
        }
        return true;
    }

    /** Whether lanes may store to constant memory; if not, the device has faulted. */
    boolean mayStoreToConstant(Warp warp, Instruction in, int group, long time) {
        if (!device.calls().storesToConstant(warp, in, time)) {
            return true;
        }
        return refuse(DeviceFault.Kind.ILLEGAL_ADDRESS, warp, in, group, "a store to constant memory", "");
    }

    /** Whether lanes may access these addresses; if not, the device has faulted. */
    public boolean check(Warp warp, Instruction in, AddressSpace space, int bytes, int group) {
        int alignment = Math.min(bytes, MAX_ACCESS_BYTES);
        long common = lanes.common(group);
        long any = lanes.any(group);
        boolean aligned = (any & alignment - 1) == 0;
        return (aligned && data.allReachable(warp.memory(), space, common, any, bytes))
                || checkEach(warp, in, space, bytes, group);
    }

    /** Whether lanes may access these addresses; if not, the device has not faulted yet. */
    boolean passes(Warp warp, AddressSpace space, int bytes, int group) {
        int alignment = Math.min(bytes, MAX_ACCESS_BYTES);
        if ((lanes.any(group) & alignment - 1) != 0) {
            return false;
        }
        if (data.allReachable(warp.memory(), space, lanes.common(group), lanes.any(group), bytes)) {
            return true;
        }
        for (int m = group; m != 0; m &= m - 1) {
            if (!data.reachable(warp.memory(), space, addresses[Integer.numberOfTrailingZeros(m)], bytes)) {
                return false;
            }
        }
        return true;
    }

    /** The device faults, since a row of a matrix lies outside shared memory. @return false */
    boolean refuseOutsideShared(Warp warp, Instruction in, int group) {
        String advice = ", which is not in shared memory; pass a shared address";
        return refuse(DeviceFault.Kind.INVALID_ADDRESS_SPACE, warp, in, group, "a matrix row", advice);
    }

    /** The device faults for the first lane of a group. @return false */
    private boolean refuse(DeviceFault.Kind kind, Warp warp, Instruction in, int group, String what, String advice) {
        int lane = Integer.numberOfTrailingZeros(group);
        device.fault(kind, warp, in, lane, what + " at 0x" + hex(addresses[lane]) + advice);
        return false;
    }

    private boolean checkEach(Warp warp, Instruction in, AddressSpace space, int bytes, int group) {
        int alignment = Math.min(bytes, MAX_ACCESS_BYTES);
        for (int m = group; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            long address = addresses[lane];
            if ((address & alignment - 1) != 0) {
                device.fault(
                        DeviceFault.Kind.MISALIGNED_ADDRESS, warp, in, lane, bytes + " bytes at 0x" + hex(address));
                return false;
            }
            if (!data.reachable(warp.memory(), space, address, bytes)) {
                outside(warp, in, bytes, lane);
                return false;
            }
        }
        return true;
    }

    /** A lane accesses what is no allocation: the device faults. */
    public void outside(Warp warp, Instruction in, int bytes, int lane) {
        int ended = AddressMap.spaceOf(addresses[lane]) == AddressSpace.SHARED
                ? warp.memory().endedBlockAt(addresses[lane] - AddressMap.SHARED_BASE)
                : -1;
        // Rule C-5.
        if (ended >= 0) {
            device.fault(
                    DeviceFault.Kind.ENDED_BLOCK,
                    warp,
                    in,
                    lane,
                    "shared memory of the block with rank " + ended
                            + " of the cluster, which has ended; let no block end before a barrier of the cluster"
                            + " behind the last access (rule C-5)");
            return;
        }
        device.fault(
                DeviceData.isNull(addresses[lane]) ? DeviceFault.Kind.NULL_POINTER : DeviceFault.Kind.ILLEGAL_ADDRESS,
                warp,
                in,
                lane,
                bytes + " bytes at 0x" + hex(addresses[lane]) + ", outside every allocation"
                        + data.reasonOutside(addresses[lane]));
    }

    private static String hex(long address) {
        return Long.toHexString(address);
    }
}
