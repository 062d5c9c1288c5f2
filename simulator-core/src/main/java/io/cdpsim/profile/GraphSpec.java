package io.cdpsim.profile;

/**
 * What graphs cost, launched by the host and by device code. A device whose profile has no such section cannot launch graphs from device code, and
 * launches nodes of the host's graphs without a gap.
 *
 * @param launchNanos host thread busy per launch of a graph, nanoseconds
 * @param launchPerNodeNanos how much longer for each node, nanoseconds
 * @param hostStartNanos from the end of what precedes a graph in its stream to its first node, nanoseconds
 * @param nodeGapCycles from the end of a node to the start of one that depends on it, in a graph that device code launched, cycles
 * @param hostNodeGapCycles the same in a graph that the host launched, cycles
 * @param rootCycles from the start of a node to that of another beside it, cycles
 * @param callCycles a thread's launch of a graph, beyond those that the first launch of a grid takes, cycles
 * @param firstCallCycles how much longer the first launch of a grid takes, cycles
 * @param callPerRootCycles how much longer a launch takes for each node without predecessors beyond the first, cycles
 * @param tailCallCycles a thread's launch of a graph as a tail, cycles
 * @param firstTailCallCycles how much longer the first such launch of a grid takes, cycles
 * @param refusedCallCycles a launch that is refused, cycles
 * @param callToStartCycles from the call to the first node of a graph that does not wait, cycles
 * @param deepStartCycles how much later the first node of a graph starts in which more than two nodes follow each other, cycles
 * @param tailStartCycles from the end of what a tail waits for to its first node, cycles
 * @param relaunchStartCycles the same for a graph that launches itself as its tail, cycles
 * @param mostLetGo graphs that one launch of a graph may let go, and as many siblings; 0 if device code cannot launch graphs
 * @param mostTails tails that one launch of a graph may have pending
 */
public record GraphSpec(
        double launchNanos,
        double launchPerNodeNanos,
        double hostStartNanos,
        int nodeGapCycles,
        int hostNodeGapCycles,
        int rootCycles,
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
        int mostLetGo,
        int mostTails) {
    /** For a device that launches no graphs from device code, and of which nothing was measured: every cost is 0. */
    public static final GraphSpec NONE = new GraphSpec(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
