/**
 * The one record of a run: typed events ({@link io.cdpsim.observe.RunEvent}), those who are told of them, and what is made of them: timelines, why grids waited.
 * Knows nothing of what tells it.
 */
@NullMarked
package io.cdpsim.observe;

import org.jspecify.annotations.NullMarked;
