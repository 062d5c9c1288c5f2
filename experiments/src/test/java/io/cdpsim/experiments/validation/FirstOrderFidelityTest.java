package io.cdpsim.experiments.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.experiments.validation.bench.BystanderBench;
import io.cdpsim.experiments.validation.bench.ClockBench;
import io.cdpsim.experiments.validation.bench.CompletionBench;
import io.cdpsim.experiments.validation.bench.DeviceApiBench;
import io.cdpsim.experiments.validation.bench.Experiment;
import io.cdpsim.experiments.validation.bench.LaunchBench;
import io.cdpsim.experiments.validation.bench.NestedFloodBench;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.experiments.validation.row.MeasuredRows;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** What an H200 measured of launching against what the simulator says of the same program. */
class FirstOrderFidelityTest {
    private static final GpuProfile H200 = Profiles.load("h200");
    private static final Map<MeasuredRow, Double> SIMULATED = new ConcurrentHashMap<>();
    private static final double QUARTER = 0.25;

    /** Counts that keep the test short; larger ones repeat the same steps. */
    private static final int MOST = 256;

    /** Children, at and around the number of grids that run at once: 64 of streams, 128 in all. */
    private static final Set<Double> AT_THE_LIMITS = Set.of(64.0, 128.0, 129.0);

    private static List<MeasuredRow> rows(String file, Predicate<MeasuredRow> which) {
        String path = "h200/" + file;
        try (InputStream in = Objects.requireNonNull(Measurements.class.getResourceAsStream(path), path);
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return MeasuredRows.read(path, reader).stream().filter(which).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The value of a row, of which several tests look at some; each is simulated once. */
    private static double simulated(Experiment experiment, MeasuredRow row) {
        return SIMULATED.computeIfAbsent(
                row, each -> experiment.simulate(each, H200).orElseThrow());
    }

    private static List<String> furtherOff(double share, Experiment experiment, List<MeasuredRow> rows) {
        List<String> off = new ArrayList<>();
        for (MeasuredRow row : rows) {
            double simulated = simulated(experiment, row);
            if (Math.abs(simulated - row.median()) > share * Math.abs(row.median())) {
                off.add(row.name() + ": measured " + row.median() + ", simulated " + simulated);
            }
        }
        return off;
    }

    @Test
    void theCostOfALaunchCallIsWithinAQuarterForEveryKindOfStream() {
        List<MeasuredRow> rows = rows("launch.csv", r -> r.metric().equals("issue_per_launch") && r.value() <= MOST);
        assertThat(rows).hasSize(30);
        assertThat(furtherOff(QUARTER, new LaunchBench(), rows)).isEmpty();
    }

    @Test
    void theCostOfALaunchByManyLanesOfAWarpIsWithinAQuarter() {
        List<MeasuredRow> rows = rows(
                "launch.csv", r -> r.bench().equals("per_warp") && r.variant().endsWith("_blocks1"));
        assertThat(rows).hasSize(12);
        assertThat(furtherOff(QUARTER, new LaunchBench(), rows)).isEmpty();
    }

    @Test
    void manyLaunchingWarpsContendAsMuchAsMeasuredInAllButAFewCases() {
        List<MeasuredRow> rows = rows("launch.csv", r -> r.bench().equals("per_warp"));
        assertThat(rows).hasSize(36);
        assertThat(furtherOff(QUARTER, new LaunchBench(), rows)).hasSizeLessThanOrEqualTo(3);
    }

    @Test
    void aChildStartsWithinAQuarterOfTheMeasuredTimeAfterItsLaunch() {
        List<MeasuredRow> rows = rows(
                "launch.csv", r -> r.metric().equals("first_child_start_after_launch_returned") && r.value() <= MOST);
        assertThat(rows).hasSize(30);
        assertThat(furtherOff(QUARTER, new LaunchBench(), rows)).isEmpty();
        List<MeasuredRow> calls = rows(
                "completion.csv",
                r -> r.metric().equals("call_to_start") && r.parameter().equals("limit2048"));
        assertThat(calls).isNotEmpty();
        assertThat(furtherOff(QUARTER, new CompletionBench(), calls)).isEmpty();
    }

    @Test
    void chainsOfTailLaunchesAndOfNestedLaunchesTakeWithinAQuarterOfTheMeasuredTime() {
        List<MeasuredRow> rows = rows("launch.csv", r -> r.bench().equals("chain"));
        assertThat(rows).hasSize(28);
        assertThat(furtherOff(QUARTER, new LaunchBench(), rows)).isEmpty();
    }

    @Test
    void callsOfTheDeviceRuntimeTakeWithinATenthOfTheMeasuredTime() {
        List<MeasuredRow> rows = rows("launch.csv", r -> r.bench().equals("api"));
        assertThat(rows).hasSize(15);
        assertThat(furtherOff(0.1, new DeviceApiBench(), rows)).isEmpty();
    }

    @Test
    void aComputingGridTakesWithinAQuarterOfTheMeasuredTimeAndIsSlowedByALauncherAsMuchAsMeasured() {
        List<MeasuredRow> rows = rows("questions.csv", r -> r.bench().equals("noise"));
        assertThat(rows).hasSize(2);
        assertThat(furtherOff(QUARTER, new BystanderBench(), rows)).isEmpty();
        double alone = simulated(new BystanderBench(), rows.get(0));
        double beside = simulated(new BystanderBench(), rows.get(1));
        double measured = rows.get(1).median() / rows.get(0).median();
        assertThat(beside / alone).isCloseTo(measured, Percentage.withPercentage(2));
    }

    @Test
    void theTimersStepsAreThoseOfLaunches() {
        List<MeasuredRow> rows = rows("launch.csv", r -> r.bench().equals("clock"));
        assertThat(rows).hasSize(2);
        assertThat(furtherOff(0.02, new ClockBench(), rows)).isEmpty();
    }

    @Test
    void asManyChildrenRunAtOnceAsMeasured() {
        List<MeasuredRow> rows =
                rows("launch.csv", r -> r.metric().equals("most_at_once") && AT_THE_LIMITS.contains(r.value()));
        assertThat(rows).isNotEmpty();
        assertThat(furtherOff(0.01, new LaunchBench(), rows)).isEmpty();
    }

    /** The rows are of measurements/nested; the hardware itself goes between 1.2 times and twice as long where several warps a block post. */
    @Test
    void aFloodCostsMoreBelowTheTopLevelWhereBlocksOfSeveralWarpsPostIt() throws IOException {
        String measured = """
            nested_flood,faf_depth0_b16,limit65536,128,whole,us,663.968,694.4,717.12,5
            nested_flood,faf_depth1_b16,limit65536,128,whole,us,948.064,1434.3,1534.11,5
            nested_flood,faf_depth0_b64,limit65536,32,whole,us,652.096,685.312,751.968,5
            nested_flood,faf_depth1_b64,limit65536,32,whole,us,740.384,747.616,797.984,5
            nested_flood,faf_depth2_b64,limit65536,128,whole,us,4616.51,5184.03,5681.57,5
            """;
        List<MeasuredRow> rows = MeasuredRows.read("nested", new BufferedReader(new StringReader(measured)));
        assertThat(rows).hasSize(5);
        assertThat(furtherOff(QUARTER, new NestedFloodBench(), rows)).isEmpty();
    }
}
