/** Diagnostics: what is wrong with a program, where, by which rule, and how to fix it. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.semantics.check.diagnostic;
