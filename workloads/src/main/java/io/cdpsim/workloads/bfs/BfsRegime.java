package io.cdpsim.workloads.bfs;

import io.cdpsim.workloads.InputCache;
import io.cdpsim.workloads.MeasuredRegime;
import io.cdpsim.workloads.RegimeMatch;
import io.cdpsim.workloads.graph.CsrGraph;
import io.cdpsim.workloads.graph.GraphSource;
import java.util.Locale;

/** The measured searches: graphs of 16,384 to 525,313 vertices, pending limits of 2,048, 16,384 and 262,144,
 * thresholds of 32 or more, children of 256 to 1,024 threads. */
public final class BfsRegime {
    private static final long[] POOLS = {2_048, 16_384, 262_144};
    private static final long SMALLEST = 16_384;
    private static final long SMALL = 65_536;
    private static final long LARGEST = 525_313;
    private static final int LEAST_THRESHOLD = 32;
    private static final int LEAST_CHILD = 256;
    private static final int MOST_CHILD = 1024;

    private BfsRegime() {}

    /**
     * The measured regime that a search is like.
     *
     * @param pool entries of its pending-launch pool
     * @param inputs the cache of the graph, if it is in a file
     */
    public static RegimeMatch of(BfsSettings settings, long pool, InputCache inputs) {
        long vertices = vertices(settings.graph(), inputs);
        boolean measured = vertices >= SMALLEST && vertices <= LARGEST;
        if (!settings.variant().launches()) {
            return RegimeMatch.within(new MeasuredRegime(BfsProgram.NAME, "searches without launches", "", ""))
                    .unless(measured, count(vertices) + " vertices");
        }
        String size = vertices <= SMALL ? "to 65,536 vertices" : "beyond 65,536 vertices";
        long near = nearest(pool);
        return RegimeMatch.within(new MeasuredRegime(BfsProgram.NAME, "searches that launch", count(near), size))
                // Searches of 16,384 vertices or more overflowed the smaller pools.
                .withOverflows(near < POOLS[POOLS.length - 1])
                .unless(pool == near, "pool of " + count(pool))
                .unless(measured, count(vertices) + " vertices")
                .unless(
                        !settings.variant().usesThreshold() || settings.threshold() >= LEAST_THRESHOLD,
                        "threshold " + count(settings.threshold()))
                .unless(
                        settings.childThreads() >= LEAST_CHILD && settings.childThreads() <= MOST_CHILD,
                        "children of " + count(settings.childThreads()) + " threads");
    }

    /** The measured pool size with the smallest ratio to this one; of two, the smaller. */
    private static long nearest(long pool) {
        long nearest = POOLS[0];
        for (long each : POOLS) {
            // Above the geometric mean of two neighbours the larger is nearer.
            if ((double) pool * pool > (double) nearest * each) {
                nearest = each;
            }
        }
        return nearest;
    }

    private static long vertices(GraphSource graph, InputCache inputs) {
        if (graph instanceof GraphSource.Rmat rmat) {
            return 1L << rmat.scale();
        } else if (graph instanceof GraphSource.Uniform uniform) {
            return 1L << uniform.scale();
        } else if (graph instanceof GraphSource.Grid grid) {
            return (long) grid.side() * grid.side();
        } else if (graph instanceof GraphSource.Star star) {
            return 1 + star.hubs() + (long) star.hubs() * star.leaves();
        }
        // One thread reads a file, whatever the number.
        return inputs.get(graph, CsrGraph.class, file -> file.load(1)).vertexCount();
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
