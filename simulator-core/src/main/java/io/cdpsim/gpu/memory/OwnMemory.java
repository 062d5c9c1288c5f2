package io.cdpsim.gpu.memory;

import io.cdpsim.bytecode.LaneMemory;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.LittleEndian;
import io.cdpsim.memory.PagedMemory;
import org.jspecify.annotations.Nullable;

/**
 * The memory that a lane reaches without anything to report: global memory of its device, constants, the shared memory of its block and its own local
 * memory. Each other access, and each that faults, is left to the load-store unit.
 */
public final class OwnMemory implements LaneMemory {
    private static final int MOST_ALIGNED_BYTES = 16;

    /** Notified of stores to global memory. */
    public interface StoreListener {
        /** Memory has changed. */
        void changed(long address, int bytes);
    }

    private final DeviceData data;
    private final PagedMemory global;
    private final PagedMemory constant;
    private byte[] shared = new byte[0];
    private byte[] local = new byte[0];
    private int localBytes;
    private int localStart;
    private byte[] parameters = new byte[0];
    private final long[] specials = new long[SpecialRegister.values().length];
    private @Nullable StoreListener listener;
    private final @Nullable UntimedAccesses accesses;
    private boolean changed;

    /**
     * @param data the memories of the device
     * @param accesses notified of accesses to global memory, null if nobody needs them
     */
    public OwnMemory(DeviceData data, @Nullable UntimedAccesses accesses) {
        this.accesses = accesses;
        this.data = data;
        global = data.global();
        constant = data.constant();
    }

    /** Whether lanes reach no memory of other devices or of the program, whose accesses have more to do than these. */
    public boolean isAlone() {
        return data.peers().isEmpty() && data.registered().isEmpty();
    }

    /**
     * The next lanes are those of a warp.
     *
     * @param own what is private to it
     * @param of notified of stores, null if nobody waits for any
     */
    public void start(SharedAndLocalMemory own, @Nullable StoreListener of) {
        shared = own.shared();
        local = own.local();
        localBytes = own.localBytes();
        listener = of;
        changed = false;
    }

    /** The next lanes are of a kernel with these parameters. */
    public void inputs(byte[] ofKernel) {
        parameters = ofKernel;
    }

    /** Gives the next lanes the value of a special register. */
    @SuppressWarnings("EnumOrdinal") // an index, for speed
    public void special(SpecialRegister register, long value) {
        specials[register.ordinal()] = value;
    }

    @Override
    public long special(int register) {
        return specials[register];
    }

    /** The next accesses are those of a lane. */
    public void lane(int lane) {
        localStart = lane * localBytes;
    }

    /** Whether lanes have changed memory since {@link #start}. */
    public boolean hasChanged() {
        return changed;
    }

    @Override
    public long place(long named, int space, int bytes, boolean isStore) {
        if ((named & Math.min(bytes, MOST_ALIGNED_BYTES) - 1) != 0) {
            return -1;
        }
        return switch (space) {
            case GLOBAL -> {
                if (!global.contains(named, bytes)) {
                    yield -1;
                }
                if (accesses != null) {
                    accesses.access(named, isStore);
                }
                yield named;
            }
            case SHARED -> within(offset(named, AddressMap.SHARED_BASE), bytes, shared.length);
            case LOCAL -> {
                long inLocal = within(offset(named, AddressMap.LOCAL_BASE), bytes, localBytes);
                yield inLocal < 0 ? -1 : localStart + inLocal;
            }
            default -> {
                long address = AddressMap.CONSTANT_BASE + offset(named, AddressMap.CONSTANT_BASE);
                yield !isStore && constant.contains(address, bytes) ? address : -1;
            }
        };
    }

    private static long offset(long named, long base) {
        return named >= base ? named - base : named;
    }

    private static long within(long offset, int bytes, int size) {
        return offset >= 0 && offset + bytes <= size ? offset : -1;
    }

    @Override
    public long load(long place, int space, int width) {
        return switch (space) {
            case GLOBAL -> load(global, place, width);
            case SHARED -> load(shared, (int) place, width);
            case LOCAL -> load(local, (int) place, width);
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
    public void store(long place, int space, int width, long value) {
        if (listener != null || !changed) {
            notice(place, space, width, value);
        }
        switch (space) {
            case SHARED -> store(shared, (int) place, width, value);
            case LOCAL -> store(local, (int) place, width, value);
            default -> store(global, place, width, value);
        }
    }

    private void notice(long place, int space, int width, long value) {
        int bytes = bytes(width);
        int unusedBits = Long.SIZE - bytes * Byte.SIZE;
        if ((load(place, space, width) ^ value) << unusedBits == 0) {
            return;
        }
        changed = true;
        StoreListener notified = listener;
        if (notified != null && space == GLOBAL) {
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

    private static void store(PagedMemory memory, long address, int width, long value) {
        switch (width) {
            case SIGNED_BYTE, BYTE -> memory.storeByte(address, (byte) value);
            case SIGNED_SHORT, SHORT -> memory.storeShort(address, (short) value);
            case WORD -> memory.storeInt(address, (int) value);
            default -> memory.storeLong(address, value);
        }
    }

    private static void store(byte[] bytes, int offset, int width, long value) {
        switch (width) {
            case SIGNED_BYTE, BYTE -> bytes[offset] = (byte) value;
            case SIGNED_SHORT, SHORT -> LittleEndian.putShort(bytes, offset, (short) value);
            case WORD -> LittleEndian.putInt(bytes, offset, (int) value);
            default -> LittleEndian.putLong(bytes, offset, value);
        }
    }
}
