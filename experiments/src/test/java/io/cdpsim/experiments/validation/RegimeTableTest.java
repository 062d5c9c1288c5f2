package io.cdpsim.experiments.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.MeasuredRegime;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RegimeErrors;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.Workloads;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shipped errors by regime are those of the rows that ship. If one of these fails, make the resource anew: docs/evidence/validation.md says how. */
class RegimeTableTest {
    private static final Measurements SHIPPED = Measurements.shipped();
    private static final GpuProfile H200 = Profiles.load("h200");

    private static Map<MeasuredRegime, RegimeErrors.Line> shipped(GpuProfile profile) {
        return RegimeErrors.shipped().lines().stream()
                .filter(each -> each.profile().equals(profile.name()))
                .collect(Collectors.toMap(RegimeErrors.Line::regime, Function.identity()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"h200", "h100-sxm"})
    void theShippedErrorsAreOfTheShippedRows(String name) {
        GpuProfile profile = Profiles.load(name);
        Map<MeasuredRegime, List<MeasuredRow>> rows =
                RegimeTable.rows(profile, Measurements.shippedFor(profile).rows());

        assertThat(shipped(profile).keySet()).isEqualTo(rows.keySet());
        shipped(profile).forEach((regime, line) -> {
            List<MeasuredRow> those = rows.getOrDefault(regime, List.of());
            assertThat(line.errors().rows()).as("rows of %s", regime).isEqualTo(those.size());
            assertThat(line.errors().fitted())
                    .as("fitted rows of %s", regime)
                    .isEqualTo(RegimeTable.fitted(profile, those));
            assertThat(line.measured()).as("names and medians of %s", regime).isEqualTo(RegimeTable.checksum(those));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = "recursions through the NULL stream")
    void rowsThatAreCheapToSimulateStillHaveTheShippedErrors(String what) {
        Measurements all = SHIPPED;
        List<MeasuredRow> rows = all.rows().stream()
                .filter(row -> Validation.regime(row, H200)
                        .filter(regime -> regime.what().equals(what))
                        .isPresent())
                .toList();

        ValidationResult result = new Validation(H200, 2).run(new Measurements(rows, List.of()), new Progress());

        assertThat(RegimeTable.of(H200, result).lines())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).isEqualTo(shipped(H200).get(line.regime())));
    }

    @Test
    void whereEnoughRowsAreHeldOutTheFittedOnesDoNotCount() {
        List<MeasuredRow> bombs = SHIPPED.of(List.of("pending")).rows();

        Map<MeasuredRegime, List<MeasuredRow>> rows = RegimeTable.rows(H200, bombs);

        // The bomb of depth 5 in the largest pool is in fitted.txt.
        assertThat(RegimeTable.fitted(H200, bombs)).isEqualTo(1);
        assertThat(rows.values().stream().mapToInt(List::size).sum()).isEqualTo(bombs.size() - 1);
        assertThat(rows.values())
                .allSatisfy(those -> assertThat(RegimeTable.fitted(H200, those)).isZero());
    }

    @Test
    void whereFewRowsAreHeldOutAllCount() {
        List<MeasuredRow> bombs = SHIPPED.of(List.of("pending")).rows();
        List<MeasuredRow> few =
                bombs.stream().filter(row -> row.intValue() == 524_288).toList();

        assertThat(RegimeTable.rows(H200, few).values()).containsExactly(few);
        assertThat(RegimeTable.fitted(H200, few)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bfs", "nbody", "persistent", "pending", "recursive", "graph"})
    void aRunOfAMeasuredWorkloadHasItsErrors(String name) {
        Workloads workloads = Workloads.installed();

        assertThat(Workloads.trust(
                                workloads.named(name), RunRequest.of(workloads.named(name), MachineSettings.of(H200)))
                        .errors())
                .isPresent();
    }

    @Test
    void anExampleIsLikeNothingThatWasMeasured() {
        Workloads workloads = Workloads.installed();

        assertThat(Workloads.trust(
                                workloads.named("example:tail-pair"),
                                RunRequest.of(workloads.named("example:tail-pair"), MachineSettings.of(H200)))
                        .regime())
                .isEmpty();
    }
}
