/**
 * C++ as text: tokens with their places, and the launches among them, which clang before 22 does not take in device code. Knows nothing
 * of compilers. What it reads has been through the preprocessor, so that a launch that a macro makes is seen like any other.
 */
@NullMarked
package io.cdpsim.programs.cuda.source;

import org.jspecify.annotations.NullMarked;
