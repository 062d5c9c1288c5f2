package io.cdpsim.workloads.devicegraph;

import io.cdpsim.workloads.ResultName;
import java.util.List;

/** Result names of the search, in addition to {@link io.cdpsim.workloads.CommonResults}. */
public final class GraphSearchResults {
    /** What launched the levels. */
    public static final ResultName.Text LAUNCHER = new ResultName.Text("launcher", "launcher");

    /** Levels with at least one vertex. */
    public static final ResultName.Count LEVELS = new ResultName.Count("levels", "levels");

    /** Reached vertices, the source included. */
    public static final ResultName.Count REACHED = new ResultName.Count("reached", "vertices reached");

    /** Time divided by levels. */
    public static final ResultName.Quantity LEVEL = new ResultName.Quantity("level_us", "time a level", "us");

    /** All result names. */
    public static final List<ResultName> ALL = List.of(LAUNCHER, LEVELS, REACHED, LEVEL);

    private GraphSearchResults() {}
}
