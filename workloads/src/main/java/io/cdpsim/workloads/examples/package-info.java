/**
 * The listings of the guides as small programs that run: each checks its own outcome. One class a listing, written so that it reads like
 * the CUDA code.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.examples;
