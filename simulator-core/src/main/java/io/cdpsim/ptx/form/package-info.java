/**
 * The semantics of PTX's keywords, before any code is emitted: types, spaces, special registers, modifiers, source locations, and the calling convention.
 * Knows PTX's syntax and the terms of {@code kernel.code}.
 */
@NullMarked
package io.cdpsim.ptx.form;

import org.jspecify.annotations.NullMarked;
