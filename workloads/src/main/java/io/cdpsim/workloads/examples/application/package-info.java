/** Listings of whole programs: searches, forces between bodies, a kernel that feeds the host. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.examples.application;
