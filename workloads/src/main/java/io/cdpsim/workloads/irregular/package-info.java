/**
 * Parents with any number of items each: the source of the numbers, the distribution of the items over threads and child grids, and the host program
 * that runs and checks it. Depends on no other workload.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.irregular;
