package io.cdpsim.experiments.validation.bench;

import io.cdpsim.experiments.validation.bench.Experiment.FailedRunException;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.experiments.validation.row.MeasuredRows;
import io.cdpsim.experiments.validation.row.OtherGpuException;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.bfs.BfsProgram;
import io.cdpsim.workloads.bfs.BfsSettings;
import io.cdpsim.workloads.bfs.BfsSettings.BfsVariant;
import io.cdpsim.workloads.graph.GraphSource;
import io.cdpsim.workloads.nbody.NbodyProgram;
import io.cdpsim.workloads.nbody.NbodyResults;
import io.cdpsim.workloads.nbody.NbodySettings;
import io.cdpsim.workloads.nbody.NbodySettings.HostThreading;
import io.cdpsim.workloads.nbody.NbodySettings.NbodyVariant;
import io.cdpsim.workloads.pending.PendingProgram;
import io.cdpsim.workloads.pending.PendingSettings;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The rows of {@code kepler.csv}: figures published for boards of that time. The variant is the measured quantity, the parameter the case, the metric
 * the board.
 */
public final class PublishedBench implements Experiment {
    /** The profile of each board. */
    private static final Map<String, String> PROFILES = Map.of(
            "GTX680", "gtx680", "M2050", "m2050", "K20c", "k20c", "K20X", "k20x", "GK110", "k20x", "K40c", "k40c",
            "K40m", "k40c");

    /** The papers do not name the graph; this one fits the default pool of 2,048 pending launches. */
    private static final String GRAPH = "rmat:12:16:1";

    private static final int BLOCK_THREADS = 256;
    private static final int CHILD_THREADS = 256;
    private static final int EARLY_BODIES = 16_384;

    /** This part of the bodies is simulated with atomics; the time is proportional to the number of pairs. */
    private static final int ATOMIC_SHARE = 2;

    private static final int MANY_BODIES = 131_072;
    private static final int WARP = Lanes.COUNT;
    private static final int BOMB_DEPTH = 6;
    private static final int BOMB_LAUNCHES = 299_592;
    private static final int SMALL_POOL = 64;
    private static final double MEBIBYTE = 1 << 20;

    /** The times of searches, which several figures are ratios of. */
    private final Map<Search, Double> searches = new ConcurrentHashMap<>();

    private record Search(BfsVariant variant, ChildStream stream, GpuProfile profile) {}

    /** Whether the reference of a profile is the shipped published figures instead of H200 measurements. */
    public static boolean isFor(GpuProfile profile) {
        return profile.cdp() != CdpSupport.CDP2;
    }

    @Override
    public OptionalDouble simulate(MeasuredRow row, GpuProfile profile) {
        if (!row.bench().equals(MeasuredRows.PUBLISHED)) {
            return OptionalDouble.empty();
        }
        requireBoard(row.metric(), profile);
        return switch (row.variant()) {
            case "launch cost per warp launching x children" -> launchCost(row.parameter(), profile);
            case "cudaStreamCreateWithFlags" ->
                new DeviceApiBench().simulate(asRow(row, "api", "cudaStreamCreateWithFlags", 0), profile);
            case "cudaGetParameterBuffer", "cudaLaunchDevice" ->
                throw new InvalidInputException("is a part of the launch cost per warp, which is simulated as a whole");
            case "pending_k 300000 launches pool 64 against right-sized pool" ->
                OptionalDouble.of(bombMicros(SMALL_POOL, profile) / bombMicros(BOMB_LAUNCHES, profile));
            case "sync depth reservation per level" ->
                OptionalDouble.of(profile.limits().syncDepthBytesPerLevel() / MEBIBYTE);
            case "speedup over child-per-item of per-warp aggregation" ->
                aggregation(row.parameter(), BfsVariant.AGGREGATE_WARP, profile);
            case "speedup over child-per-item of per-block aggregation" ->
                aggregation(row.parameter(), BfsVariant.AGGREGATE, profile);
            case "speedup over child-per-item of per-grid aggregation" ->
                aggregation(row.parameter(), BfsVariant.AGGREGATE_GRID, profile);
            case "share of time that is launch overhead" -> {
                double launching = searchMicros(BfsVariant.CDP, ChildStream.NULL, profile);
                yield OptionalDouble.of(1 - searchMicros(BfsVariant.WARP, ChildStream.NULL, profile) / launching);
            }
            case "speedup of per-thread default streams over per-block NULL stream" ->
                OptionalDouble.of(searchMicros(BfsVariant.CDP, ChildStream.NULL, profile)
                        / searchMicros(BfsVariant.CDP, ChildStream.PER_THREAD, profile));
            case "nbody 16384 bodies early code" -> earlyCode(row.parameter(), profile);
            case "nbody tuned shared" ->
                OptionalDouble.of(bodies(NbodyVariant.ROLLED, Integer.parseInt(row.parameter()), false, profile)
                                .timeMicros()
                        / 1e3);
            case "nbody large" -> rate(bodies(NbodyVariant.SHARED, MANY_BODIES, false, profile));
            default -> latency(row, profile);
        };
    }

