/**
 * Sweeps on many machines: a {@link io.cdpsim.cluster.Worker} listens and runs points, a {@link io.cdpsim.cluster.Cluster} is the crew of workers that
 * a sweep hands points to. Both hold one {@link io.cdpsim.cluster.ClusterKey}, and nothing is read of whoever does not. Speaks HTTP over TLS with what
 * Java brings; knows sweeps, and no command line.
 */
@NullMarked
package io.cdpsim.cluster;

import org.jspecify.annotations.NullMarked;
