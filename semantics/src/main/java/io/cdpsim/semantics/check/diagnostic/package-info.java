/** Diagnostics: what is wrong with a program, where, by which rule, and how to fix it; and the diagnostics of a finished run. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.semantics.check.diagnostic;
