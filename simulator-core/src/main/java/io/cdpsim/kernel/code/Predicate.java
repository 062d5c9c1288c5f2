package io.cdpsim.kernel.code;

/** One truth value a lane, kept as a mask of the warp. */
public record Predicate(int index) {}
