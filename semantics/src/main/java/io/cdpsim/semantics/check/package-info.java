/**
 * Checks of programs: static analysis of their code and runs under many conditions. Subpackages: {@code diagnostic} (what is wrong, where, by
 * which rule, how to fix it), {@code analysis} (rules that need no run), {@code run} (one run and its observations), {@code expectation}
 * (what users expect of runs), {@code scenario} (files that name a program, its runs and its expectations). This package knows no scenario.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.semantics.check;
