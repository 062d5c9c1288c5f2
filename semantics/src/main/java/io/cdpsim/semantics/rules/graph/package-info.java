/** Scenarios of the rules of graphs that device code launches, of cooperative grids, of clusters and of dependent launches. */
@NullMarked
package io.cdpsim.semantics.rules.graph;

import org.jspecify.annotations.NullMarked;
