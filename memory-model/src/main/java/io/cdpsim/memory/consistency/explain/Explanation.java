package io.cdpsim.memory.consistency.explain;

import java.util.Optional;

/**
 * Why a state can be reached or not.
 *
 * @param reachable whether some consistent execution reaches it
 * @param text the explanation for people
 * @param picture the execution, to be drawn; empty if there is none to show
 */
public record Explanation(boolean reachable, String text, Optional<ExecutionPicture> picture) {}
