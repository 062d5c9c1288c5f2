/**
 * Parents with any number of items each: where the numbers come from, how the items are spread over threads and child grids, and the host program
 * that runs and checks it. Knows no other workload.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.irregular;
