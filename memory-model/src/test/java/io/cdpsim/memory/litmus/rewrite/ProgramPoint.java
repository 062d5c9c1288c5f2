package io.cdpsim.memory.litmus.rewrite;

/**
 * A place in a thread.
 *
 * @param thread number of the thread
 * @param before index of the statement before which it is; the number of statements for the end
 */
record ProgramPoint(int thread, int before) {}
