/** Scenarios of the rules of graphs that device code launches, and of cooperative grids. */
@NullMarked
package io.cdpsim.semantics.rules.graph;

import org.jspecify.annotations.NullMarked;
