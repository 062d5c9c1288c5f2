package io.cdpsim.programs.exec.call;

/**
 * {@code struct cudaMemLocation}: where memory is.
 *
 * @param type a number of {@code cudaMemLocationType}
 * @param id the device or the NUMA node; without meaning for other types
 */
record MemoryPlace(int type, int id) {
    private static final int DEVICE = 1;
    private static final int HOST = 2;
    private static final int HOST_NUMA = 3;
    private static final int HOST_NUMA_CURRENT = 4;

    /** {@code cudaCpuDeviceId}. */
    static final int CPU = -1;

    static MemoryPlace device(int ordinal) {
        return new MemoryPlace(DEVICE, ordinal);
    }

    /** The place in eight bytes, its type first. */
    static MemoryPlace ofBits(long bits) {
        return new MemoryPlace((int) bits, (int) (bits >> Integer.SIZE));
    }

    boolean isDevice() {
        return type == DEVICE;
    }

    boolean isHostNode() {
        return type == HOST_NUMA || type == HOST_NUMA_CURRENT;
    }

    /** Whether a machine has the place. */
    boolean exists(int devices) {
        return type == HOST || isHostNode() || (isDevice() && id >= 0 && id < devices);
    }

    /** The place as the number of a device. */
    int ordinal() {
        return isDevice() ? id : CPU;
    }
}
