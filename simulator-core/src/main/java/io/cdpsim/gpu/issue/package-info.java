/**
 * When an instruction issues and when its result is there: issue slots, pipes, scoreboards, the queue to the load-store unit; and how far what
 * it does reaches.
 *
 * <p>Knows instructions and {@code gpu.queue}; warps are numbers here.
 */
@NullMarked
package io.cdpsim.gpu.issue;

import org.jspecify.annotations.NullMarked;
