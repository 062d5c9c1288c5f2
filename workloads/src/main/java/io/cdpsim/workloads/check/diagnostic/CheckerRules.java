package io.cdpsim.workloads.check.diagnostic;

import java.util.List;

/** Ids of what is found wrong and is no rule of dynamic parallelism. */
public final class CheckerRules {
    /** The program says itself that its result is wrong, or ended with a fault. */
    public static final String RESULT = "CHECK-result";

    /** The program waits for what can never come. */
    public static final String STUCK = "CHECK-stuck";

    /** The program launched more than can ever run. */
    public static final String BOMB = "CHECK-bomb";

    /** The program took longer than it may. */
    public static final String LIMIT = "CHECK-limit";

    /** What the program does depends on when its grids run. */
    public static final String TIMING = "CHECK-timing";

    /** The device cannot run the code. */
    public static final String LOAD = "CHECK-load";

    /** A call of the runtime that is not simulated. */
    public static final String NOT_SIMULATED = "CHECK-unsimulated";

    /** Something is not as a scenario expects it. */
    public static final String EXPECTATION = "CHECK-expectation";

    /** All of them. */
    public static final List<String> ALL =
            List.of(RESULT, STUCK, BOMB, LIMIT, TIMING, LOAD, NOT_SIMULATED, EXPECTATION);

    private CheckerRules() {}
}
