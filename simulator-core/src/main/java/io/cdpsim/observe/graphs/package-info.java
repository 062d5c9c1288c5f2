/** The launches of graphs with their nodes, and why each waited, combined from single events. Depends on events, not on their publishers. */
@NullMarked
package io.cdpsim.observe.graphs;

import org.jspecify.annotations.NullMarked;
