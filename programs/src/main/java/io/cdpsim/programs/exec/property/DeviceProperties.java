package io.cdpsim.programs.exec.property;

import io.cdpsim.memory.AddressMap;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.GpuProfile.GridLimits;
import io.cdpsim.profile.ReportedAttribute;
import io.cdpsim.profile.SmSpec;
import io.cdpsim.runtime.attribute.CudaAttributes;
import io.cdpsim.warp.Lanes;
import java.util.List;

/** {@code struct cudaDeviceProp}, which CUDA 12 extended and CUDA 13 changed. */
public final class DeviceProperties {
    private static final int NAME_BYTES = 256;
    private static final int KILO = 1000;
    private static final int RESERVED_INTS = 56;

    /** The largest textures and surfaces, in the order of the structure. */
    private static final List<ReportedAttribute> TEXTURES = List.of(
            ReportedAttribute.MAX_TEXTURE_1D,
            ReportedAttribute.MAX_TEXTURE_1D_MIPMAPPED,
            ReportedAttribute.MAX_TEXTURE_1D_LINEAR,
            ReportedAttribute.MAX_TEXTURE_2D_WIDTH,
            ReportedAttribute.MAX_TEXTURE_2D_HEIGHT,
            ReportedAttribute.MAX_TEXTURE_2D_MIPMAPPED_WIDTH,
            ReportedAttribute.MAX_TEXTURE_2D_MIPMAPPED_HEIGHT,
            ReportedAttribute.MAX_TEXTURE_2D_LINEAR_WIDTH,
            ReportedAttribute.MAX_TEXTURE_2D_LINEAR_HEIGHT,
            ReportedAttribute.MAX_TEXTURE_2D_LINEAR_PITCH_BYTES,
            ReportedAttribute.MAX_TEXTURE_2D_GATHER_WIDTH,
            ReportedAttribute.MAX_TEXTURE_2D_GATHER_HEIGHT,
            ReportedAttribute.MAX_TEXTURE_3D_WIDTH,
            ReportedAttribute.MAX_TEXTURE_3D_HEIGHT,
            ReportedAttribute.MAX_TEXTURE_3D_DEPTH,
            ReportedAttribute.MAX_TEXTURE_3D_WIDTH_ALTERNATE,
            ReportedAttribute.MAX_TEXTURE_3D_HEIGHT_ALTERNATE,
            ReportedAttribute.MAX_TEXTURE_3D_DEPTH_ALTERNATE,
            ReportedAttribute.MAX_TEXTURE_CUBEMAP,
            ReportedAttribute.MAX_TEXTURE_1D_LAYERED_WIDTH,
            ReportedAttribute.MAX_TEXTURE_1D_LAYERED_LAYERS,
            ReportedAttribute.MAX_TEXTURE_2D_LAYERED_WIDTH,
            ReportedAttribute.MAX_TEXTURE_2D_LAYERED_HEIGHT,
            ReportedAttribute.MAX_TEXTURE_2D_LAYERED_LAYERS,
            ReportedAttribute.MAX_TEXTURE_CUBEMAP_LAYERED_WIDTH,
            ReportedAttribute.MAX_TEXTURE_CUBEMAP_LAYERED_LAYERS,
            ReportedAttribute.MAX_SURFACE_1D,
            ReportedAttribute.MAX_SURFACE_2D_WIDTH,
            ReportedAttribute.MAX_SURFACE_2D_HEIGHT,
            ReportedAttribute.MAX_SURFACE_3D_WIDTH,
            ReportedAttribute.MAX_SURFACE_3D_HEIGHT,
            ReportedAttribute.MAX_SURFACE_3D_DEPTH,
            ReportedAttribute.MAX_SURFACE_1D_LAYERED_WIDTH,
            ReportedAttribute.MAX_SURFACE_1D_LAYERED_LAYERS,
            ReportedAttribute.MAX_SURFACE_2D_LAYERED_WIDTH,
            ReportedAttribute.MAX_SURFACE_2D_LAYERED_HEIGHT,
            ReportedAttribute.MAX_SURFACE_2D_LAYERED_LAYERS,
            ReportedAttribute.MAX_SURFACE_CUBEMAP,
            ReportedAttribute.MAX_SURFACE_CUBEMAP_LAYERED_WIDTH,
            ReportedAttribute.MAX_SURFACE_CUBEMAP_LAYERED_LAYERS);

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
        for (ReportedAttribute each : TEXTURES) {
            // CUDA 13 has no maxTexture1DLinear here.
            if (old || each != ReportedAttribute.MAX_TEXTURE_1D_LINEAR) {
                bytes.ints(gpu.reported(each));
            }
        }
        bytes.longs(512) // surfaceAlignment
                .ints(
                        grid.maxResidentGrids() > 1 ? 1 : 0,
                        gpu.reported(ReportedAttribute.ECC_ENABLED)) // concurrentKernels
                .ints(attribute(gpu, ordinal, 33), attribute(gpu, ordinal, 34), attribute(gpu, ordinal, 50)) // PCI
                .ints(
                        0,
                        gpu.hostLink().copyEngines(),
                        unified ? 1 : 0); // tccDriver, asyncEngineCount, unifiedAddressing
        if (old) {
            bytes.ints(attribute(gpu, ordinal, 36)); // memoryClockRate
        }
        bytes.ints(attribute(gpu, ordinal, 37), gpu.l2().bytes(), attribute(gpu, ordinal, 108), sm.maxThreads())
                .ints(1, 1, 1) // priorities, L1 for global and local memory
                .longs(sm.sharedBytes())
                .ints(sm.registers(), 1, 0, 0, 0); // managedMemory, board, group, hostNativeAtomicSupported
        if (old) {
            bytes.ints(attribute(gpu, ordinal, 87)); // singleToDoublePrecisionPerfRatio
        }
        bytes.ints(0, 1, 1, 0, 1); // pageable, concurrentManaged, preemption, host pointers, cooperativeLaunch
        if (old) {
            bytes.ints(0); // cooperativeMultiDeviceLaunch
        }
        bytes.longs(sm.maxSharedBytesPerBlockOptIn())
                .ints(0, 0, sm.maxBlocks(), attribute(gpu, ordinal, 109))
                .longs(sm.sharedReservedBytesPerBlock());
        if (version >= 12) {
            // hostRegisterSupported to unifiedFunctionPointers, then what CUDA 13 has besides, which is 0 in CUDA 12.
            for (int number : new int[] {99, 112, 113, 114, 115, 116, 117, 118, 119, 121, 125, 120, 129}) {
                bytes.ints(attribute(gpu, ordinal, number));
            }
            if (!old) {
                for (int number : new int[] {130, 131, 133, 134, 139, 140, 143}) {
                    bytes.ints(attribute(gpu, ordinal, number));
                }
            }
            bytes.zeros(old ? RESERVED_INTS + 7 : RESERVED_INTS);
        }
        return bytes.bytes();
    }

    private static int attribute(GpuProfile gpu, int ordinal, int number) {
        return CudaAttributes.of(gpu, ordinal, number).orElse(0);
    }

    /** A GPU's own name: its description without the part in brackets and what follows. */
    public static String name(GpuProfile gpu) {
        String description = gpu.description();
        int bracket = description.indexOf(" (");
        return bracket < 0 ? description : description.substring(0, bracket);
    }
}
