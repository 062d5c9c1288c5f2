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

/** Checks launches against the limits of the device (rules LNCH-7 to LNCH-9). */
public final class LaunchChecks {
    private final GpuProfile profile;
    private final CdpRules rules;
    private final DynamicSharedLimits optIns;
    private final Accepted byDevice = new Accepted();
    private final Accepted byHost = new Accepted();

    /** The last launch that was accepted: programs launch the same kernel with the same shape repeatedly. */
    private final class Accepted {
        private @Nullable Kernel kernel;
        private @Nullable LaunchShape shape;
        private int limits;

        private boolean isLike(Kernel launched, LaunchShape launchedShape) {
            return launched == kernel && limits == optIns.changes() && launchedShape.equals(shape);
        }

        private void was(Kernel launched, LaunchShape launchedShape) {
            kernel = launched;
            shape = launchedShape;
            limits = optIns.changes();
        }
    }

    public LaunchChecks(GpuProfile profile, CdpRules rules, DynamicSharedLimits optIns) {
        this.profile = profile;
        this.rules = rules;
        this.optIns = optIns;
    }

    /** The error of a launch by device code, tail launches included (rules LNCH-6, TAIL-12). */
    CudaError checkDeviceLaunch(Kernel kernel, LaunchShape shape) {
        if (byDevice.isLike(kernel, shape)) {
            return CudaError.SUCCESS;
        }
        CudaError error = checkUncached(kernel, shape);
        if (error == CudaError.SUCCESS) {
            byDevice.was(kernel, shape);
        }
        return error;
    }

    private CudaError checkUncached(Kernel kernel, LaunchShape shape) {
        // Rule LNCH-10: only launches by the host can use the texture and surface references of a module.
        if (kernel.attributes().has(KernelProperty.TEXTURE_REFERENCE)) {
            return CudaError.LAUNCH_FILE_SCOPED_TEX;
        }
        if (kernel.attributes().has(KernelProperty.SURFACE_REFERENCE)) {
            return CudaError.LAUNCH_FILE_SCOPED_SURF;
        }
        // Rule PARM-3. LNCH-8 documents this code for too many arguments of a host launch; for device code it is
        // undocumented.
        if (kernel.parameters().totalBytes() > profile.limits().parameterBytes()) {
            return CudaError.LAUNCH_OUT_OF_RESOURCES;
        }
        return check(kernel, shape);
    }

    /** The error of a launch by the host. */
    public CudaError checkHostLaunch(Kernel kernel, LaunchShape shape) {
        if (byHost.isLike(kernel, shape)) {
            return CudaError.SUCCESS;
        }
        CudaError error = check(kernel, shape);
        if (error == CudaError.SUCCESS) {
            byHost.was(kernel, shape);
        }
        return error == CudaError.INVALID_CONFIGURATION ? rules.hostConfigurationError() : error;
    }

    private CudaError check(Kernel kernel, LaunchShape shape) {
        KernelAttributes attributes = kernel.attributes();
        if (attributes.has(KernelProperty.UNSUPPORTED)) {
            return CudaError.NOT_SUPPORTED;
        }
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
            return rules.launchBoundsError();
        }
        OccupancyResult fit = Occupancy.of(
                profile, threads, attributes.registersPerThread(), (int) shared, optIns.isLarge(kernel, profile.sm()));
        if (fit.fits()) {
            // Rule C-4: a launch by device code has the clusters that its kernel declares.
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

    /** A message that names the exceeded limit of a refused launch. */
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

    /** Rule LNCH-9: the limits of the device apply to parent and child alike. */
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

    private static boolean within(long value, long max) {
        return value >= 1 && value <= max;
    }
}
