package io.cdpsim.workloads.devicegraph;

import io.cdpsim.workloads.graph.GraphSource;
import java.util.OptionalInt;

/**
 * A search by levels.
 *
 * @param graph the graph to search
 * @param launcher what launches the levels
 * @param threads threads of a level's block, at least 1
 * @param blocks blocks of the node that processes a level, at least 1; empty for one per SM. Other launchers take as many as the frontier needs
 * @param source the vertex of level 0; empty for the graph's default
 */
public record GraphSearchSettings(
        GraphSource graph, LevelLauncher launcher, int threads, OptionalInt blocks, OptionalInt source) {}
