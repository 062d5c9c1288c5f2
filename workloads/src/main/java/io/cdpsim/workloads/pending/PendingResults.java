package io.cdpsim.workloads.pending;

import io.cdpsim.workloads.ResultName;
import java.util.List;

/** Result names of the launch bomb, in addition to {@link io.cdpsim.workloads.CommonResults}. */
public final class PendingResults {
    /** Stream of the children. */
    public static final ResultName.Text STREAM = new ResultName.Text("stream", "stream");

    /** CUDA version. */
    public static final ResultName.Text CUDA = new ResultName.Text("cuda", "CUDA");

    /** Depth of the deepest grid that ran. */
    public static final ResultName.Count DEEPEST = new ResultName.Count("deepest", "deepest grid");

    /** Error code of a failed launch, 0 if there was none. */
    public static final ResultName.Count LAST_LAUNCH_ERROR =
            new ResultName.Count("last_launch_error_code", "last launch error");

    /** All result names. */
    public static final List<ResultName> ALL = List.of(STREAM, CUDA, DEEPEST, LAST_LAUNCH_ERROR);

    private PendingResults() {}
}
