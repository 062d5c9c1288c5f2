/**
 * Whether a kernel is sound: operands of the right kind and type, registers and targets that exist, calls and launches with the arguments
 * they take. Works on code, from any front end. Knows calls and code.
 */
@NullMarked
package io.cdpsim.kernel.verification;

import org.jspecify.annotations.NullMarked;
