package io.cdpsim.memory;

/**
 * The window of each address space in the 64-bit generic address range.
 *
 * <p>A window is 2^40 bytes. Device {@code n} has window {@code n + 1}, so that a null pointer faults. Windows of devices and of pinned memory are below
 * 2^46, the others above 2^47: a program on Linux has its own memory between them, or below all, and kernels reach the registered part of it by
 * the program's addresses.
 * The shared and local windows are relative to the block and the thread that use them: the same address is another word in another block, so such a pointer may not be passed to a child (rule MEM-1).
 */
public final class AddressMap {
    private static final int WINDOW_BITS = 40;
    private static final int LAST_DEVICE_WINDOW = 0x1F;
    private static final int HOST_WINDOW = 0x20;
    private static final int CODE_WINDOW = 0xFC;
    private static final int CONSTANT_WINDOW = 0xFD;
    private static final int LOCAL_WINDOW = 0xFE;
    private static final int SHARED_WINDOW = 0xFF;

    /** Addresses in a window. */
    public static final long WINDOW_BYTES = 1L << WINDOW_BITS;

    /** The most devices that fit into the map. */
    public static final int MAX_DEVICES = LAST_DEVICE_WINDOW;

    /** First address of mapped host memory. */
    public static final long HOST_BASE = (long) HOST_WINDOW << WINDOW_BITS;

    /** First address of code. An access there faults. */
    public static final long CODE_BASE = (long) CODE_WINDOW << WINDOW_BITS;

    /** First address of constant memory. */
    public static final long CONSTANT_BASE = (long) CONSTANT_WINDOW << WINDOW_BITS;

    /** Bytes of constant memory of every CUDA device (CUDA C++ Programming Guide 13, table of technical specifications). */
    public static final long CONSTANT_BYTES = 64 << 10;

    /** First address of the executing thread's local memory. */
    public static final long LOCAL_BASE = (long) LOCAL_WINDOW << WINDOW_BITS;

    /** First address of the executing block's shared memory. */
    public static final long SHARED_BASE = (long) SHARED_WINDOW << WINDOW_BITS;

    private AddressMap() {}

    /** First address of the global memory of device {@code ordinal}, counted from 0. */
    public static long globalBase(int ordinal) {
        if (ordinal < 0 || ordinal >= MAX_DEVICES) {
            throw new IllegalArgumentException("device " + ordinal + " is out of range: 0 to " + (MAX_DEVICES - 1));
        }
        return (long) (ordinal + 1) << WINDOW_BITS;
    }

    /** The device whose global memory has an address in its window; -1 for an address in no such window. */
    public static int deviceOf(long genericAddress) {
        long window = genericAddress >>> WINDOW_BITS;
        return window >= 1 && window <= LAST_DEVICE_WINDOW ? (int) window - 1 : -1;
    }

    /** Whether addresses that differ in these bits at most point into one space of one device. */
    public static boolean isOneWindow(long differences) {
        return differences >>> WINDOW_BITS == 0;
    }

    /** The space of a generic address; {@link AddressSpace#GLOBAL}, where it faults, for an address outside every window. */
    public static AddressSpace spaceOf(long genericAddress) {
        return switch ((int) (genericAddress >>> WINDOW_BITS)) {
            case HOST_WINDOW -> AddressSpace.MAPPED;
            case CONSTANT_WINDOW -> AddressSpace.CONSTANT;
            case LOCAL_WINDOW -> AddressSpace.LOCAL;
            case SHARED_WINDOW -> AddressSpace.SHARED;
            default -> AddressSpace.GLOBAL;
        };
    }
}
