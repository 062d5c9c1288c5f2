package io.cdpsim.gpu.queue;

import io.cdpsim.warp.Lanes;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** When the bulk groups of each lane of a warp complete (PTX ISA, {@code cp.async.bulk.commit_group} and {@code wait_group}). */
public final class BulkGroups {
    /** No groups. */
    public BulkGroups() {}

    private final long[] open = new long[Lanes.COUNT];
    private final @Nullable Deque<Long>[] closed = newArray();

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static @Nullable Deque<Long>[] newArray() {
        return new Deque[Lanes.COUNT];
    }

    /** A copy of a lane belongs to its open group, and completes at a cycle. */
    public void add(int lane, long completes) {
        open[lane] = Math.max(open[lane], completes);
    }

    /** Closes the open groups of lanes, which may be empty. */
    public void commit(int lanes) {
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            Deque<Long> groups = closed[lane];
            if (groups == null) {
                groups = new ArrayDeque<>();
                closed[lane] = groups;
            }
            groups.add(open[lane]);
            open[lane] = 0;
        }
    }

    /** When all but the last groups of lanes have completed, which are then forgotten; the time itself if they have. */
    public long completed(int lanes, int last, long time) {
        long completed = time;
        for (int m = lanes; m != 0; m &= m - 1) {
            Deque<Long> groups = closed[Integer.numberOfTrailingZeros(m)];
            while (groups != null && groups.size() > last) {
                completed = Math.max(completed, groups.remove());
            }
        }
        return completed;
    }
}
