package io.cdpsim.workloads.persistent;

import java.util.OptionalInt;

/**
 * The persistent producer with two buffers and two mailboxes.
 *
 * @param blocks blocks of the producer, at least 1; empty for one per SM
 * @param threads threads of a block, at least 1
 * @param ints 32-bit integers of a buffer, at least 1
 * @param iterations buffers to produce, at least 1
 * @param work arithmetic steps per integer, at least 0
 * @param consumeMicros time that the host takes for a buffer, microseconds, at least 0
 */
public record PersistentSettings(
        OptionalInt blocks, int threads, int ints, int iterations, int work, int consumeMicros) {}
