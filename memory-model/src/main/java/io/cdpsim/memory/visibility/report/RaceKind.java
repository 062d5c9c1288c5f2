package io.cdpsim.memory.visibility.report;

/** The relation of the two racing threads, with the rule that leaves them unordered, the missing edge and the fix. */
public enum RaceKind {
    /** A parent stores after a launch what its child accesses. */
    STORE_AFTER_LAUNCH(
            "MEM-3",
            "a parent's store after a launch races with the child",
            "a launch orders before the child what its thread did or saw before it (E1), not what comes after",
            "store before the launch, or give the child its value as a parameter"),
    /** A parent accesses a word that its child writes, without a wait for the child. */
    CHILD_RESULT(
            "MEM-5",
            "a parent accesses what its child writes, and nothing waits for the child",
            "completion of a child reaches its running parent by no edge (E3 ends at the parent's own end)",
            "access it in a tail launch (E4), a successor in the child's stream (E5) or on the host (E8)"),
    /** The same in CDP1, which has a wait. */
    CHILD_RESULT_CDP1(
            "MEM-4",
            "a parent accesses what its child writes, and nothing waits for the child",
            "completion of a child reaches its parent only by cudaDeviceSynchronize (E7)",
            "call cudaDeviceSynchronize first; threads that do not call it need a barrier behind it"),
    /** A child accesses a word that another thread of its parent wrote, unordered with the launching thread. */
    NOT_SEEN_BY_LAUNCHER(
            "MEM-2",
            "a child accesses what another thread of its parent wrote, which the launching thread had not seen",
            "a launch orders only what its own thread did or saw (E1)",
            "put __syncthreads() between the access and the launch, or launch from the thread that wrote"),
    /** A kernel reads, behind a tail launch, what that launch writes. The order is certain, and seldom the intended one. */
    TAIL_RESULT(
            "TAIL-11",
            "a kernel reads behind a tail launch what that launch writes",
            "a tail launch starts after all threads of its parent have ended (E4), so the read returns the value from"
                    + " before",
            "launch what reads the result into cudaStreamTailLaunch, behind the first tail launch"),
    /** Two grids of one parent without an order by streams or events. */
    SIBLINGS(
            "MEM-12",
            "two grids race that no stream, event or tail launch orders",
            "grids in different streams, and fire-and-forget grids, have no edge between them (E5, E6)",
            "launch both into one stream, or let the second's stream wait for an event behind the first"),
    /** A grid writes what it reads by texture fetches, surface loads or read-only loads. */
    TEXTURE(
            "MEM-10",
            "a grid writes what it reads by texture fetches, surface loads or read-only loads",
            "these reads are coherent with writes at the start and the completion of a grid only",
            "write in an earlier grid, or read with an ordinary load"),
    /** A grid reads by read-only loads what another grid writes before the first is complete. */
    READ_ONLY(
            "MEM-13",
            "a grid reads by read-only loads (__ldg, const __restrict__) what another grid writes meanwhile",
            "read-only loads are coherent with writes before the start of their grid only, whatever orders the two",
            "complete the write before the launch of the grid that reads, or read with an ordinary load (remove"
                    + " __ldg, const or __restrict__)"),
    /** A thread uses memory of the device heap that another one frees, or has freed. */
    FREED(
            "HEAP-5",
            "device memory is freed before its last use",
            "a launch is asynchronous: its grid may use the memory long after the launching thread has freed it",
            "free it in a tail launch (E4), or in the last grid that uses it"),
    /** A dependent grid and the one ahead of it, which may run beside it. */
    DEPENDENT(
            "D-2",
            "a dependent kernel accesses what the kernel ahead of it does, before it waits for that",
            "with programmatic stream serialization a kernel may start before the one ahead of it is complete",
            "call cudaGridDependencySynchronize() (griddepcontrol.wait) before the access"),
    /** Two blocks of one grid. */
    BLOCKS(
            "CONC-1",
            "two blocks of a grid race",
            "nothing orders blocks of a grid but atomics and fences whose scope covers both",
            "use atomics for both, or part the work into two grids; where a flag or counter orders the two, put"
                    + " __threadfence() before it is set, in the thread that sets it and behind the barrier of its block,"
                    + " and behind its read"),
    /** Two threads of one block. */
    THREADS(
            "SYNC-4",
            "two threads of a block race",
            "no barrier lies between the two",
            "put __syncthreads() between the two, or __syncwarp() if both are in one warp"),
    /** A copy or fill that the host has put into a stream, and a grid or another copy in another one. */
    HOST_OPERATION(
            "MEM-12",
            "a copy or fill by the host races with a grid that no stream or event orders",
            "copies and fills return before they are complete, and a non-blocking stream waits neither for other"
                    + " streams nor for the default one (E5)",
            "put both into one stream, let the second's stream wait for an event behind the first, or synchronise"
                    + " between them; where a flag orders the two, put __threadfence_system() before it is set and"
                    + " behind its read"),
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

    /** The id of the rule. */
    public String rule() {
        return rule;
    }

    /** A sentence without a full stop. */
    public String title() {
        return title;
    }

    /** The missing edge. */
    public String missing() {
        return missing;
    }

    /** The fix that orders the two. */
    public String fix() {
        return fix;
    }
}
