package io.cdpsim.runtime;

import io.cdpsim.gpu.LaunchShape;
import io.cdpsim.kernel.Kernel;
import io.cdpsim.kernel.KernelAttributes;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.GridLimits;
import io.cdpsim.profile.Limiter;
import io.cdpsim.profile.Occupancy;
import io.cdpsim.profile.OccupancyResult;

/** Whether a launch asks for something that the device can give (rules LNCH-7 to LNCH-9). */
final class LaunchChecks {
    private final GpuProfile profile;
    private final CudaError overLaunchBounds;

    LaunchChecks(GpuProfile profile, CudaError overLaunchBounds) {
        this.profile = profile;
        this.overLaunchBounds = overLaunchBounds;
    }

    /** What a launch of this shape gives. */
    CudaError check(Kernel kernel, LaunchShape shape) {
        KernelAttributes attributes = kernel.attributes();
        if (!dimensionsFit(shape)) {
            return CudaError.INVALID_CONFIGURATION;
        }
        long shared = attributes.staticSharedBytes() + shape.dynamicSharedBytes();
        long sharedLimit = attributes.largeShared()
                ? profile.sm().maxSharedBytesPerBlockOptIn()
                : profile.sm().maxSharedBytesPerBlock();
        if (shape.dynamicSharedBytes() < 0 || shared > sharedLimit) {
            return CudaError.INVALID_CONFIGURATION;
        }
        int threads = shape.threadsPerBlock();
        if (attributes.maxThreadsPerBlock() > 0 && threads > attributes.maxThreadsPerBlock()) {
            return overLaunchBounds;
        }
        OccupancyResult fit =
                Occupancy.of(profile, threads, attributes.registersPerThread(), (int) shared, attributes.largeShared());
        if (fit.fits()) {
            return CudaError.SUCCESS;
        }
        return fit.limiter() == Limiter.REGISTERS_PER_THREAD || fit.limiter() == Limiter.REGISTERS_PER_BLOCK
                ? CudaError.LAUNCH_OUT_OF_RESOURCES
                : CudaError.INVALID_CONFIGURATION;
    }

    /** What a launch that is refused asks too much of, and what the device gives, in words. */
    String reason(Kernel kernel, LaunchShape shape) {
        KernelAttributes attributes = kernel.attributes();
        GridLimits limits = profile.grid();
        if (!dimensionsFit(shape)) {
            return "a grid may be " + limits.maxGridX() + " x " + limits.maxGridY() + " x " + limits.maxGridZ()
                    + " blocks, a block " + limits.maxBlockX() + " x " + limits.maxBlockY() + " x "
                    + limits.maxBlockZ() + " threads and " + limits.maxThreadsPerBlock()
                    + " in all, and neither may be empty";
        }
        if (attributes.maxThreadsPerBlock() > 0 && shape.threadsPerBlock() > attributes.maxThreadsPerBlock()) {
            return "its launch bounds allow " + attributes.maxThreadsPerBlock() + " threads a block";
        }
        int shared = attributes.largeShared()
                ? profile.sm().maxSharedBytesPerBlockOptIn()
                : profile.sm().maxSharedBytesPerBlock();
        return "a block may have " + shared + " bytes of shared memory, a thread "
                + profile.sm().maxRegistersPerThread() + " registers and a block "
                + profile.sm().maxRegistersPerBlock() + "; take smaller blocks";
    }

    private boolean dimensionsFit(LaunchShape shape) {
        GridLimits limits = profile.grid();
        return within(shape.gridX(), limits.maxGridX())
                && within(shape.gridY(), limits.maxGridY())
                && within(shape.gridZ(), limits.maxGridZ())
                && within(shape.blockX(), limits.maxBlockX())
                && within(shape.blockY(), limits.maxBlockY())
                && within(shape.blockZ(), limits.maxBlockZ())
                && shape.blockX() * shape.blockY() * shape.blockZ() <= limits.maxThreadsPerBlock();
    }

    private static boolean within(long value, long most) {
        return value >= 1 && value <= most;
    }
}
