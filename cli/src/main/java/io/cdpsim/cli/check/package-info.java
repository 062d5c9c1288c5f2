/**
 * The {@code check} command: what is checked, and what was found, written for people, for JUnit's readers, as SARIF and as annotations of GitHub. No rule and
 * no judgement: those are in {@code workloads.check}.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.check;
