package io.cdpsim.kernel;

/** One truth value a lane, kept as a mask of the warp. */
public record Predicate(int index) {}
