/**
 * Bulk instructions: loops that are timed without their values, from a few iterations run through the schedulers of an SM that does nothing
 * else.
 *
 * <p>Knows {@code gpu.issue}, {@code gpu.memory} and {@code gpu.queue}; of a warp only what {@link io.cdpsim.gpu.bulk.BulkProgress} holds.
 */
@NullMarked
package io.cdpsim.gpu.bulk;

import org.jspecify.annotations.NullMarked;
