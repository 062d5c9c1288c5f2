/** The providers of the workloads and examples that are written in Java. Depends on every workload's package; only the service loader knows it. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.catalog;
