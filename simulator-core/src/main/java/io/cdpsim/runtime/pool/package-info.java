/**
 * The pool of pending launches: a fixed part and a virtualised one, and who finds a place where (rules POOL-1 to POOL-8). Knows no grid and no time.
 */
@NullMarked
package io.cdpsim.runtime.pool;

import org.jspecify.annotations.NullMarked;
