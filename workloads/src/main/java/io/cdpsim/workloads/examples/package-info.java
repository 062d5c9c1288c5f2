/**
 * The listings of the guides as small programs that run: each checks its own outcome. One class a listing, written so that it reads like
 * the CUDA code. What they are is in {@code listing}; those about one thing share a room, which knows no other. Here they come together.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.examples;
