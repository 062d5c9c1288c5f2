package io.cdpsim.workloads.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import io.cdpsim.workloads.check.finding.CodePlace;
import io.cdpsim.workloads.check.finding.Finding;
import io.cdpsim.workloads.check.finding.Severity;
import io.cdpsim.workloads.check.trial.Ending;
import io.cdpsim.workloads.check.trial.Observation;
import io.cdpsim.workloads.check.trial.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramCheckTest {
    private static final Path RACES = Path.of("../docs/examples/cuda/races");
    private static final Conditions TWO_RUNS = Conditions.on(Profiles.load("h200"))
            .withPolicies(List.of(LaunchPolicy.EAGER, LaunchPolicy.ADVERSARIAL))
            .withSeeds(List.of(1L));

    @TempDir
    private Path folder;

    private static CheckReport check(String ptx, String plan) {
        return ProgramCheck.of(new Subject.PtxWithPlan(List.of(RACES.resolve(ptx)), RACES.resolve(plan)))
                .under(TWO_RUNS)
                .run();
    }

    private Subject kernel(String body) throws IOException {
        Path ptx = Files.writeString(folder.resolve("k.ptx"), """
            .version 8.0
            .target sm_90
            .address_size 64
            .visible .entry kernel(.param .u64 out) {
                .reg .b64 %rd<9>;
                .reg .b32 %r<9>;
                .reg .pred %p<3>;
                ld.param.u64 %rd1, [out];
            """ + body + "ret; }");
        Path plan = Files.writeString(folder.resolve("plan.yaml"), """
            buffers: {out: {type: s32, count: 4}}
            steps: [{launch: {kernel: kernel, grid: 1, block: 1, arguments: [out]}}]
            expect: [{buffer: out, equals: [7, 0, 0, 0]}]
            """);
        return new Subject.PtxWithPlan(List.of(ptx), plan);
    }

    @Test
    void aRaceIsToldOnceWithBothLinesTheRuleTheMendAndTheRunsThatShowedIt() {
        CheckReport report = check("store_after_launch.ptx", "racy.yaml");

        assertThat(report.sightings())
                .filteredOn(each -> each.finding().severity() == Severity.ERROR)
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.finding().rule()).isEqualTo("MEM-3");
                    assertThat(each.finding().places())
                            .containsExactly(
                                    new CodePlace("store_after_launch.cu", 7),
                                    new CodePlace("store_after_launch.cu", 2));
                    assertThat(each.finding().mend()).contains("store before the launch");
                    assertThat(each.trials()).hasSize(2);
                });
    }

    @Test
    void whatIsMendedIsClean() {
        CheckReport report = check("store_after_launch.ptx", "mended.yaml");

        assertThat(report.isClean(Severity.WARNING)).isTrue();
        assertThat(report.observations()).extracting(Observation::ending).containsOnly(Ending.ENDED);
        assertThat(report.observations().get(0).completed())
                .containsEntry("mended", 1L)
                .containsEntry("child", 1L);
    }

    @Test
    void racesThatAProgramHasOnPurposeAreNotFoundWrong() {
        Workload meant = Workloads.installed().named("example:store-race");

        CheckReport report = ProgramCheck.of(new Subject.OfWorkload(meant, OptionValues.of(meant)))
                .under(TWO_RUNS)
                .run();

        assertThat(report.findings()).noneMatch(each -> each.rule().equals("MEM-3"));
    }

    @Test
    void aWrongResultIsFound() throws IOException {
        CheckReport report = ProgramCheck.of(kernel("st.global.u32 [%rd1], 8;\n"))
                .under(TWO_RUNS)
                .run();

        assertThat(report.findings()).singleElement().satisfies(each -> {
            assertThat(each.rule()).isEqualTo("CHECK-result");
            assertThat(each.what()).contains("buffer out");
        });
    }

    @Test
    void aProgramThatCanNeverEndIsStuckAndSaysWhoWaits() throws IOException {
        CheckReport report = ProgramCheck.of(kernel("""
            L:
            ld.volatile.global.u32 %r1, [%rd1];
            setp.eq.u32 %p1, %r1, 0;
            @%p1 bra L;
            """)).under(TWO_RUNS).run();

        assertThat(report.findings()).extracting(Finding::rule).contains("CHECK-result");
        assertThat(report.findings().get(0).what()).isNotEmpty();
    }

    @Test
    void aRunThatTakesTooLongIsStopped() throws IOException {
        CheckReport report = ProgramCheck.of(kernel("""
            mov.u32 %r1, 0;
            L:
            add.u32 %r1, %r1, 1;
            st.volatile.global.u32 [%rd1], %r1;
            bra L;
            """))
                .under(TWO_RUNS.withPolicies(List.of(LaunchPolicy.EAGER)))
                .within(Duration.ofMillis(200))
                .run();

        assertThat(report.findings()).extracting(Finding::rule).contains("CHECK-limit");
        assertThat(report.observations()).extracting(Observation::ending).containsExactly(Ending.STOPPED);
    }

    @Test
    void codeOfTheFirstKindOfDynamicParallelismRunsWhereItCan() throws IOException {
        Path sync = Path.of("../docs/examples/cuda");
        Path plan = Files.writeString(
                folder.resolve("plan.yaml"),
                Files.readString(sync.resolve("sync.yaml")).replaceAll("(?m)^profile:.*$", ""));

        CheckReport report = ProgramCheck.of(new Subject.PtxWithPlan(List.of(sync.resolve("sync.ptx")), plan))
                .under(Conditions.usual().withPolicies(List.of(LaunchPolicy.EAGER)))
                .run();

        assertThat(report.isClean(Severity.WARNING)).isTrue();
        assertThat(report.observations())
                .extracting(each -> each.trial().gpu().name())
                .containsExactly("k20x");
        assertThat(report.skipped()).singleElement().asString().contains("not run on h200 (CDP2)", "VER-3");
    }

    @Test
    void whereItWasAskedForTheBreachIsFoundBeforeTheRun() {
        Path sync = Path.of("../docs/examples/cuda");
        CheckReport report = ProgramCheck.of(
                        new Subject.PtxWithPlan(List.of(sync.resolve("sync.ptx")), sync.resolve("sync.yaml")))
                .under(TWO_RUNS)
                .run();

        assertThat(report.findings().get(0).rule()).isEqualTo("VER-3");
        assertThat(report.observations()).extracting(Observation::ending).containsOnly(Ending.NOT_LOADED);
    }

    @Test
    void aMissingFileIsWrongInput() {
        Subject none = new Subject.PtxWithPlan(List.of(Path.of("none.ptx")), Path.of("none.yaml"));

        assertThatThrownBy(() -> ProgramCheck.of(none).run())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("none.ptx");
    }
}
