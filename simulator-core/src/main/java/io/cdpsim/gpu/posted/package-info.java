/** Accesses to global memory that SMs post while they run ahead of the clock. */
@NullMarked
package io.cdpsim.gpu.posted;

import org.jspecify.annotations.NullMarked;
