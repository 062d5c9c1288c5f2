/**
 * Rules of the pool of pending launches: its size, what a full one does, what it costs and what memory is kept for it (group POOL, and what
 * DEPTH and CONC say of reserved memory). Each class holds scenarios. It may know programs and
 * scenarios, and the launch bomb whose run is one, but no other group of rules.
 */
@NullMarked
package io.cdpsim.semantics.rules.pool;

import org.jspecify.annotations.NullMarked;
