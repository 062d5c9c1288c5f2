package io.cdpsim.experiments.validation.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.programs.ptx.LoadedPtx;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.graph.BreadthFirstSearch;
import io.cdpsim.workloads.graph.CsrGraph;
import io.cdpsim.workloads.graph.GraphSource;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;

/** {@code bfs.cu}. */
final class BfsProgram implements PtxExperiment {
    private static final int PENDING_LAUNCHES = 1 << 18;
    private static final int THREADS = 256;
    private static final int WARPS = THREADS / 32;
    private static final Map<String, String> EXPAND = Map.of(
            "null", "_Z6expandILi0EEv1GPjPKjS1_jS1_jjji",
            "faf", "_Z6expandILi1EEv1GPjPKjS1_jS1_jjji",
            "stream", "_Z6expandILi2EEv1GPjPKjS1_jS1_jjji");

    private final PtxProgram program = MeasuringProgram.read("bfs");
    private final PtxProgram throughput = MeasuringProgram.read("throughput");

    /** A search: arrays on the device. */
    private static final class Search {
        private final MeasuringProgram on;
        private final Host host;
        private final CsrGraph graph;
        private final byte[] onDevice;
        private final long levels;
        private final long[] frontiers;
        private final long counts;
        private final long first;
        private final long offset;

        Search(MeasuringProgram on, CsrGraph graph) {
            this.on = on;
            this.graph = graph;
            host = on.host();
            long words = 4L * graph.vertexCount();
            long pointers = host.malloc(words + 4);
            long adjacent = host.malloc(4L * graph.edgeCount() + 4);
            levels = host.malloc(words);
            frontiers = new long[] {host.malloc(words), host.malloc(words)};
            counts = host.malloc(64);
            first = host.malloc(words);
            offset = host.malloc(words);
            host.memory().write(pointers, graph.offsets());
            host.memory().write(adjacent, graph.neighbours());
            host.memory().fill(levels, -1, words);
            host.memory().write(levels + 4L * graph.defaultSource(), 0);
            host.memory().write(frontiers[0], graph.defaultSource());
            host.memory().write(counts, 1, 0);
            onDevice = ByteBuffer.allocate(16)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(pointers)
                    .putLong(adjacent)
                    .array();
        }

        void drive(int threshold) {
            on.launch(
                    "driver", LaunchShape.of(1, 1), onDevice, levels, frontiers[0], frontiers[1], counts, 0, threshold);
        }

        void byLevels(String kind, String stream, int threshold, int childThreads) {
            long fetched = host.mallocHost(4);
            int count = 1;
            for (int level = 1; count != 0 && level <= graph.vertexCount(); level++) {
                host.memsetAsync(counts, 0, 4, host.defaultStream());
                long previous = frontiers[(level - 1) & 1];
                long next = frontiers[level & 1];
                LaunchShape threadEach = LaunchShape.of((count + THREADS - 1) / THREADS, THREADS);
                switch (kind) {
                    case "serial" ->
                        on.launch("serial", threadEach, onDevice, levels, previous, next, count, counts, level);
                    case "warp" ->
                        on.launch(
                                "warpPerVertex",
                                LaunchShape.of((count + WARPS - 1) / WARPS, THREADS),
                                onDevice,
                                levels,
                                previous,
                                next,
                                count,
                                counts,
                                level);
                    case "aggregate" ->
                        on.launch(
                                "aggregate",
                                threadEach,
                                onDevice,
                                levels,
                                previous,
                                next,
                                count,
                                counts,
                                level,
                                first,
                                offset,
                                childThreads,
                                0);
                    default ->
                        on.launch(
                                EXPAND.getOrDefault(stream, ""),
                                threadEach,
                                onDevice,
                                levels,
                                previous,
                                next,
                                count,
                                counts,
                                level,
                                threshold,
                                childThreads,
                                0);
                }
                host.memcpyAsync(fetched, counts, 4, host.defaultStream());
                host.synchronize(host.defaultStream());
                count = host.readInt(fetched);
            }
        }
    }

    @Override
    public Outcome run(MeasuredRow row, GpuProfile profile) {
        String[] words = row.variant().split("_", -1);
        String stream = words.length == 4 ? words[1] : "";
        // A threshold that no vertex reaches is the largest unsigned number.
        int threshold = (int) Long.parseLong(words[words.length - 2].substring(1));
        int childThreads = Integer.parseInt(words[words.length - 1].substring(1));
        CsrGraph graph = GraphSource.parse(spec(row.parameter())).load(1);
        MeasuringProgram on =
                MeasuringProgram.on(MachineSettings.of(profile).withPendingLaunches(PENDING_LAUNCHES), program);
        LoadedPtx before = on.load(throughput);
        ThroughputProgram.flood(on, before);
        Search search = new Search(on, graph);
        double micros = on.micros(() -> {
            if (words[0].equals("driver")) {
                search.drive(threshold);
            } else {
                search.byLevels(words[0], stream, threshold, childThreads);
            }
        });
        assertThat(on.host().memory().readInts(search.levels, graph.vertexCount()))
                .isEqualTo(
                        BreadthFirstSearch.search(graph, graph.defaultSource()).levels());
        assertThat(on.variable("launchErrors")).isZero();
        return on.outcome(micros / 1e3);
    }

    /** {@code rmat14_ef16_s1} as {@code rmat:14:16:1}. */
    static String spec(String name) {
        String kind = name.replaceAll("\\d.*", "");
        return kind + ":" + name.substring(kind.length()).replaceAll("_[a-z]+|x", ":");
    }
}
