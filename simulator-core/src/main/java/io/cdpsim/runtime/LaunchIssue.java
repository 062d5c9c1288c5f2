package io.cdpsim.runtime;

import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.profile.LaunchKindSpec;

/** How long a launch call keeps the launching warp: a fixed part, and a part for each lane, which go one after the other. */
final class LaunchIssue {
    LaunchIssue(DeviceLaunchSpec costs) {
        // Costs come with the kind of each launch; contention between warps will need the rest.
    }

    /** When the launch of a lane is posted; {@code lanesBefore} lanes of the warp post before it. */
    long post(LaunchKindSpec kind, long now, int lanesBefore) {
        return now + kind.baseCycles() + (long) kind.perLaneCycles() * (lanesBefore + 1);
    }
}
