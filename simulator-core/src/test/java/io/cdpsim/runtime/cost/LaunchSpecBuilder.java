package io.cdpsim.runtime.cost;

import io.cdpsim.profile.Bandwidth;
import io.cdpsim.profile.CompletionSpec;
import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.profile.DeviceLaunchSpec.ContendedCallSpec;
import io.cdpsim.profile.DeviceLaunchSpec.LaunchModel;
import io.cdpsim.profile.LaunchBatchSpec;
import io.cdpsim.profile.PendingPoolSpec;
import io.cdpsim.runtime.launch.PendingLaunchPool;

/** A spec of which everything is free but what a test sets. */
final class LaunchSpecBuilder {
    LaunchModel model = LaunchModel.HOPPER;
    ContendedCallSpec nullStream = ContendedCallSpec.NONE;
    ContendedCallSpec namedStream = ContendedCallSpec.NONE;
    ContendedCallSpec fireAndForget = ContendedCallSpec.NONE;
    ContendedCallSpec tail = ContendedCallSpec.NONE;
    int uncrowdedLanes;
    int crowdedLane;
    int postToStart;
    int tailStart;
    int tailToTail;
    int tailOverflow;
    int streamSuccessor;
    LaunchBatchSpec chain = LaunchBatchSpec.NONE;
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
                uncrowdedLanes,
                crowdedLane,
                postToStart,
                tailStart,
                tailToTail,
                tailOverflow,
                streamSuccessor,
                chain,
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

    /** A pool of so many slots that all fit into the L2. */
    static PendingLaunchPool pool(long slots) {
        return new PendingLaunchPool(slots, () -> 0, slots, (fixed, virtual) -> {});
    }

    /** Chains whose completions cost the same however large the pool is. */
    static LaunchBatchSpec chain(int batchGrids, int underWay, int batch, int perGrid, int next, int tailCompletion) {
        return new LaunchBatchSpec(batchGrids, underWay, batch, perGrid, 0, next, 0, tailCompletion, 0);
    }

    /** Rounds of which nothing takes longer than the rest. */
    static CompletionSpec rounds(int round, int growth, int perGrid) {
        return new CompletionSpec(round, growth, perGrid, 0, 0, CompletionSpec.Crowd.NONE, 1, 0, 0);
    }

    /** A pool that costs only the service of its launches. */
    static PendingPoolSpec service(double service, double streamService) {
        return new PendingPoolSpec(service, streamService, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, PendingPoolSpec.Hang.NEVER);
    }

    /** A pool that costs only the ways through it. */
    static PendingPoolSpec walks(double perSlot, int mostWalks) {
        return new PendingPoolSpec(0, 0, 0, 0, 0, 0, perSlot, mostWalks, 1, 0, 0, 0, 0, PendingPoolSpec.Hang.NEVER);
    }
}
