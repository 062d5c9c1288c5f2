/** Functions as the special function unit of the hardware approximates them. Knows no instruction. */
@NullMarked
package io.cdpsim.kernel.function;

import org.jspecify.annotations.NullMarked;
