package io.cdpsim.runtime;

import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.profile.LaunchKindSpec;

/**
 * How long a launch call keeps the launching warp: a fixed part, and a part for each lane, since lanes go one after another. Launches of
 * all warps of the device pass through one place, which many at once have to queue for (rulebook 24, M-3).
 */
final class LaunchIssue {
    private final LaunchServer posting;

    LaunchIssue(DeviceLaunchSpec costs) {
        posting = new LaunchServer(costs.pool().postServiceCycles(), 0);
    }

    /** When the launch of a lane is posted; {@code lanesBefore} lanes of the warp post before it. */
    long post(LaunchKindSpec kind, long now, int lanesBefore) {
        long own = now + kind.baseCycles() + (long) kind.perLaneCycles() * (lanesBefore + 1);
        long turn = posting.serve(now, 0, 0) + kind.baseCycles();
        return Math.max(own, turn);
    }
}
