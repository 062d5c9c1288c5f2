package io.cdpsim.profile;

/**
 * The costs of graphs launched by the host and by device code. Without this section in its profile, a device cannot launch graphs
 * from device code and runs the nodes of host graphs without a gap.
 *
 * @param launchNanos host thread busy per launch of a graph, nanoseconds
 * @param launchPerNodeNanos extra time for each node, nanoseconds
 * @param hostStartNanos from the end of the predecessor of a graph in its stream to its first node, nanoseconds
 * @param nodeGapCycles from the end of a node to the start of one that depends on it, in a graph that device code launched,
 *     cycles
 * @param hostNodeGapCycles the corresponding time in a graph that the host launched, cycles
 * @param rootCycles from the start of a root node to the start of the next root node, cycles
 * @param fewRoots root nodes up to which the next one starts earlier
 * @param fewRootCycles from the start of a root node to the next one in a graph with so few, cycles
 * @param callCycles a thread's launch of a graph, cycles
 * @param firstCallCycles extra time of the first launch of a grid, cycles
 * @param callPerRootCycles extra time of a launch for each root node after the first, cycles
 * @param tailCallCycles a thread's tail launch of a graph, cycles
 * @param firstTailCallCycles extra time of the first tail launch of a grid, cycles
 * @param refusedCallCycles a refused launch, cycles
 * @param callToStartCycles from the call to the first node of a fire-and-forget launch, cycles
 * @param deepStartCycles extra time before the first node of a graph whose longest path has more than two nodes, cycles
 * @param tailStartCycles from the end of the work that a tail launch waits for to its first node, cycles
 * @param relaunchStartCycles the corresponding time for a graph that launches itself as its tail, cycles
 * @param maxFireAndForget maximum fire-and-forget launches by one launch of a graph, and maximum sibling launches; 0 if device
 *     code cannot launch graphs
 * @param maxTails maximum pending tail launches of one launch of a graph
 */
public record GraphSpec(
        double launchNanos,
        double launchPerNodeNanos,
        double hostStartNanos,
        int nodeGapCycles,
        int hostNodeGapCycles,
        int rootCycles,
        int fewRoots,
        int fewRootCycles,
        int callCycles,
        int firstCallCycles,
        int callPerRootCycles,
        int tailCallCycles,
        int firstTailCallCycles,
        int refusedCallCycles,
        int callToStartCycles,
        int deepStartCycles,
        int tailStartCycles,
        int relaunchStartCycles,
        int maxFireAndForget,
        int maxTails) {
    /** A device that launches no graphs from device code, without measurements: every cost is 0. */
    public static final GraphSpec NONE = new GraphSpec(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
