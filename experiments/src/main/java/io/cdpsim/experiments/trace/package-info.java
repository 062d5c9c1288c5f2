/**
 * The time line of a run: {@link io.cdpsim.experiments.trace.RunTrace} listens to a machine and keeps the longest events, {@link
 * io.cdpsim.experiments.trace.TraceLayout} assigns them to tracks, and a {@link io.cdpsim.experiments.trace.TraceSink} writes a viewer's format.
 * Depends on events only, and on no workload.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.experiments.trace;
