package io.cdpsim.runtime.cost;

import io.cdpsim.profile.Bandwidth;
import io.cdpsim.profile.CompletionSpec;
import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.profile.DeviceLaunchSpec.LaunchCallSpec;
import io.cdpsim.profile.DeviceLaunchSpec.LaunchModel;
import io.cdpsim.profile.LaunchBatchSpec;
import io.cdpsim.profile.LinearCycles;
import io.cdpsim.profile.PendingPoolSpec;
import io.cdpsim.profile.PendingPoolSpec.CrowdedCall;
import io.cdpsim.profile.PendingPoolSpec.Hang;
import io.cdpsim.profile.PendingPoolSpec.PoolScan;
import io.cdpsim.profile.PendingPoolSpec.StreamService;
import io.cdpsim.runtime.launch.PendingLaunchPool;

/** Builds a spec in which every cost is 0 unless a test sets it. */
final class LaunchSpecBuilder {
    LaunchModel model = LaunchModel.HOPPER;
    LaunchCallSpec nullStream = LaunchCallSpec.NONE;
    LaunchCallSpec namedStream = LaunchCallSpec.NONE;
    LaunchCallSpec fireAndForget = LaunchCallSpec.NONE;
    LaunchCallSpec tail = LaunchCallSpec.NONE;
    int contentionPerLane;
    int postToStart;
    int tailStart;
    int tailToTail;
    int streamSuccessor;
    LaunchBatchSpec batches = LaunchBatchSpec.NONE;
    CompletionSpec completion = CompletionSpec.NONE;
    PendingPoolSpec pool = PendingPoolSpec.NONE;
    int completionCycles;
    int nestedCompletion;
    int tailOfTail;
    int capableGrid;
    int virtualizedLaunch;
    int virtualizedStart;

    DeviceLaunchSpec build() {
        return new DeviceLaunchSpec(
                model,
                nullStream,
                namedStream,
                fireAndForget,
                tail,
                contentionPerLane,
                postToStart,
                tailStart,
                tailToTail,
                streamSuccessor,
                batches,
                completion,
                pool,
                completionCycles,
                nestedCompletion,
                tailOfTail,
                capableGrid,
                virtualizedLaunch,
                virtualizedStart,
                new Bandwidth(1e9),
                0);
    }

    /** A pool whose slots all fit into the L2. */
    static PendingLaunchPool pool(long slots) {
        return new PendingLaunchPool(slots, () -> 0, slots, (fixed, virtual) -> {});
    }

    /** Batches of grids whose completions cost the same for every size of the pool. */
    static LaunchBatchSpec chain(
            int maxGrids, int maxInFlight, int dispatch, int perGrid, int successor, int tailCompletion) {
        return new LaunchBatchSpec(
                maxGrids, maxInFlight, new LinearCycles(dispatch, perGrid), 0, successor, 0, tailCompletion);
    }

    /** A grid that takes longer only if its slot is not in the L2. */
    static CompletionSpec.GridCost grid(int cycles, int missCycles) {
        return new CompletionSpec.GridCost(cycles, missCycles, 0, 0, 0, 0);
    }

    /** Completion batches in which every grid takes the same time, also below nested grids of blocks of 32 threads: they have 32 KiB of shared memory. */
    static CompletionSpec completions(int batch, int growth, int perGrid) {
        return completions(batch, growth, growth, perGrid);
    }

    /** The same with another growth for grids that waited for others. */
    static CompletionSpec completions(int batch, int growth, int parentsGrowth, int perGrid) {
        return new CompletionSpec(
                batch,
                growth,
                parentsGrowth,
                LaunchSpecBuilder.grid(perGrid, 0),
                LaunchSpecBuilder.grid(perGrid, 0),
                32 * perGrid,
                0,
                CompletionSpec.LargeBlocks.NONE,
                CompletionSpec.SlowState.NONE,
                1);
    }

    /** A pool whose only cost is the service of its launches. */
    static PendingPoolSpec service(double service, double streamService) {
        return service(service, new StreamService(streamService, 0, 0));
    }

    /** A pool whose only cost is the service of its launches. */
    static PendingPoolSpec service(double service, StreamService streamService) {
        return new PendingPoolSpec(
                service,
                streamService,
                PoolScan.NONE,
                LinearCycles.ZERO,
                LinearCycles.ZERO,
                CrowdedCall.NONE,
                Hang.NEVER);
    }

    /** A pool whose only cost is its scans. */
    static PendingPoolSpec scans(double perSlot, int maxScans) {
        return scans(perSlot, maxScans, 0);
    }

    /** The same, where a scan for the first launches of several blocks goes to each of them. */
    static PendingPoolSpec scans(double perSlot, int maxScans, int blockSlots) {
        return new PendingPoolSpec(
                0,
                StreamService.NONE,
                new PoolScan(perSlot, maxScans, 1, blockSlots),
                LinearCycles.ZERO,
                LinearCycles.ZERO,
                CrowdedCall.NONE,
                Hang.NEVER);
    }
}
