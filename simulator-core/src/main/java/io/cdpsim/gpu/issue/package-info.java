/**
 * When an instruction issues and when its result is ready: issue slots, pipes, scoreboards, load-store queues; and the scope of
 * its effects.
 *
 * <p>Depends on instructions and {@code gpu.queue}; a warp is a number here.
 */
@NullMarked
package io.cdpsim.gpu.issue;

import org.jspecify.annotations.NullMarked;
