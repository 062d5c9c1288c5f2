/** Counters of each kernel: instructions, caches, memory, occupancy, launch calls. Depends on events, not on their publishers. */
@NullMarked
package io.cdpsim.observe.counters;

import org.jspecify.annotations.NullMarked;
