/**
 * From PTX's instructions to those of the simulator: what each opcode with its modifiers means in terms of {@code kernel.code}. A class for each
 * group of opcodes. Knows PTX's syntax and drafts.
 */
@NullMarked
package io.cdpsim.ptx.lower;

import org.jspecify.annotations.NullMarked;
