package io.cdpsim.workloads.recursive;

import io.cdpsim.workloads.ResultName;
import java.util.List;

/** Result names of the recursion, in addition to {@link io.cdpsim.workloads.CommonResults}. */
public final class RecursiveResults {
    /** Depth of the synchronisation, and the limit. */
    public static final ResultName.Text SYNCHRONIZES = new ResultName.Text("synchronizes", "synchronises");

    /** Name of the error of the last synchronisation that failed, {@code cudaSuccess} if none did. */
    public static final ResultName.Text LAST_SYNC_ERROR =
            new ResultName.Text("last_sync_error", "last synchronisation error");

    /** Depth of the deepest grid that ran. */
    public static final ResultName.Count DEEPEST = new ResultName.Count("deepest", "deepest grid");

    /** Device synchronisations that failed. */
    public static final ResultName.Count SYNC_ERRORS = new ResultName.Count("sync_errors", "failed synchronisations");

    /** Number of {@link #LAST_SYNC_ERROR}. */
    public static final ResultName.Count LAST_SYNC_ERROR_CODE =
            new ResultName.Count("last_sync_error_code", "last synchronisation error code");

    /** Error code of a failed launch, 0 if none failed. */
    public static final ResultName.Count LAST_LAUNCH_ERROR_CODE =
            new ResultName.Count("last_launch_error_code", "last launch error code");

    /** All result names. */
    public static final List<ResultName> ALL =
            List.of(SYNCHRONIZES, LAST_SYNC_ERROR, DEEPEST, SYNC_ERRORS, LAST_SYNC_ERROR_CODE, LAST_LAUNCH_ERROR_CODE);

    private RecursiveResults() {}
}
