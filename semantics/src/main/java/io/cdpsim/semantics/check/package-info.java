/**
 * Checks programs: runs them under many conditions, looks at their code, and says what is wrong. Its rooms: {@code finding} (what is wrong, where, by which
 * rule, what mends it), {@code trial} (one run and what was seen in it), {@code code} (rules that need no run). Knows nothing of the command line.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.semantics.check;
