/**
 * The {@code check} command: checks programs and writes the diagnostics as text, JUnit XML, SARIF and annotations of GitHub. The rules
 * and verdicts are in {@code semantics.check}.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.check;
