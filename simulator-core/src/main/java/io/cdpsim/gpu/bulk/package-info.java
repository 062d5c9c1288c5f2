/**
 * Bulk instructions: loops that are timed without their values, from a few iterations run through the schedulers of an SM that runs nothing
 * else.
 *
 * <p>Depends on {@code gpu.issue}, {@code gpu.memory} and {@code gpu.queue}; of a warp only on {@link io.cdpsim.gpu.bulk.BulkProgress}.
 */
@NullMarked
package io.cdpsim.gpu.bulk;

import org.jspecify.annotations.NullMarked;
