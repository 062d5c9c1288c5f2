package io.cdpsim.workloads.devicegraph;

import io.cdpsim.workloads.MeasuredRegime;
import io.cdpsim.workloads.RegimeMatch;

/** The measured rounds: graphs and grids that relaunch themselves as their tail, and launches that the host waits for. Their grids do nothing. */
public final class RoundRegime {
    /** Rounds of a graph of 1 to 32 nodes that relaunches itself. */
    public static final MeasuredRegime GRAPH =
            new MeasuredRegime("devicegraph", "rounds of a graph that relaunches itself", "", "");

    /** Chains of 1 to 1,024 grids, each a tail launch of the one before. */
    public static final MeasuredRegime TAIL =
            new MeasuredRegime("chain", "chains of a grid that relaunches itself as its tail", "", "");

    /** A launch and a synchronization by the host. */
    public static final MeasuredRegime HOST =
            new MeasuredRegime("host_launch", "launches that the host waits for", "", "");

    private RoundRegime() {}

    /** The measured regime that work is like. */
    static RegimeMatch of(RoundSettings settings) {
        RegimeMatch match = RegimeMatch.within(
                switch (settings.launcher()) {
                    case GRAPH -> GRAPH;
                    case CHILD, TAIL -> TAIL;
                    case HOST -> HOST;
                });
        return match.unless(false, "rounds that do work");
    }
}
