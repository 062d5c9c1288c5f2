package io.cdpsim.gpu.region;

import io.cdpsim.bytecode.LaneMemory;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.memory.SharedAndLocalMemory;
import io.cdpsim.gpu.memory.UntimedAccesses;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.LittleEndian;
import io.cdpsim.memory.PagedMemory;
import org.jspecify.annotations.Nullable;

/**
 * The memory that a lane reaches without anything to report: global memory of its device, constants, the shared memory of its block and its own local
 * memory. Each other access, and each that faults, is left to the load-store unit.
 */
final class OwnMemory implements LaneMemory {
    private static final int MOST_ALIGNED_BYTES = 16;

    /** Notified of stores to global memory. */
    interface StoreListener {
        /** Memory has changed. */
        void changed(long address, int bytes);
    }

    private final DeviceData data;
    private final PagedMemory global;
    private final PagedMemory constant;
    private byte[] shared = new byte[0];
    private byte[] local = new byte[0];
    private int localBytes;
    private byte[] parameters = new byte[0];
    private final long[] specials = new long[SpecialRegister.values().length];
    private final long[][] positions = new long[SpecialRegister.values().length][];
    private byte[] page = new byte[0];
    private @Nullable StoreListener listener;
    private final @Nullable UntimedAccesses accesses;
    private boolean changed;

    /**
     * @param data the memories of the device
     * @param accesses notified of accesses to global memory, null if nobody needs them
     */
    OwnMemory(DeviceData data, @Nullable UntimedAccesses accesses) {
        this.accesses = accesses;
        this.data = data;
        global = data.global();
        constant = data.constant();
    }

    /** Whether lanes reach no memory of other devices or of the program, whose accesses have more to do than these. */
    boolean isAlone() {
        return data.peers().isEmpty() && data.registered().isEmpty();
    }

    /**
     * The next lanes are those of a warp.
     *
     * @param own what is private to it
     * @param of notified of stores, null if nobody waits for any
     */
    void start(SharedAndLocalMemory own, @Nullable StoreListener of) {
        shared = own.shared();
        local = own.local();
        localBytes = own.localBytes();
        listener = of;
        changed = false;
    }

    /** The next lanes are of a kernel with these parameters. */
    void inputs(byte[] ofKernel) {
        parameters = ofKernel;
    }

    /** Gives the next lanes the value of a special register. */
    @SuppressWarnings("EnumOrdinal") // an index, for speed
    void special(SpecialRegister register, long value) {
        specials[register.ordinal()] = value;
    }

    /** Gives the next lanes the values of a special register, one for each. */
    @SuppressWarnings("EnumOrdinal") // an index, for speed
    void positions(SpecialRegister register, long[] values) {
        positions[register.ordinal()] = values;
    }

    @Override
    public long special(int register) {
        return specials[register];
    }

    @Override
    public long[] positions(int register) {
        return positions[register];
    }

    @Override
    public byte[] shared() {
        return shared;
    }

    @Override
    public byte[] local() {
        return local;
    }

    @Override
    public int localBytes() {
        return localBytes;
    }

    @Override
    public int findPage(long address, int bytes, boolean isStore) {
        if (!global.contains(address, bytes) || (isStore && listener != null)) {
            return -1;
        }
        byte[] found = global.arrayAt(address);
        if (found == null) {
            return -1;
        }
        page = found;
        return global.usedBytesOfPage(address);
    }

    @Override
    public boolean areFollowed() {
        return accesses != null && accesses.areFollowed();
    }

    @Override
    public void follow(long address, boolean isStore) {
        if (accesses != null) {
            accesses.access(address, isStore);
        }
    }

    @Override
    public byte[] page() {
        return page;
    }

    @Override
    public void hasStored() {
        changed = true;
    }

    /** Whether lanes have changed memory since {@link #start}. */
    boolean hasChanged() {
        return changed;
    }

    @Override
    public long place(long named, int space, int bytes, boolean isStore) {
        if ((named & Math.min(bytes, MOST_ALIGNED_BYTES) - 1) != 0) {
            return -1;
        }
        if (space == GLOBAL) {
            if (!global.contains(named, bytes)) {
                return -1;
            }
            if (accesses != null) {
                accesses.access(named, isStore);
            }
            return named;
        }
        long address = AddressMap.CONSTANT_BASE
                + (named >= AddressMap.CONSTANT_BASE ? named - AddressMap.CONSTANT_BASE : named);
        return !isStore && constant.contains(address, bytes) ? address : -1;
    }

    @Override
    public long load(long place, int space, int width) {
        return switch (space) {
            case GLOBAL -> load(global, place, width);
            case PARAMETER -> load(parameters, (int) place, width);
            default -> load(constant, place, width);
        };
    }

    private static long load(PagedMemory memory, long address, int width) {
        return switch (width) {
            case SIGNED_BYTE -> memory.loadByte(address);
            case BYTE -> memory.loadByte(address) & 0xFF;
            case SIGNED_SHORT -> memory.loadShort(address);
            case SHORT -> memory.loadShort(address) & 0xFFFF;
            case WORD -> memory.loadInt(address);
            default -> memory.loadLong(address);
        };
    }

    private static long load(byte[] bytes, int offset, int width) {
        return switch (width) {
            case SIGNED_BYTE -> bytes[offset];
            case BYTE -> bytes[offset] & 0xFF;
            case SIGNED_SHORT -> LittleEndian.getShort(bytes, offset);
            case SHORT -> LittleEndian.getShort(bytes, offset) & 0xFFFF;
            case WORD -> LittleEndian.getInt(bytes, offset);
            default -> LittleEndian.getLong(bytes, offset);
        };
    }

    @Override
    public void store(long place, int width, long value) {
        if (listener != null || !changed) {
            notice(place, width, value);
        }
        switch (width) {
            case SIGNED_BYTE, BYTE -> global.storeByte(place, (byte) value);
            case SIGNED_SHORT, SHORT -> global.storeShort(place, (short) value);
            case WORD -> global.storeInt(place, (int) value);
            default -> global.storeLong(place, value);
        }
    }

    private void notice(long place, int width, long value) {
        int bytes = bytes(width);
        int unusedBits = Long.SIZE - bytes * Byte.SIZE;
        if ((load(global, place, width) ^ value) << unusedBits == 0) {
            return;
        }
        changed = true;
        StoreListener notified = listener;
        if (notified != null) {
            notified.changed(place, bytes);
        }
    }

    private static int bytes(int width) {
        return switch (width) {
            case SIGNED_BYTE, BYTE -> Byte.BYTES;
            case SIGNED_SHORT, SHORT -> Short.BYTES;
            case WORD -> Integer.BYTES;
            default -> Long.BYTES;
        };
    }
}
