package io.cdpsim.runtime.attribute;

import io.cdpsim.kernel.call.DeviceAttribute;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.warp.Lanes;

/** The attributes of a device, derived from its profile (rule API-1). */
public final class DeviceAttributes {
    private static final long HERTZ_PER_KILOHERTZ = 1000;

    private DeviceAttributes() {}

    /** The value of an attribute, in its unit (rule API-1). */
    public static long of(GpuProfile gpu, DeviceAttribute attribute) {
        return switch (attribute) {
            case MAX_THREADS_PER_BLOCK -> gpu.grid().maxThreadsPerBlock();
            case MAX_BLOCK_DIM_X -> gpu.grid().maxBlockX();
            case MAX_BLOCK_DIM_Y -> gpu.grid().maxBlockY();
            case MAX_BLOCK_DIM_Z -> gpu.grid().maxBlockZ();
            case MAX_GRID_DIM_X -> gpu.grid().maxGridX();
            case MAX_GRID_DIM_Y -> gpu.grid().maxGridY();
            case MAX_GRID_DIM_Z -> gpu.grid().maxGridZ();
            case MAX_SHARED_MEMORY_PER_BLOCK -> gpu.sm().maxSharedBytesPerBlock();
            case TOTAL_CONSTANT_MEMORY -> AddressMap.CONSTANT_BYTES;
            case WARP_SIZE -> Lanes.COUNT;
            case MAX_REGISTERS_PER_BLOCK -> gpu.sm().maxRegistersPerBlock();
            case CLOCK_RATE -> gpu.clock().coreHertz() / HERTZ_PER_KILOHERTZ;
            case MULTIPROCESSOR_COUNT -> gpu.sm().count();
            case CONCURRENT_KERNELS -> gpu.grid().maxResidentGrids() > 1 ? 1 : 0;
            case L2_CACHE_SIZE -> gpu.l2().bytes();
            case MAX_THREADS_PER_MULTIPROCESSOR -> gpu.sm().maxThreads();
            case ASYNC_ENGINE_COUNT -> gpu.hostLink().copyEngines();
            case COMPUTE_CAPABILITY_MAJOR -> gpu.computeCapability().major();
            case COMPUTE_CAPABILITY_MINOR -> gpu.computeCapability().minor();
            case MAX_SHARED_MEMORY_PER_MULTIPROCESSOR -> gpu.sm().sharedBytes();
            case MAX_REGISTERS_PER_MULTIPROCESSOR -> gpu.sm().registers();
            case MAX_SHARED_MEMORY_PER_BLOCK_OPTIN -> gpu.sm().maxSharedBytesPerBlockOptIn();
            case MAX_BLOCKS_PER_MULTIPROCESSOR -> gpu.sm().maxBlocks();
            case RESERVED_SHARED_MEMORY_PER_BLOCK -> gpu.sm().sharedReservedBytesPerBlock();
        };
    }
}
