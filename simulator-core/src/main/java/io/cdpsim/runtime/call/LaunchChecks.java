package io.cdpsim.runtime.call;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.ClusterShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.KernelProperty;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.GpuProfile.GridLimits;
import io.cdpsim.profile.occupancy.Occupancy;
import io.cdpsim.profile.occupancy.OccupancyResult;
import io.cdpsim.profile.occupancy.OccupancyResult.Limiter;
import io.cdpsim.runtime.launch.DynamicSharedLimits;
import io.cdpsim.runtime.version.CdpRules;
import io.cdpsim.runtime.version.CudaError;
import org.jspecify.annotations.Nullable;

/** Whether a launch asks for something that the device can give (rules LNCH-7 to LNCH-9). */
public final class LaunchChecks {
    private final GpuProfile profile;
    private final CdpRules rules;
    private final DynamicSharedLimits optIns;
    private @Nullable Kernel lastKernel;
    private @Nullable LaunchShape lastShape;

    public LaunchChecks(GpuProfile profile, CdpRules rules, DynamicSharedLimits optIns) {
        this.profile = profile;
        this.rules = rules;
        this.optIns = optIns;
    }

    /** What a launch of this shape by device code gives, a tail launch too (rules LNCH-6, TAIL-12). */
    CudaError checkDeviceLaunch(Kernel kernel, LaunchShape shape) {
        // A program launches the same kernel in the same shape again and again.
        if (kernel == lastKernel && shape.equals(lastShape)) {
            return CudaError.SUCCESS;
        }
        CudaError error = checkFirst(kernel, shape);
        if (error == CudaError.SUCCESS) {
            lastKernel = kernel;
            lastShape = shape;
        }
        return error;
    }

    private CudaError checkFirst(Kernel kernel, LaunchShape shape) {
        // Rule LNCH-10: the references of a module mean something to launches of the host only.
        if (kernel.attributes().has(KernelProperty.TEXTURE_REFERENCE)) {
            return CudaError.LAUNCH_FILE_SCOPED_TEX;
        }
        if (kernel.attributes().has(KernelProperty.SURFACE_REFERENCE)) {
            return CudaError.LAUNCH_FILE_SCOPED_SURF;
        }
        // Rule PARM-3. The code is what LNCH-8 gives for too many arguments; no document says it of device code.
        if (kernel.parameters().totalBytes() > profile.limits().parameterBytes()) {
            return CudaError.LAUNCH_OUT_OF_RESOURCES;
        }
        return check(kernel, shape);
    }

    /** What a launch of this shape by the host gives. */
    public CudaError checkHostLaunch(Kernel kernel, LaunchShape shape) {
        CudaError error = check(kernel, shape);
        return error == CudaError.INVALID_CONFIGURATION ? rules.wrongShapeOnHost() : error;
    }

    private CudaError check(Kernel kernel, LaunchShape shape) {
        KernelAttributes attributes = kernel.attributes();
        // Rule LNCH-7.
        if (!dimensionsFit(shape)) {
            return CudaError.INVALID_CONFIGURATION;
        }
        // Rules LNCH-4 and LNCH-7.
        long shared = attributes.staticSharedBytes() + shape.dynamicSharedBytes();
        if (shape.dynamicSharedBytes() < 0 || shared > optIns.limit(kernel, profile.sm())) {
            return CudaError.INVALID_CONFIGURATION;
        }
        int threads = shape.threadsPerBlock();
        if (attributes.maxThreadsPerBlock() > 0 && threads > attributes.maxThreadsPerBlock()) {
            return rules.overLaunchBounds();
        }
        OccupancyResult fit = Occupancy.of(
                profile, threads, attributes.registersPerThread(), (int) shared, optIns.isLarge(kernel, profile.sm()));
        if (fit.fits()) {
            return clustersFit(kernel, shape.of(attributes), fit.blocksPerSm())
                    ? CudaError.SUCCESS
                    : CudaError.INVALID_CLUSTER_SIZE;
        }
        return fit.limiter() == Limiter.REGISTERS_PER_THREAD || fit.limiter() == Limiter.REGISTERS_PER_BLOCK
                ? CudaError.LAUNCH_OUT_OF_RESOURCES
                : CudaError.INVALID_CONFIGURATION;
    }

    /** Rule C-1: the grid is a multiple of its clusters, and one of them fits in a GPC. */
    private boolean clustersFit(Kernel kernel, LaunchShape shape, int blocksPerSm) {
        ClusterShape cluster = shape.cluster();
        if (!cluster.isExplicit()) {
            return true;
        }
        ClusterShape declared = kernel.attributes().cluster();
        return cluster.x() > 0
                && cluster.y() > 0
                && cluster.z() > 0
                && (!declared.isExplicit() || declared.equals(cluster))
                && shape.gridX() % cluster.x() == 0
                && shape.gridY() % cluster.y() == 0
                && shape.gridZ() % cluster.z() == 0
                && cluster.blocks() <= optIns.mostClusterBlocks(kernel, profile.cluster())
                && profile.cluster().resident(cluster.blocks(), blocksPerSm) > 0;
    }

    /** What a launch that is refused asks too much of, and what the device gives, in words. */
    public String reason(Kernel kernel, LaunchShape shape) {
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
        ClusterShape cluster = shape.of(attributes).cluster();
        if (cluster.isExplicit() && check(kernel, shape) == CudaError.INVALID_CLUSTER_SIZE) {
            return "its clusters are " + cluster.x() + " x " + cluster.y() + " x " + cluster.z()
                    + " blocks; the grid must be a multiple of them, and a cluster may have "
                    + optIns.mostClusterBlocks(kernel, profile.cluster()) + " blocks, or "
                    + profile.cluster().most()
                    + " with cudaFuncAttributeNonPortableClusterSizeAllowed (rule C-1)";
        }
        return "a block may have " + optIns.limit(kernel, profile.sm()) + " bytes of shared memory, a thread "
                + profile.sm().maxRegistersPerThread() + " registers and a block "
                + profile.sm().maxRegistersPerBlock() + "; take smaller blocks";
    }

    /** Rule LNCH-9: the limits are those of the device, for parent and child alike. */
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
