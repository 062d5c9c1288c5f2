/** Waiting and running times of grids, summed by kernel and by nesting depth. Depends on events, not on their publishers. */
@NullMarked
package io.cdpsim.observe.times;

import org.jspecify.annotations.NullMarked;
