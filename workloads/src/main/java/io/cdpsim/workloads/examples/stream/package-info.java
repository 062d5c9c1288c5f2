/** Listings that show in which order the fire-and-forget and tail-launch streams run. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.examples.stream;
