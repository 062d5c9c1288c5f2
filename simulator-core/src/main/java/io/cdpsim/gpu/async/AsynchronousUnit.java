package io.cdpsim.gpu.async;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.block.Cluster;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.WarpDevice;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.sm.AsynchronousOperations;
import io.cdpsim.gpu.sm.Sm;
import io.cdpsim.gpu.spin.SpinParking;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.profile.GpuProfile;
import org.jspecify.annotations.Nullable;

/** Runs operations on mbarrier objects, bulk copies, and accesses to textures and surfaces of all SMs of a device. */
public final class AsynchronousUnit implements AsynchronousOperations {
    private final MbarrierUnit mbarriers;
    private final BulkCopies copies;
    private final ClusterUnit clusters;
    private final TextureUnit textures;
    private final SurfaceUnit surfaces;

    /**
     * The unit of a device.
     *
     * @param spinParking where warps are that wait for memory to change
     * @param watch notified of all that a waiting thread may wait for
     * @param visibility notified of arrivals and waits, if there is a listener
     * @param timed whether operations take the time that they take, and not a cycle each
     */
    public AsynchronousUnit(
            GpuProfile profile,
            Engine engine,
            WarpDevice device,
            DeviceData data,
            SpinParking<?> spinParking,
            ProgressMonitor watch,
            @Nullable VisibilityFeed visibility,
            boolean timed) {
        mbarriers = new MbarrierUnit(profile, engine, device, data, watch, visibility, timed);
        textures = new TextureUnit(profile.texture(), device, data, visibility, timed);
        surfaces = new SurfaceUnit(profile.texture(), device, data, spinParking, watch, visibility, timed);
        clusters = new ClusterUnit(profile, device, watch, visibility, timed);
        copies = new BulkCopies(profile, engine, device, data, spinParking, watch, visibility, mbarriers, timed);
    }

    @Override
    public long run(Sm sm, Warp warp, Instruction in, int lanes, long start) {
        return switch (in.opcode()) {
            case MBARRIER -> mbarriers.update(sm, warp, in, lanes, start);
            case MBARRIER_WAIT -> mbarriers.test(sm, warp, in, lanes, start);
            case BULK_COPY -> copies.start(sm, warp, in, lanes, start);
            case BULK_GROUP -> copies.group(warp, in, lanes, start);
            case CLUSTER_BARRIER -> clusters.barrier(warp, in, lanes, start);
            case TEXTURE_FETCH -> textures.fetch(sm, warp, in, lanes, start);
            case TEXTURE_QUERY -> textures.query(warp, in, lanes, start);
            case SURFACE_LOAD, SURFACE_STORE, SURFACE_REDUCE -> surfaces.access(sm, warp, in, lanes, start);
            default -> throw new IllegalStateException(in.opcode() + " is run elsewhere");
        };
    }

    @Override
    public void address(Warp warp, Instruction in, int lanes) {
        clusters.address(warp, in, lanes);
    }

    @Override
    public void open(Cluster cluster, long time) {
        clusters.open(cluster, time);
    }
}
