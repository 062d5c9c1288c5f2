package io.cdpsim.workloads.devicegraph;

import io.cdpsim.workloads.ResultName;
import java.util.List;

/** Result names of work in rounds, in addition to {@link io.cdpsim.workloads.CommonResults}. */
public final class RoundResults {
    /** What launched the rounds. */
    public static final ResultName.Text LAUNCHER = new ResultName.Text("launcher", "launcher");

    /** Rounds, such as the levels of a search. */
    public static final ResultName.Count ROUNDS = new ResultName.Count("rounds", "rounds");

    /** Time divided by rounds. */
    public static final ResultName.Quantity ROUND = new ResultName.Quantity("round_us", "time a round", "us");

    /** All result names. */
    public static final List<ResultName> ALL = List.of(LAUNCHER, ROUNDS, ROUND);

    private RoundResults() {}
}
