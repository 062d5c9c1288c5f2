/**
 * The listings of the guides as small programs that check their own outcomes. One class a topic, written to resemble the CUDA code.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.examples;
