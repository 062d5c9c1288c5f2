package io.cdpsim.memory.visibility.report;

/** Who races with whom, the rule that leaves the two unordered, what is missing between them and what would fix it. */
public enum RaceKind {
    /** A parent stores after a launch what its child accesses. */
    STORE_AFTER_LAUNCH(
            "MEM-3",
            "a parent's store after a launch races with the child",
            "a launch orders before the child what its thread did or saw before it (E1), not what comes after",
            "store before the launch, or give the child its value as a parameter"),
    /** A parent accesses what a child writes, with nothing that waits for the child. */
    CHILD_RESULT(
            "MEM-5",
            "a parent accesses what its child writes, and nothing waits for the child",
            "completion of a child reaches its running parent by no edge (E3 ends at the parent's own end)",
            "access it in a tail launch (E4), a successor in the child's stream (E5) or on the host (E8)"),
    /** The same in CDP1, where a synchronisation would help. */
    CHILD_RESULT_CDP1(
            "MEM-4",
            "a parent accesses what its child writes, and nothing waits for the child",
            "completion of a child reaches its parent only by cudaDeviceSynchronize (E7)",
            "call cudaDeviceSynchronize first; threads that do not call it need a barrier behind it"),
    /** A child reads what another thread of its parent's block or grid wrote, which its launcher did not know. */
    NOT_SEEN_BY_LAUNCHER(
            "MEM-2",
            "a child accesses what another thread of its parent wrote, which the launching thread had not seen",
            "a launch orders only what its own thread did or saw (E1)",
            "put __syncthreads() between the access and the launch, or launch from the thread that wrote"),
    /** Two grids below one parent that no stream and no event orders. */
    SIBLINGS(
            "MEM-12",
            "two grids race that no stream, event or tail launch orders",
            "grids in different streams, and fire-and-forget grids, have no edge between them (E5, E6)",
            "launch both into one stream, or let the second's stream wait for an event behind the first"),
    /** Two blocks of one grid. */
    BLOCKS(
            "CONC-1",
            "two blocks of a grid race",
            "nothing orders blocks of a grid but atomics and fences whose scope covers both",
            "use atomics for both, release and acquire with device scope, or part the work into two grids"),
    /** Two threads of one block. */
    THREADS(
            "SYNC-4",
            "two threads of a block race",
            "no barrier lies between the two",
            "put __syncthreads() between the two, or __syncwarp() if both are in one warp"),
    /** Host and device. */
    HOST(
            "MEM-7",
            "host and device race",
            "no synchronisation of the host and no fence of system scope lies between the two (E8)",
            "synchronise first; or release with __threadfence_system() behind the data and before the flag,"
                    + " and fence behind the read of the flag");

    private final String rule;
    private final String title;
    private final String missing;
    private final String fix;

    RaceKind(String rule, String title, String missing, String fix) {
        this.rule = rule;
        this.title = title;
        this.missing = missing;
        this.fix = fix;
    }

    /** Id of the rule. */
    public String rule() {
        return rule;
    }

    /** What races, in a sentence without a full stop. */
    public String title() {
        return title;
    }

    /** The edge that is not there. */
    public String missing() {
        return missing;
    }

    /** What would order the two. */
    public String fix() {
        return fix;
    }
}
