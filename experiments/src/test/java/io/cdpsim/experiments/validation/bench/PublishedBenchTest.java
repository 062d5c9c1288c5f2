package io.cdpsim.experiments.validation.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.experiments.validation.Measurements;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.experiments.validation.row.OtherGpuException;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import java.util.List;
import java.util.Locale;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The simulator against figures that papers and vendors published for Kepler boards. */
class PublishedBenchTest {
    private static final PublishedBench BENCH = new PublishedBench();
    private static final GpuProfile K20C = Profiles.load("k20c");
    private static final GpuProfile K20X = Profiles.load("k20x");
    private static final GpuProfile K40C = Profiles.load("k40c");
    private static final GpuProfile GTX680 = Profiles.load("gtx680");

    private static MeasuredRow row(String board, String what, String detail) {
        List<MeasuredRow> rows = Measurements.shippedFor(K20C).rows().stream()
                .filter(r -> r.metric().equals(board)
                        && r.variant().contains(what)
                        && r.parameter().equals(detail))
                .toList();
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }

    private static double simulated(MeasuredRow row, GpuProfile profile) {
        return BENCH.simulate(row, profile).orElseThrow();
    }

    private static double ratio(String board, String what, String detail, GpuProfile profile) {
        MeasuredRow row = row(board, what, detail);
        return simulated(row, profile) / row.median();
    }

    @Test
    void everyFigureOfTheFileIsRead() {
        assertThat(Measurements.shippedFor(K20X).rows()).hasSize(37);
        assertThat(row("K40c", "per-block aggregation", "bfs").median()).isEqualTo(16.2);
    }

    @Test
    void theLaunchCostOfAWarpIsThatOfThePaper() {
        assertThat(ratio("K20c", "launch cost", "constant", K20C)).isCloseTo(1, within(0.01));
        assertThat(ratio("K20c", "launch cost", "per child", K20C)).isCloseTo(1, within(0.01));
        assertThat(ratio("K20c", "cudaStreamCreateWithFlags", "per warp", K20C)).isCloseTo(1, within(0.01));
    }

    @Test
    void aPoolThatIsTooSmallIsAtMostTwentyTimesSlower() {
        double slowdown = simulated(row("K20X", "pending_k", "slowdown at most"), K20X);
        assertThat(slowdown).isBetween(10.0, 20.0);
    }

    @Test
    void aggregationIsWithinAFactorOfTwoOfThePaper() {
        for (String by : List.of("per-warp", "per-block", "per-grid")) {
            assertThat(ratio("K40c", by + " aggregation", "bfs", K40C)).isBetween(0.5, 2.0);
        }
    }

    @Test
    void launchesAreMostOfASearchAndStreamsOfTheirOwnHelp() {
        assertThat(simulated(row("K40c", "share of time", "bfs"), K40C)).isGreaterThan(0.75);
        assertThat(simulated(row("K40c", "per-thread default streams", "geomean"), K40C))
                .isBetween(1.4, 2.5);
    }

    @Test
    void unoptimizedForcesTakeAboutThePublishedTimeInThePublishedOrder() {
        double shared = simulated(row("GTX680", "early code", "shared"), GTX680);
        double shuffle = simulated(row("GTX680", "early code", "shuffle"), GTX680);
        double aos = simulated(row("GTX680", "early code", "aos"), GTX680);
        assertThat(shared).isLessThan(shuffle).isCloseTo(55, Percentage.withPercentage(40));
        assertThat(shuffle).isLessThan(aos).isCloseTo(58.7, Percentage.withPercentage(40));
        assertThat(aos).isCloseTo(62, Percentage.withPercentage(40));
    }

    @ParameterizedTest
    @CsvSource({"M2050, 4096, 12", "M2050, 8192, 12", "GTX680, 4096, 12", "GTX680, 8192, 12"})
    void theLoopThatIsNotUnrolledTakesAboutThePublishedTime(String board, String bodies, double percent) {
        GpuProfile profile = Profiles.load(board.toLowerCase(Locale.ROOT));
        assertThat(ratio(board, "tuned", bodies, profile)).isCloseTo(1, Percentage.withPercentage(percent));
    }

    @Test
    void aFigureOfAnotherBoardNamesTheProfileToTake() {
        assertThatThrownBy(() -> simulated(row("GTX680", "tuned", "4096"), K20X))
                .isInstanceOf(OtherGpuException.class)
                .hasMessageContaining("--profile gtx680");
    }
}
