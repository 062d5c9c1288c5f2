/** Breadth-first search by levels: its kernels, and the host program that runs and checks them. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.bfs;
