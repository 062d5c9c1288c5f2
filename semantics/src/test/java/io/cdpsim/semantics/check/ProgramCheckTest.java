package io.cdpsim.semantics.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import io.cdpsim.semantics.check.run.CheckedProgram;
import io.cdpsim.semantics.check.run.ObservedRun;
import io.cdpsim.semantics.check.run.RunEnding;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramCheckTest {
    private static final Path RACES = Path.of("../examples/cuda/races");
    private static final RunMatrix TWO_RUNS = RunMatrix.on(Profiles.load("h200"))
            .withPolicies(List.of(LaunchPolicy.EAGER, LaunchPolicy.ADVERSARIAL))
            .withSeeds(List.of(1L));

    @TempDir
    private Path folder;

    private static CheckReport check(String ptx, String plan) {
        return ProgramCheck.of(new CheckedProgram.PtxWithPlan(List.of(RACES.resolve(ptx)), RACES.resolve(plan)))
                .under(TWO_RUNS)
                .run();
    }

    private CheckedProgram kernel(String body) throws IOException {
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
        return new CheckedProgram.PtxWithPlan(List.of(ptx), plan);
    }

    @Test
    void aRaceIsReportedOnceWithBothLinesTheRuleTheFixAndTheRunsThatShowedIt() {
        CheckReport report = check("store_after_launch.ptx", "racy.yaml");

        assertThat(report.occurrences())
                .filteredOn(each -> each.diagnostic().severity() == Severity.ERROR)
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.diagnostic().rule()).isEqualTo("MEM-3");
                    assertThat(each.diagnostic().locations())
                            .containsExactly(
                                    new SourceLocation("store_after_launch.cu", 7),
                                    new SourceLocation("store_after_launch.cu", 2));
                    assertThat(each.diagnostic().fix()).contains("store before the launch");
                    assertThat(each.runs()).hasSize(2);
                });
    }

    @ParameterizedTest
    @CsvSource({
        "blocks, racy",
        "blocks, fixed",
        "child_result, racy",
        "child_result, fixed",
        "host, host-racy",
        "host, host-fixed",
        "not_seen_by_launcher, racy",
        "shared_pointer, racy",
        "siblings, racy",
        "store_after_launch, racy",
        "threads, racy"
    })
    void runsWithoutTimeFindWhatTimedOnesFind(String ptx, String plan) {
        ProgramCheck check = ProgramCheck.of(new CheckedProgram.PtxWithPlan(
                        List.of(RACES.resolve(ptx + ".ptx")), RACES.resolve(plan + ".yaml")))
                .under(TWO_RUNS);

        List<Diagnostic> found = check.run().diagnostics();

        assertThat(found).isEqualTo(check.timed().run().diagnostics());
        assertThat(found.stream().anyMatch(each -> each.severity() == Severity.ERROR))
                .isEqualTo(plan.endsWith("racy"));
    }

    @Test
    void aProgramWhoseKernelsReadAClockIsTimed() throws IOException {
        String chain = """
            mov.u32 %r1, 0;
            again:
            ld.volatile.global.u32 %r2, [%rd1+8];
            add.u32 %r1, %r1, 1;
            setp.lt.u32 %p1, %r1, 100;
            @%p1 bra again;
            st.global.u32 [%rd1], 7;
            """;
        CheckedProgram alone = kernel(chain);
        double untimed = micros(ProgramCheck.of(alone));
        double timed = micros(ProgramCheck.of(alone).timed());

        assertThat(untimed).isLessThan(timed / 2);
        assertThat(micros(ProgramCheck.of(kernel("mov.u64 %rd2, %globaltimer; st.global.u64 [%rd1+8], %rd2;" + chain))))
                .isGreaterThan(timed / 2);
    }

    private static double micros(ProgramCheck check) {
        return check.under(TWO_RUNS).run().runs().get(0).result().orElseThrow().timeMicros();
    }

    @Test
    void aFixedProgramIsClean() {
        CheckReport report = check("store_after_launch.ptx", "fixed.yaml");

        assertThat(report.isClean(Severity.WARNING)).isTrue();
        assertThat(report.runs()).extracting(ObservedRun::ending).containsOnly(RunEnding.COMPLETED);
        assertThat(report.runs().get(0).completed()).containsEntry("fixed", 1L).containsEntry("child", 1L);
    }

    @Test
    void racesThatAProgramHasOnPurposeAreNotFoundWrong() {
        Workload meant = Workloads.installed().named("example:store-race");

        CheckReport report = ProgramCheck.of(new CheckedProgram.WorkloadWithOptions(meant, OptionValues.of(meant)))
                .under(TWO_RUNS)
                .run();

        assertThat(report.diagnostics()).noneMatch(each -> each.rule().equals("MEM-3"));
    }

    @Test
    void aWrongResultIsFound() throws IOException {
        CheckReport report = ProgramCheck.of(kernel("st.global.u32 [%rd1], 8;\n"))
                .under(TWO_RUNS)
                .run();

        assertThat(report.diagnostics()).singleElement().satisfies(each -> {
            assertThat(each.rule()).isEqualTo("CHECK-result");
            assertThat(each.message()).contains("buffer out");
        });
    }

    @Test
    void aProgramThatCanNeverEndIsReportedWithItsWaitingThreads() throws IOException {
        CheckReport report = ProgramCheck.of(kernel("""
            L:
            ld.volatile.global.u32 %r1, [%rd1];
            setp.eq.u32 %p1, %r1, 0;
            @%p1 bra L;
            """)).under(TWO_RUNS).run();

        assertThat(report.diagnostics()).extracting(Diagnostic::rule).contains("CHECK-result");
        assertThat(report.diagnostics().get(0).message()).isNotEmpty();
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

        assertThat(report.diagnostics()).extracting(Diagnostic::rule).contains("CHECK-unjudged");
        assertThat(report.runs()).extracting(ObservedRun::ending).containsExactly(RunEnding.TIMED_OUT);
    }

    @Test
    void aRunThatTakesTooManyEventsIsAProblemOnEveryComputer() throws IOException {
        CheckReport report = ProgramCheck.of(kernel("""
            mov.u32 %r1, 0;
            L:
            add.u32 %r1, %r1, 1;
            st.volatile.global.u32 [%rd1], %r1;
            bra L;
            """))
                .under(TWO_RUNS.withPolicies(List.of(LaunchPolicy.EAGER)))
                .withinEvents(1_000)
                .run();

        assertThat(report.diagnostics()).extracting(Diagnostic::rule).contains("CHECK-limit");
        assertThat(report.runs()).extracting(ObservedRun::ending).containsExactly(RunEnding.TOO_MANY_EVENTS);
    }

    @Test
    void codeForCdp1BreaksARuleOnTheDefaultGpuAndRunsOnTheOther() throws IOException {
        Path sync = Path.of("../examples/cuda");
        Path plan = Files.writeString(
                folder.resolve("plan.yaml"),
                Files.readString(sync.resolve("sync.yaml")).replaceAll("(?m)^profile:.*$", ""));

        CheckReport report = ProgramCheck.of(new CheckedProgram.PtxWithPlan(List.of(sync.resolve("sync.ptx")), plan))
                .under(RunMatrix.defaults().withPolicies(List.of(LaunchPolicy.EAGER)))
                .run();

        assertThat(report.isClean(Severity.ERROR)).isFalse();
        assertThat(report.diagnostics().get(0).rule()).isEqualTo("VER-3");
        assertThat(report.runs())
                .extracting(each -> each.conditions().gpu().name())
                .containsExactly("k20x");
        assertThat(report.skipped()).isEmpty();
    }

    @Test
    void onRequestTheViolationIsFoundBeforeTheRun() {
        Path sync = Path.of("../examples/cuda");
        CheckReport report = ProgramCheck.of(
                        new CheckedProgram.PtxWithPlan(List.of(sync.resolve("sync.ptx")), sync.resolve("sync.yaml")))
                .under(TWO_RUNS)
                .run();

        assertThat(report.diagnostics().get(0).rule()).isEqualTo("VER-3");
        assertThat(report.runs()).extracting(ObservedRun::ending).containsOnly(RunEnding.NOT_LOADED);
    }

    @Test
    void aMissingFileIsWrongInput() {
        CheckedProgram none = new CheckedProgram.PtxWithPlan(List.of(Path.of("none.ptx")), Path.of("none.yaml"));

        assertThatThrownBy(() -> ProgramCheck.of(none).run())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("none.ptx");
    }
}
