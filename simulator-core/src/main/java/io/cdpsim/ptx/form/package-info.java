/**
 * PTX's words given a meaning, before any code is written: types, spaces, special registers, modifiers, places, and how the values of a call travel.
 * Knows PTX's syntax and the terms of {@code kernel.code}.
 */
@NullMarked
package io.cdpsim.ptx.form;

import org.jspecify.annotations.NullMarked;
