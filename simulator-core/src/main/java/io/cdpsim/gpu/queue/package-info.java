/**
 * Resources that serve requests for a time each: queues, reservation tables for requests out of time order, limits of outstanding requests; and
 * a queue of ready items. All times are cycles; service times have a resolution of 1/256 cycle.
 *
 * <p>Does not depend on the kind of request.
 */
@NullMarked
package io.cdpsim.gpu.queue;

import org.jspecify.annotations.NullMarked;
