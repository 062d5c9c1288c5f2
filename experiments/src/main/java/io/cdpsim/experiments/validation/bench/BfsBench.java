package io.cdpsim.experiments.validation.bench;

import io.cdpsim.experiments.validation.bench.Experiment.FailedRunException;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.InputCache;
import io.cdpsim.workloads.MeasuredRegime;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.bfs.BfsProgram;
import io.cdpsim.workloads.bfs.BfsRegime;
import io.cdpsim.workloads.bfs.BfsSettings;
import io.cdpsim.workloads.bfs.BfsSettings.BfsVariant;
import io.cdpsim.workloads.graph.CsrGraph;
import io.cdpsim.workloads.graph.GraphSource;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rows of {@code bfs.csv} and {@code bfs_limits.csv}: whole searches. The parameter's name is the graph; a variant with the suffix {@code
 * _limitN} was measured at that pending limit, any other at 262,144.
 */
public final class BfsBench implements Experiment {
    private static final Pattern VARIANT = Pattern.compile("(serial|warp|cdp|threshold|aggregate|driver)"
            + "(?:_(null|faf|stream|tail))?_t(\\d+)_c(\\d+)(?:_limit(\\d+))?");
    private static final Pattern SCALED = Pattern.compile("(rmat|uniform)(\\d+)_ef(\\d+)_s(\\d+)");
    private static final Pattern GRID = Pattern.compile("grid(\\d+)");
    private static final Pattern STAR = Pattern.compile("star(\\d+)x(\\d+)");
    private static final int DEFAULT_CHILD_THREADS = 256;
    private static final long PENDING_LAUNCHES = 1 << 18;

    /** The graphs, generated once for all searches of a validation. */
    private final InputCache graphs = new InputCache();

    @Override
    public OptionalDouble simulate(MeasuredRow row, GpuProfile profile) {
        Optional<BfsSettings> settings = settings(row);
        if (settings.isEmpty()) {
            return OptionalDouble.empty();
        }
        // The measuring program discards its first search, and had flooded the pool before.
        RunResult result = new BfsProgram(settings.get())
                .runAgain(
                        machine(profile, pendingLaunches(row.variant())),
                        new Progress(),
                        graphs,
                        ThroughputBench::flood);
        return OptionalDouble.of(FailedRunException.checked(result).timeMicros() / 1e3);
    }

    /**
     * Searches without launches do not depend on the pool. The same holds where no vertex of the graph has more edges than the threshold: then the
     * threshold, the threads and the stream of a child do not matter. The code for a named stream takes more registers.
     */
    @Override
    public Optional<Object> question(MeasuredRow row, GpuProfile profile) {
        return settings(row).map(each -> {
            CsrGraph graph = graphs.get(each.graph(), CsrGraph.class, source -> source.load(1));
            boolean below = each.threshold() >= graph.degree(graph.highestDegreeVertex());
            boolean idle = each.variant() == BfsVariant.CDP || each.variant() == BfsVariant.THRESHOLD;
            if (!each.variant().launches()) {
                return new Question(each, 0);
            }
            long pending = pendingLaunches(row.variant());
            if (below && each.variant().usesThreshold()) {
                Optional<ChildStream> stream = each.stream().filter(ChildStream.NAMED::equals);
                BfsSettings same = new BfsSettings(
                        each.graph(), each.variant(), Integer.MAX_VALUE, stream, DEFAULT_CHILD_THREADS, each.source());
                return new Question(same, idle ? 0 : pending);
            }
            return new Question(each, pending);
        });
    }

    /** A search and its pending limit, 0 if that makes no difference. */
    private record Question(BfsSettings settings, long pendingLaunches) {}

    @Override
    public Optional<MeasuredRegime> regime(MeasuredRow row, GpuProfile profile) {
        return settings(row)
                .map(each -> BfsRegime.of(each, pendingLaunches(row.variant()), graphs)
                        .regime());
    }

    /** The measuring program set its pool on a GPU with CDP2. */
    private static MachineSettings machine(GpuProfile profile, long pendingLaunches) {
        MachineSettings machine = MachineSettings.of(profile);
        return profile.cdp() == CdpSupport.CDP2 ? machine.withPendingLaunches(pendingLaunches) : machine;
    }

    private static Optional<BfsSettings> settings(MeasuredRow row) {
        return row.bench().equals("bfs") && row.metric().equals("whole_search")
                ? settings(row.variant(), row.parameter())
                : Optional.empty();
    }

    /** The pending limit of a variant. */
    static long pendingLaunches(String variant) {
        Matcher m = VARIANT.matcher(variant);
        return m.matches() && m.group(5) != null ? Long.parseLong(m.group(5)) : PENDING_LAUNCHES;
    }

    /** The search of a row's variant and graph; empty if there is none. */
    static Optional<BfsSettings> settings(String variant, String graph) {
        Matcher m = VARIANT.matcher(variant);
        Optional<String> spec = graphSpec(graph);
        if (!m.matches() || spec.isEmpty()) {
            return Optional.empty();
        }
        BfsVariant kind = switch (m.group(1)) {
            case "serial" -> BfsVariant.SERIAL;
            case "warp" -> BfsVariant.WARP;
            case "cdp" -> BfsVariant.CDP;
            case "threshold" -> BfsVariant.THRESHOLD;
            case "aggregate" -> BfsVariant.AGGREGATE;
            default -> BfsVariant.DRIVER;
        };
        String named = m.group(2) == null ? "" : m.group(2);
        Optional<ChildStream> stream = switch (named) {
            case "null" -> Optional.of(ChildStream.NULL);
            case "faf" -> Optional.of(ChildStream.FAF);
            case "stream" -> Optional.of(ChildStream.NAMED);
            // The driver relaunches itself as a tail; its children go to the NULL stream.
            case "tail" -> Optional.of(ChildStream.NULL);
            default -> Optional.empty();
        };
        // The largest unsigned number is the threshold that no vertex reaches.
        int threshold = (int) Math.min(Integer.MAX_VALUE, Long.parseLong(m.group(3)));
        int childThreads = Integer.parseInt(m.group(4));
        return Optional.of(new BfsSettings(
                GraphSource.parse(spec.get()),
                kind,
                threshold,
                stream,
                childThreads == 0 ? DEFAULT_CHILD_THREADS : childThreads,
                OptionalInt.empty()));
    }

    /** The spec of a graph with a name in the rows. */
    static Optional<String> graphSpec(String name) {
        Matcher scaled = SCALED.matcher(name);
        Matcher grid = GRID.matcher(name);
        Matcher star = STAR.matcher(name);
        if (scaled.matches()) {
            return Optional.of(String.join(":", scaled.group(1), scaled.group(2), scaled.group(3), scaled.group(4)));
        } else if (grid.matches()) {
            return Optional.of("grid:" + grid.group(1));
        } else if (star.matches()) {
            return Optional.of("star:" + star.group(1) + ":" + star.group(2));
        }
        return Optional.empty();
    }
}
