package io.cdpsim.workloads.rules.pool;

import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.pending.PendingProgram;
import io.cdpsim.workloads.pending.PendingSettings;
import io.cdpsim.workloads.program.ProgramLab;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Rule POOL-9: what a fixed pool of the wrong size costs. */
final class PoolCostScenarios {
    private static final int DEPTH = 3;

    private PoolCostScenarios() {}

    static List<RuleScenario> all() {
        return List.of(RuleScenario.must(
                "POOL-9",
                "a smaller fixed pool makes the launch bomb slower, at most 20 times",
                RuleScenario.CDP1,
                "each size slower than the next larger one, at most 20 times in all",
                PoolCostScenarios::poolSizes));
    }

    private static String poolSizes(ProgramLab lab) {
        double previous = Double.MAX_VALUE;
        double largest = 0;
        double last = 0;
        for (int pool : List.of(64, 256, 1024)) {
            RunResult result = new PendingProgram(new PendingSettings(
                            DEPTH, OptionalInt.of(pool), ChildStream.NAMED, Optional.of(new CudaVersion(6, 0))))
                    .run(lab.settings(), new Progress());
            if (!result.failure().isEmpty()) {
                return result.failure();
            }
            last = result.timeMicros();
            if (last >= previous) {
                return "a pool of " + pool + " is no faster than a smaller one";
            }
            largest = Math.max(largest, last);
            previous = last;
        }
        return "each size slower than the next larger one"
                + (largest <= 20 * last ? ", at most 20 times in all" : ", more than 20 times in all");
    }
}
