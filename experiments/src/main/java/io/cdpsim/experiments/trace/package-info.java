/**
 * What happened in a run, on a time line: {@link io.cdpsim.experiments.trace.RunTrace} watches a machine and keeps the longest of everything,
 * {@link io.cdpsim.experiments.trace.TraceLayout} puts it on tracks, and a {@link io.cdpsim.experiments.trace.TraceSink} writes a format that a viewer
 * reads. Knows events alone, and no workload.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.experiments.trace;
