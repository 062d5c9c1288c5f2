/**
 * Two runs beside each other: what differs in what was asked, what that did to the time, and through which mechanism. Knows the face of workloads and
 * what is known of the errors of times, and no workload.
 */
@NullMarked
package io.cdpsim.experiments.compare;

import org.jspecify.annotations.NullMarked;
