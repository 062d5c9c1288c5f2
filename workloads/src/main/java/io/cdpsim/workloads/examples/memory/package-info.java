/** Listings that show what parent and child see of each other's memory. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.examples.memory;
