package io.cdpsim.gpu.call;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressMap;

/** Memory at generic addresses, for runtime calls that read values and texts of a thread. Takes no simulated time. */
public final class ThreadMemory {
    private static final int LONGEST_TEXT = 1 << 16;

    private final DeviceData data;

    /** @param data the values in the memories */
    public ThreadMemory(DeviceData data) {
        this.data = data;
    }

    /** Whether an address holds memory for a value. */
    public boolean reaches(Warp warp, int lane, long address, ValueType type) {
        long reached = data.registered().pinned(address);
        return reached % type.bytes() == 0
                && data.reachable(warp.memory(), AddressMap.spaceOf(reached), reached, type.bytes());
    }

    /** The value at a valid address, in register representation. */
    public long load(Warp warp, int lane, long address, ValueType type) {
        long reached = data.registered().pinned(address);
        return data.load(warp.memory(), lane, AddressMap.spaceOf(reached), reached, type);
    }

    /** The bytes from an address to the first zero, or to the end of the memory, as text. */
    public String text(Warp warp, int lane, long address) {
        StringBuilder text = new StringBuilder();
        for (long at = address; text.length() < LONGEST_TEXT && reaches(warp, lane, at, ValueType.U8); at++) {
            char next = (char) load(warp, lane, at, ValueType.U8);
            if (next == 0) {
                break;
            }
            text.append(next);
        }
        return text.toString();
    }
}
