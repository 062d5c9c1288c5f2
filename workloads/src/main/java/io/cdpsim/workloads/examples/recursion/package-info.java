/** Listings whose kernels launch themselves. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.examples.recursion;
