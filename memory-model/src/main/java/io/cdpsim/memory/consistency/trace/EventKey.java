package io.cdpsim.memory.consistency.trace;

/** A device event of a block (CDP1) or a grid (CDP2). */
record EventKey(int owner, String name) {}
