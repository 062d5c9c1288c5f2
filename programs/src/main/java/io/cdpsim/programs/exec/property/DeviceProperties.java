package io.cdpsim.programs.exec.property;

import io.cdpsim.memory.AddressMap;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.GpuProfile.GridLimits;
import io.cdpsim.profile.SmSpec;
import io.cdpsim.warp.Lanes;

/** {@code struct cudaDeviceProp}, which CUDA 12 extended and CUDA 13 changed. */
public final class DeviceProperties {
    private static final int NAME_BYTES = 256;
    private static final int KILO = 1000;
    private static final int TEXTURE_INTS = 40;

    private DeviceProperties() {}

    /**
     * The structure.
     *
     * @param version CUDA's major version: 11, 12 or 13
     */
    public static byte[] of(GpuProfile gpu, int ordinal, int version, boolean unified) {
        boolean old = version < 13;
        SmSpec sm = gpu.sm();
        GridLimits grid = gpu.grid();
        StructWriter bytes = new StructWriter()
                .text(name(gpu), NAME_BYTES)
                .longs(0x4344_5053_494DL, ordinal) // uuid
                .longs(0) // luid
                .ints(0)
                .longs(gpu.dram().bytes(), sm.maxSharedBytesPerBlock())
                .ints(sm.maxRegistersPerBlock(), Lanes.COUNT)
                .longs(Integer.MAX_VALUE)
                .ints(grid.maxThreadsPerBlock())
                .ints(grid.maxBlockX(), grid.maxBlockY(), grid.maxBlockZ())
                .ints(grid.maxGridX(), grid.maxGridY(), grid.maxGridZ());
        if (old) {
            bytes.ints(gpu.clock().coreHertz() / KILO);
        }
        bytes.longs(AddressMap.CONSTANT_BYTES)
                .ints(gpu.computeCapability().major(), gpu.computeCapability().minor())
                .longs(512, 32); // alignments of textures
        if (old) {
            bytes.ints(1); // deviceOverlap
        }
        bytes.ints(sm.count());
        if (old) {
            bytes.ints(0); // kernelExecTimeoutEnabled
        }
        bytes.ints(0, 1); // integrated, canMapHostMemory
        if (old) {
            bytes.ints(0); // computeMode
        }
        // Textures are not simulated: their sizes stay 0. CUDA 13 omits maxTexture1DLinear.
        bytes.zeros(old ? TEXTURE_INTS : TEXTURE_INTS - 1)
                .longs(512) // surfaceAlignment
                .ints(grid.maxResidentGrids() > 1 ? 1 : 0, 0) // concurrentKernels, ECCEnabled
                .ints(ordinal + 1, 0, 0) // PCI
                .ints(
                        0,
                        gpu.hostLink().copyEngines(),
                        unified ? 1 : 0); // tccDriver, asyncEngineCount, unifiedAddressing
        int memoryKilohertz = HostAttributes.of(gpu, ordinal, 36).orElse(0);
        if (old) {
            bytes.ints(memoryKilohertz);
        }
        bytes.ints(Byte.SIZE * KILO, gpu.l2().bytes(), 0, sm.maxThreads()) // memoryBusWidth to fit the clock
                .ints(1, 1, 1) // priorities, L1 for global and local memory
                .longs(sm.sharedBytes())
                .ints(sm.registers(), 1, 0, 0, 0); // managedMemory, board, group, hostNativeAtomicSupported
        if (old) {
            bytes.ints(2); // singleToDoublePrecisionPerfRatio
        }
        bytes.ints(0, 1, 1, 0, 1); // pageable, concurrentManaged, preemption, host pointers, cooperativeLaunch
        if (old) {
            bytes.ints(0); // cooperativeMultiDeviceLaunch
        }
        bytes.longs(sm.maxSharedBytesPerBlockOptIn())
                .ints(0, 0, sm.maxBlocks(), 0)
                .longs(sm.sharedReservedBytesPerBlock());
        if (version >= 12) {
            bytes.ints(1, 0, 0, 0, 1) // hostRegister, sparse, read-only, semaphores, memoryPools
                    .zeros(6)
                    .ints(0, 0); // clusterLaunch, unifiedFunctionPointers
            bytes.zeros(63);
        }
        return bytes.bytes();
    }

    /** A GPU's own name: its description without the part in brackets and what follows. */
    public static String name(GpuProfile gpu) {
        String description = gpu.description();
        int bracket = description.indexOf(" (");
        return bracket < 0 ? description : description.substring(0, bracket);
    }
}
