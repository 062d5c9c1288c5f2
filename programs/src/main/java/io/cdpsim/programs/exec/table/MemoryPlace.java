package io.cdpsim.programs.exec.table;

/**
 * {@code struct cudaMemLocation}: where memory is.
 *
 * @param type a number of {@code cudaMemLocationType}
 * @param id the device or the NUMA node; without meaning for other types
 */
public record MemoryPlace(int type, int id) {
    private static final int DEVICE = 1;
    private static final int HOST = 2;
    private static final int HOST_NUMA = 3;
    private static final int HOST_NUMA_CURRENT = 4;

    /** {@code cudaCpuDeviceId}. */
    public static final int CPU = -1;

    public static MemoryPlace device(int ordinal) {
        return new MemoryPlace(DEVICE, ordinal);
    }

    /** The place in eight bytes, its type first. */
    public static MemoryPlace ofBits(long bits) {
        return new MemoryPlace((int) bits, (int) (bits >> Integer.SIZE));
    }

    public boolean isDevice() {
        return type == DEVICE;
    }

    public boolean isHostNode() {
        return type == HOST_NUMA || type == HOST_NUMA_CURRENT;
    }

    /** Whether a machine has the place. */
    public boolean exists(int devices) {
        return type == HOST || isHostNode() || (isDevice() && id >= 0 && id < devices);
    }

    /** The place as the number of a device. */
    public int ordinal() {
        return isDevice() ? id : CPU;
    }
}
