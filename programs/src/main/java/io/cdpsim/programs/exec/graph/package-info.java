/** What a program names by handles of graphs: graphs, nodes, edges, events, and the objects that graphs hold. */
@NullMarked
package io.cdpsim.programs.exec.graph;

import org.jspecify.annotations.NullMarked;
