package io.cdpsim.memory.consistency.explain;

/**
 * Why a state can be reached or not.
 *
 * @param reachable whether some consistent execution reaches it
 * @param text the explanation for people
 * @param dot the execution as a graph for Graphviz; empty if there is none to show
 * @param svg the same drawn; empty if there is none to show
 */
public record Explanation(boolean reachable, String text, String dot, String svg) {}
