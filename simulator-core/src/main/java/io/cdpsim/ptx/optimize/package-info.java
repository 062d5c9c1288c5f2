/**
 * The optimizations of the assembler behind PTX: PTX gives each value a new name and copies it freely, which takes no time on
 * hardware. Each pass preserves a program's results. Depends on drafts.
 */
@NullMarked
package io.cdpsim.ptx.optimize;

import org.jspecify.annotations.NullMarked;
