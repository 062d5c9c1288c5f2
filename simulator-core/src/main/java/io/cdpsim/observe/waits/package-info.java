/** The reasons and durations of each grid's waits, combined from single events. Depends on events, not on their publishers. */
@NullMarked
package io.cdpsim.observe.waits;

import org.jspecify.annotations.NullMarked;
