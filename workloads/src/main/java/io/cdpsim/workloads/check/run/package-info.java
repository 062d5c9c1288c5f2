/**
 * One run of a program under one policy, seed, GPU and version of CUDA, and what was seen in it. Knows findings, and nothing of what a run is expected
 * to do.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.check.run;
