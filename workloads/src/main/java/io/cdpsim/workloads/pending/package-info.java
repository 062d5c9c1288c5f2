/** The launch bomb: every thread launches, to a given depth. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.pending;
