/** What is wrong with a program: where, by which rule, and what mends it. Data, and how what runs say becomes such data. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.check.diagnostic;
