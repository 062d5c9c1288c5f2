/** Calls of a function's code: of functions of the program, and of those that need no module, as the device runtime's. */
@NullMarked
package io.cdpsim.ptx.call;

import org.jspecify.annotations.NullMarked;
