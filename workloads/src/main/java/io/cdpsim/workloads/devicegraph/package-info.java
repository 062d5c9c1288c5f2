/** Work in rounds, which a graph launches by relaunching itself, against child grids, tail launches and a loop of the host. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.devicegraph;
