/**
 * Reads the text of a PTX module into the tree of {@code ptx.syntax}: a lexer over bytes, and parsers by hand for modules, functions, bodies,
 * declarations, operands and constant expressions. Whatever the text, there is a tree or a {@link io.cdpsim.ptx.read.PtxSyntaxException}.
 *
 * <p>Knows the forms of statements, not what an opcode means. Knows {@code ptx.syntax} and nothing else.
 */
@NullMarked
package io.cdpsim.ptx.read;

import org.jspecify.annotations.NullMarked;
