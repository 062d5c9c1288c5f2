package io.cdpsim.semantics.check.diagnostic;

import java.util.List;

/** Ids of the problems that the checker reports and that break no rule of dynamic parallelism. */
public final class CheckerRules {
    /** The program reports a wrong result, or ended with a fault. */
    public static final String RESULT = "CHECK-result";

    /** The program waits for something that can never happen. */
    public static final String STUCK = "CHECK-stuck";

    /** The program launched more grids than the memory budget holds. */
    public static final String BOMB = "CHECK-bomb";

    /** A run exceeded its limit of simulated events. */
    public static final String LIMIT = "CHECK-limit";

    /** A run was stopped after its limit of real time, which says nothing about the program. */
    public static final String NOT_JUDGED = "CHECK-unjudged";

    /** The behaviour of the program depends on when its grids run. */
    public static final String TIMING = "CHECK-timing";

    /** The source does not compile. */
    public static final String COMPILE = "CHECK-compile";

    /** The program cannot run, for example since a file is missing or malformed. */
    public static final String INPUT = "CHECK-input";

    /** The device cannot load the code. */
    public static final String LOAD = "CHECK-load";

    /** The program calls a function of the runtime that is not simulated. */
    public static final String NOT_SIMULATED = "CHECK-unsimulated";

    /** An expectation of a scenario does not hold. */
    public static final String EXPECTATION = "CHECK-expectation";

    /** All these ids. */
    public static final List<String> ALL =
            List.of(RESULT, STUCK, BOMB, LIMIT, NOT_JUDGED, TIMING, COMPILE, INPUT, LOAD, NOT_SIMULATED, EXPECTATION);

    private CheckerRules() {}
}
