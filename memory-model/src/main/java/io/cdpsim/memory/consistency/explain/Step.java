package io.cdpsim.memory.consistency.explain;

/** One edge of a path or a circle, {@code from} or {@code to} being -1 for the initial write. */
record Step(int from, int to, String relation) {}
