/**
 * The one record of a run: typed events ({@link io.cdpsim.observe.RunEvent}), those who are notified of them, and timelines. What more is made of them has packages of its own.
 * Knows nothing of what tells it.
 */
@NullMarked
package io.cdpsim.observe;

import org.jspecify.annotations.NullMarked;
