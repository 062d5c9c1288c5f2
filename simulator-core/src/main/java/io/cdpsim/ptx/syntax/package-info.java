/**
 * A module of PTX as its author wrote it: directives, variables, functions, statements and operands, with the place of each in the text. Nothing
 * here says what an opcode, a modifier or a type means.
 *
 * <p>Words that have a dot before them in the text stand here without it: {@code u32}, {@code maxntid}. Knows nothing of the rest.
 */
@NullMarked
package io.cdpsim.ptx.syntax;

import org.jspecify.annotations.NullMarked;
