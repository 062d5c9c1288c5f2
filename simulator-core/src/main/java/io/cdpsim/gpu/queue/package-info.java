/**
 * Resources that serve requests for a time each: queues, calendars for requests out of order, windows of requests in flight; and an agenda of
 * who goes on when. All times are cycles, service times are kept to 1/256 of one.
 *
 * <p>Knows nothing of what is served.
 */
@NullMarked
package io.cdpsim.gpu.queue;

import org.jspecify.annotations.NullMarked;
