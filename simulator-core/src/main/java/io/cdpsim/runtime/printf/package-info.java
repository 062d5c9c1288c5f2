/** {@code printf} of device code: its format, and the FIFO that the host prints (rules PRNT-1 to PRNT-4). Knows limits and costs. */
@NullMarked
package io.cdpsim.runtime.printf;

import org.jspecify.annotations.NullMarked;
