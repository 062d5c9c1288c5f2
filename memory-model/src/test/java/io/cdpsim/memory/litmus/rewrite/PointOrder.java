package io.cdpsim.memory.litmus.rewrite;

/** One thread's doing up to a place comes before another's from a place on. */
record PointOrder(ProgramPoint from, ProgramPoint to) {}
