/**
 * Reads the text of a PTX module into the tree of {@code ptx.syntax}: a lexer over bytes, and parsers by hand for modules, functions, bodies,
 * declarations, operands and constant expressions. Every text yields a tree or a {@link io.cdpsim.ptx.read.PtxSyntaxException}.
 *
 * <p>Depends on {@code ptx.syntax} only; the forms of statements, not the semantics of opcodes.
 */
@NullMarked
package io.cdpsim.ptx.read;

import org.jspecify.annotations.NullMarked;