    private static void requireBoard(String board, GpuProfile profile) {
        String wanted = PROFILES.get(board);
        if (wanted == null) {
            throw new OtherGpuException(board, "");
        }
        boolean isOther = PROFILES.containsValue(profile.name()) || !isFor(profile);
        if (isOther && !wanted.equals(profile.name())) {
            throw new OtherGpuException(board, wanted);
        }
    }

    private static MeasuredRow asRow(MeasuredRow row, String bench, String variant, double value) {
        return new MeasuredRow(
                row.file(),
                row.line(),
                bench,
                variant,
                "-",
                value,
                "",
                row.unit(),
                row.min(),
                row.median(),
                row.max(),
                1);
    }

    private static OptionalDouble launchCost(String part, GpuProfile profile) {
        double one = regionCycles(1, profile);
        double perChild = (regionCycles(WARP, profile) - one) / (WARP - 1);
        return OptionalDouble.of(part.equals("constant") ? one - perChild : perChild);
    }

    private static double regionCycles(int lanes, GpuProfile profile) {
        MeasuredRow row = new MeasuredRow(
                "", 0, "per_warp", "null_stream_blocks1", "lanes", lanes, "region", "cycles", 0, 0, 0, 1);
        return new LaunchBench().simulate(row, profile).orElseThrow();
    }

    private static double bombMicros(int pool, GpuProfile profile) {
        PendingSettings settings =
                new PendingSettings(BOMB_DEPTH, OptionalInt.of(pool), ChildStream.NAMED, Optional.empty());
        return FailedRunException.checked(new PendingProgram(settings).run(MachineSettings.of(profile), new Progress()))
                .timeMicros();
    }

    private OptionalDouble aggregation(String program, BfsVariant variant, GpuProfile profile) {
        if (!program.equals("bfs")) {
            throw new InvalidInputException("is a mean over programs that are not here");
        }
        return OptionalDouble.of(searchMicros(BfsVariant.CDP, ChildStream.NULL, profile)
                / searchMicros(variant, ChildStream.NULL, profile));
    }

    private double searchMicros(BfsVariant variant, ChildStream stream, GpuProfile profile) {
        return searches.computeIfAbsent(new Search(variant, stream, profile), PublishedBench::searchMicros);
    }

    private static double searchMicros(Search search) {
        BfsSettings settings = new BfsSettings(
                GraphSource.parse(GRAPH),
                search.variant,
                0,
                Optional.of(search.stream),
                CHILD_THREADS,
                OptionalInt.empty());
        return FailedRunException.checked(
                        new BfsProgram(settings).run(MachineSettings.of(search.profile), new Progress()))
                .timeMicros();
    }

    private static OptionalDouble earlyCode(String variant, GpuProfile profile) {
        NbodyVariant kind = NbodyVariant.valueOf(variant.toUpperCase(Locale.ROOT));
        if (kind == NbodyVariant.ATOMIC) {
            // It has no bulk form, and takes minutes in full.
            double part =
                    bodies(kind, EARLY_BODIES / ATOMIC_SHARE, true, profile).timeMicros();
            return OptionalDouble.of(ATOMIC_SHARE * ATOMIC_SHARE * part / 1e3);
        }
        return OptionalDouble.of(bodies(kind, EARLY_BODIES, true, profile).timeMicros() / 1e3);
    }

    private static RunResult bodies(NbodyVariant variant, int bodies, boolean unoptimized, GpuProfile profile) {
        boolean bulk = variant != NbodyVariant.ATOMIC;
        NbodySettings settings =
                new NbodySettings(variant, bodies, BLOCK_THREADS, bulk, 1, 1, HostThreading.ONE, unoptimized, false);
        return FailedRunException.checked(
                new NbodyProgram(settings).runKernelsAlone(MachineSettings.of(profile), new Progress()));
    }

    private static OptionalDouble rate(RunResult result) {
        return result.find(NbodyResults.RATE);
    }

    /** Latencies, by the programs that measure those of an H200. */
    private static OptionalDouble latency(MeasuredRow row, GpuProfile profile) {
        return switch (row.variant() + ", " + row.parameter()) {
            case "dependent arithmetic latency, int and fp32" -> micro(row, "ffma", 0, profile);
            case "dependent arithmetic latency, fp64" -> micro(row, "dfma", 0, profile);
            case "rsqrt latency, -" -> micro(row, "rsqrt", 0, profile);
            case "shared load latency, -" -> micro(row, "shared_ld", 0, profile);
            case "L1 latency, -" -> throw new InvalidInputException("global loads are not kept in L1 here");
            case "L2 latency, -" -> micro(row, "global_ld_cg", 1 << 17, profile);
            case "DRAM latency, -" -> micro(row, "global_ld_cg", 1 << 24, profile);
            default -> OptionalDouble.empty();
        };
    }

    private static OptionalDouble micro(MeasuredRow row, String variant, double bytes, GpuProfile profile) {
        return new MicroBench().simulate(asRow(row, "latency", variant, bytes), profile);
    }
}
