/**
 * What small programs are made of, whoever writes them: a lab with its machine and timeline, kernels that only take a time, words in which
 * kernels leave what they saw, and launches into the stream that a user chose. Knows the simulator and nothing of
 * rules, examples or workloads.
 */
@NullMarked
package io.cdpsim.workloads.program;

import org.jspecify.annotations.NullMarked;
