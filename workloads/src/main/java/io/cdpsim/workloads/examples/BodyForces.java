package io.cdpsim.workloads.examples;

import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.nbody.NbodyProgram;
import io.cdpsim.workloads.nbody.NbodySettings;
import io.cdpsim.workloads.nbody.NbodySettings.NbodyVariant;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;

/** The forces between bodies: each pair computed from both sides, or computed once and added to both by atomics. */
final class BodyForces extends Example {
    private static final int BODIES = 256;
    private static final int BLOCK_THREADS = 64;

    private final NbodyVariant variant;

    private BodyForces(String name, String shows, NbodyVariant variant) {
        super(name, shows, List.of("LNCH-1"), BOTH, "forces as computed by the host");
        this.variant = variant;
    }

    /** bodyBodyInteraction for all pairs. */
    static Example allPairs() {
        return new BodyForces(
                "body-body",
                "every thread sums the forces on its body over tiles in shared memory",
                NbodyVariant.SHARED);
    }

    /** The half of the pairs with j below i. */
    static Example halfOfThePairs() {
        return new BodyForces(
                "body-body-atomic",
                "each pair is computed once and added to both bodies by three atomics each",
                NbodyVariant.ATOMIC);
    }

    @Override
    public String run(ProgramMachine lab) {
        RunResult result = new NbodyProgram(new NbodySettings(variant, BODIES, BLOCK_THREADS, false, 1, 1))
                .runKernelsAlone(lab.machine(), new Progress());
        return result.failure().isEmpty() ? "forces as computed by the host" : result.failure();
    }
}
