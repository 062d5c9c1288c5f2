package io.cdpsim.experiments.fit;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.experiments.fit.FitPlan.FitPlanEntry;
import io.cdpsim.experiments.fit.ParameterFit.Outcome;
import io.cdpsim.experiments.validation.Measurements;
import io.cdpsim.experiments.validation.Validation;
import io.cdpsim.experiments.validation.ValidationResult.SimulatedRow;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.ProfileField;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.workloads.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileFitTest {
    private static final Measurements SHIPPED = Measurements.shipped();
    /** Rows as a GPU would have given them that is the H200 but for some fields. */
    private static Measurements rowsOf(FitPlanEntry step, String... changes) {
        GpuProfile other = Profiles.load("h200", List.of(changes));
        List<MeasuredRow> requested =
                SHIPPED.rows().stream().filter(step::isAbout).toList();
        return new Measurements(
                new Validation(other, 1)
                        .run(new Measurements(requested, List.of()), new Progress()).rows().stream()
                                .map(ProfileFitTest::asMeasured)
                                .toList(),
                List.of());
    }

    private static MeasuredRow asMeasured(SimulatedRow simulated) {
        MeasuredRow row = simulated.row();
        double value = simulated.simulated();
        return new MeasuredRow(
                row.file(),
                row.line(),
                row.bench(),
                row.variant(),
                row.parameter(),
                row.value(),
                row.metric(),
                row.unit(),
                value,
                value,
                value,
                row.runs());
    }

    private static FitPlanEntry step(String field) {
        return FitPlan.shipped().stream()
                .filter(each -> each.fields().contains(field))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "l1.latency, 55, cycles",
        "synchronization.fence_device, 700, cycles",
        "device_api.event_record, 3000, cycles",
        "host_api.launch, 6, us",
        "launch.fire_and_forget.base, 14000, cycles",
        "launch.tail_start, 9000, cycles"
    })
    void aParameterComesBackFromRowsThatWereMadeWithIt(String field, double value, String unit) {
        FitPlanEntry step = step(field);
        ProfileFit fit = new ProfileFit("h200", List.of(), rowsOf(step, field + "=" + (int) value + " " + unit));

        ParameterFit fitted = fit.run(List.of(step), new Progress()).get(0);

        assertThat(fitted.outcome()).isEqualTo(Outcome.FITTED);
        assertThat(fitted.errorAfter()).isLessThan(0.01).isLessThan(fitted.errorBefore());
        double found = Double.parseDouble(fitted.after().get(0).replace(" " + unit, ""));
        assertThat(found).isBetween(0.97 * value, 1.03 * value);
        assertThat(fit.changes()).containsExactly(field + "=" + fitted.after().get(0));
    }

    @Test
    void whatNoRowSpeaksOfStaysAsItWas() {
        ProfileFit fit = new ProfileFit("h200", List.of(), new Measurements(List.of(), List.of()));

        List<ParameterFit> steps = fit.run(FitPlan.shipped(), new Progress());

        assertThat(steps).allSatisfy(each -> {
            assertThat(each.outcome()).isEqualTo(Outcome.NO_ROWS);
            assertThat(each.after()).isEqualTo(each.before());
        });
        assertThat(fit.changes()).isEmpty();
    }

    @Test
    void aValueThatTheRowsBearOutStaysToo() {
        FitPlanEntry step = step("shared.latency");
        ProfileFit fit = new ProfileFit("h200", List.of(), rowsOf(step));

        assertThat(fit.run(List.of(step), new Progress()).get(0).outcome()).isEqualTo(Outcome.AGREES);
        assertThat(fit.changes()).isEmpty();
    }

    @Test
    void theFileHoldsWhatWasFittedWithItsRowsAndIsAProfile(@TempDir Path folder) throws IOException {
        FitPlanEntry step = step("l1.latency");
        List<String> known = List.of("sm.count=16");
        List<ParameterFit> steps =
                new ProfileFit("h200", known, rowsOf(step, "l1.latency=55 cycles")).run(List.of(step), new Progress());
        Path file = Files.writeString(
                folder.resolve("own.yaml"), FittedProfile.text("h200", "Another: \"GPU\"", known, steps));

        List<ProfileField> fields =
                Profiles.document(file.toString(), List.of()).fields();

        assertThat(fields)
                .filteredOn(each -> each.path().equals("l1.latency"))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.value()).startsWith("55");
                    assertThat(each.source()).isEqualTo("fitted: latency,global_ld,bytes,8192,*");
                });
        assertThat(Profiles.load(file.toString()).description()).isEqualTo("Another: \"GPU\"");
        assertThat(Profiles.load(file.toString()).sm().count()).isEqualTo(16);
    }

    @Test
    void everyStepNamesFieldsOfAProfileAndRowsThatThereAre() {
        List<String> fields = Profiles.document("h200", List.of()).fields().stream()
                .map(ProfileField::path)
                .collect(Collectors.toList());

        assertThat(FitPlan.shipped()).isNotEmpty().allSatisfy(step -> {
            assertThat(fields).containsAll(step.fields());
            assertThat(step.rows())
                    .allSatisfy(pattern -> assertThat(SHIPPED.rows())
                            .as("rows of %s", pattern)
                            .anyMatch(row -> pattern.matches(row.name())));
        });
    }

    @Test
    void whatTheDeviceSaysOfItselfIsTaken(@TempDir Path folder) throws IOException {
        Files.writeString(
                folder.resolve("micro.csv"),
                "device,NVIDIA L4,sm,58,l2,50331648,smem_sm,102400,smem_block_optin,101376,regs_sm,65536,bus,192\n");

        MeasuredDevice facts = MeasuredDevice.in(folder);

        assertThat(facts.name()).contains("NVIDIA L4");
        assertThat(facts.fields())
                .containsExactly(
                        "sm.count=58",
                        "sm.shared_memory=102400 B",
                        "sm.max_shared_per_block_opt_in=101376 B",
                        "sm.registers=65536",
                        "l2.capacity=50331648 B",
                        "dram.channels=3");
    }
}
