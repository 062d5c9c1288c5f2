/**
 * Functions on their way from PTX to a kernel: instructions of the simulator on as many registers as the author has named. Knows
 * {@code kernel.code} and what an instruction reads and writes.
 */
@NullMarked
package io.cdpsim.ptx.draft;

import org.jspecify.annotations.NullMarked;
