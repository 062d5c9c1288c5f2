package io.cdpsim.memory.visibility.history;

import io.cdpsim.warp.Lanes;

/** The values that the lanes of a warp write. */
public final class LaneWrites {
    private final int bytes;
    private final long[] registers;
    private final int first;

    /**
     * Values in registers.
     *
     * @param bytes the size of a value, 4 or 8
     * @param registers the values: the first ones of all lanes, then the second ones
     * @param first index of the first value of lane 0
     */
    public LaneWrites(int bytes, long[] registers, int first) {
        this.bytes = bytes;
        this.registers = registers;
        this.first = first;
    }

    /** The size of a value. */
    public int bytes() {
        return bytes;
    }

    /** A value of a lane. */
    long bits(int lane, int value) {
        return registers[first + value * Lanes.COUNT + lane];
    }
}
