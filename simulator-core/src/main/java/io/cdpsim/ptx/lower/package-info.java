/**
 * Lowers PTX instructions to those of the simulator: the expansion of each opcode with its modifiers into {@code kernel.code}. A class for each
 * group of opcodes. Knows PTX's syntax and drafts.
 */
@NullMarked
package io.cdpsim.ptx.lower;

import org.jspecify.annotations.NullMarked;
