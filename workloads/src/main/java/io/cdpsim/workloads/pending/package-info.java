/** The launch bomb: every thread launches, down to a depth. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.pending;
