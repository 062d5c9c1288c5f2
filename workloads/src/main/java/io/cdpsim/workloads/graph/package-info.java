/**
 * Graphs for the graph workloads: compressed sparse rows, deterministic generators, readers for the usual files, and a
 * plain reference search.
 */
@NullMarked
package io.cdpsim.workloads.graph;

import org.jspecify.annotations.NullMarked;
