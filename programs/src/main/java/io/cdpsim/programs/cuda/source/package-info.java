/**
 * C++ as text: tokens with positions, and the launches among them, which clang before 22 does not accept in device code. Does not depend on
 * compilers. The text is preprocessed, so that a launch in a macro's expansion is seen like any other.
 */
@NullMarked
package io.cdpsim.programs.cuda.source;

import org.jspecify.annotations.NullMarked;
