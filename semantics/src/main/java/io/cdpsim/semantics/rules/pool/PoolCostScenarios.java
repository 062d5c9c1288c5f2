package io.cdpsim.semantics.rules.pool;

import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP1;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;

import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.pending.PendingProgram;
import io.cdpsim.workloads.pending.PendingSettings;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Rule POOL-9: what a fixed pool of the wrong size costs. */
public final class PoolCostScenarios {
    private static final int DEPTH = 3;

    private PoolCostScenarios() {}

    /** The scenarios, those of a rule in the order in which they are shown. */
    public static List<RuleScenario> all() {
        return List.of(claim("POOL-9", "a smaller fixed pool makes the launch bomb slower, at most 20 times")
                .must(
                        CDP1,
                        "each size slower than the next larger one, at most 20 times in all",
                        PoolCostScenarios::poolSizes));
    }

    private static String poolSizes(ProgramMachine machine) {
        double previous = Double.MAX_VALUE;
        double largest = 0;
        double last = 0;
        for (int pool : List.of(64, 256, 1024)) {
            RunResult result = new PendingProgram(new PendingSettings(
                            DEPTH, OptionalInt.of(pool), ChildStream.NAMED, Optional.of(new CudaVersion(6, 0))))
                    .run(machine.settings(), new Progress());
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
