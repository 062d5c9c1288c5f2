/** Listings that show what a launch is: who launches, what is refused, who waits. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.examples.launch;
