/** The emitter of a function's instructions: guards, names and their scopes, operands and parameters. */
@NullMarked
package io.cdpsim.ptx.emit;

import org.jspecify.annotations.NullMarked;
