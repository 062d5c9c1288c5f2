/**
 * The workloads that come with CDPSim, behind the face of {@code workloads}. Knows every workload's room; nothing but the service loader knows it.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.catalog;
