package io.cdpsim.semantics.check.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.programs.exec.process.ProgramSettings.ProgramWrapper;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Workloads;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expectations of runs of a parent with four children and a tail launch, whose numbers its source shows: examples/cuda/family.cu. */
class ScenarioCheckTest {
    private static final Path FOLDER = Path.of("../examples/check");
    private static final String FAMILY = """
        ptx: ../cuda/family.ptx
        plan: ../cuda/family.yaml
        runs: {policies: eager}
        expect: {%s}
        """;
    private static final String STAR = """
        workload: bfs
        options: {graph: "star:2:64", variant: cdp, pool: %s}
        runs: {policies: eager}
        expect: {%s}
        """;

    private static final Workloads WORKLOADS = Workloads.installed();

    private static ScenarioOutcome check(String text) {
        List<CheckScenario> scenarios = new ScenarioReader(WORKLOADS).read("s.check.yaml", text, FOLDER);
        assertThat(scenarios).hasSize(1);
        return new ScenarioCheck(ProgramWrapper.NONE).run(scenarios.get(0));
    }

    private static List<String> errors(ScenarioOutcome outcome) {
        return outcome.occurrences().stream()
                .map(each -> each.diagnostic())
                .filter(each -> each.severity() == Severity.ERROR)
                .map(Diagnostic::message)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
        result: correct
        races: none
        warnings: none
        errors: none
        'counts: {parent: 1, child: 4, add_up: 1, none: 0}'
        'counts: {child: 3..5, parent: 1..}'
        orders: [add_up after child]
        orders: [child before add_up]
        output: "sum of 128 squares: 690880\\n"
        output: {contains: "690880"}
        output: {matches: "^sum of \\\\d+ squares"}
        'results: {failed_launches: 0, child_launches: 5, expectations: 4}'
        keeps: [MEM-*, TAIL-1]
        time: 1..1000 us
        """)
    void whatIsSoHolds(String expectation) {
        assertThat(errors(check(FAMILY.formatted(expectation.replace("'", "")))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
        result: wrong                      => expected the result to be wrong, but it was correct
        result: stuck                      => expected the result to be stuck, but it was correct
        exit: 0                            => expected exit code 0, but there is none
        races: [MEM-3]                     => expected a race by MEM-3, but none of the 1 runs showed it
        warnings: [POOL-6]                 => expected a warning by POOL-6, but none of the 1 runs showed it
        errors: [cudaErrorInvalidValue]    => expected cudaErrorInvalidValue, but found no error
        counts: {child: 3}                 => expected 3 grids of child, but 4 ran; what ran: {add_up=1, child=4, parent=1}
        counts: {child: 5..}               => expected 5.. grids of child, but 4 ran; what ran: {add_up=1, child=4, parent=1}
        orders: [child after add_up]       => expected child after add_up, but child starts before add_up is complete
        orders: [none after child]         => expected none after child, but no grid of none ran
        output: "sum"                      => expected the output "sum", but it was "sum of 128 squares: 690880"
        output: {contains: "x"}            => expected output with "x", but it was "sum of 128 squares: 690880"
        results: {child_launches: 4}       => expected child_launches to be 4, but it was 5
        """)
    void aMismatchIsReportedWithTheObservedValue(String expectation, String told) {
        assertThat(errors(check(FAMILY.formatted(expectation)))).containsExactly(told);
    }

    @Test
    void theTimeIsHeldAgainstABandAndTheBandAgainstTheModelsError() {
        assertThat(errors(check(FAMILY.formatted("time: 1..2 ns"))))
                .singleElement()
                .asString()
                .startsWith("expected a time of 0.001000 to 0.002000 us, but it took ");
        ScenarioOutcome one = check(STAR.formatted("2048", "time: 1 us"));
        assertThat(errors(one)).singleElement().asString().endsWith(" us, beyond the error of the model");
        String time = one.edits().get(0).value();
        double micros = Double.parseDouble(time.replace(" us", ""));
        assertThat(errors(check(STAR.formatted("2048", "time: " + time)))).isEmpty();
        ScenarioOutcome narrow =
                check(STAR.formatted("2048", "time: " + (micros - 0.1) + ".." + (micros + 0.1) + " us"));
        assertThat(errors(narrow)).isEmpty();
        assertThat(narrow.notes()).singleElement().asString().contains("narrower than the model's mean error");
    }

    @Test
    void aTimeAloneNeedsAnErrorThatIsKnown() {
        assertThatThrownBy(() -> check(FAMILY.formatted("time: 50 us")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(
                        "s.check.yaml:4:10: the error of a time is unknown, since nothing comparable was measured on"
                                + " h200")
                .hasMessageContaining("give a range");
    }

    @Test
    void aPoolThatOverflowsFailsWhatSaysNothingOfIt() {
        assertThat(errors(check(STAR.formatted("1", "result: correct"))))
                .singleElement()
                .asString()
                .contains("failed with");
        String said =
                "warnings: [POOL-6], errors: [cudaErrorLaunchPendingCountExceeded], results: {failed_launches: 1..}";
        assertThat(errors(check(STAR.formatted("1", said)))).isEmpty();
    }

    @Test
    void aRaceThatIsExpectedHoldsByItsRuleAndItsLine() {
        String text = """
            ptx: ../cuda/races/store_after_launch.ptx
            plan: ../cuda/races/racy.yaml
            runs: {policies: eager}
            expect: {races: %s}
            """;
        assertThat(errors(check(text.formatted("[MEM-3]")))).isEmpty();
        assertThat(errors(check(text.formatted("[MEM-3 at store_after_launch.cu:7]"))))
                .isEmpty();
        assertThat(errors(check(text.formatted("[MEM-3 at store_after_launch.cu:8]"))))
                .containsExactlyInAnyOrder(
                        "expected a race by MEM-3 at store_after_launch.cu:8, but none of the 1 runs showed it",
                        "a parent's store after a launch races with the child (racy and child)");
        ScenarioOutcome none = check(text.formatted("none"));
        assertThat(errors(none))
                .containsExactly("a parent's store after a launch races with the child (racy and child)");
        assertThat(none.edits()).extracting(ExpectationEdit::value).containsExactly("[MEM-3]");
    }

    @Test
    void aRaceThatAProgramMeansMayBeExpected() {
        assertThat(errors(check("workload: example:store-race\nruns: {policies: eager}\nexpect: {races: [MEM-3]}")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", textBlock = """
        verdict: Ok, observation: Sometimes   =>
        verdict: No                           => expected verdict to be No, but it is Ok
        observation: Never                    => expected observation to be Never, but it is Sometimes
        """)
    void aLitmusScenarioExpectsItsVerdict(String expectation, String told) {
        List<String> errors = errors(check("litmus: builtin:MP-weak\nexpect: {" + expectation + "}"));
        assertThat(errors).isEqualTo(told == null ? List.of() : List.of(told));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
        program: none.cu                               => s.check.yaml:1:10: there is no file ../examples/check/none.cu; names are looked up from the scenario's folder
        workload: bsf                                  => s.check.yaml:1:11: unknown workload 'bsf'; did you mean 'bfs'?
        workload: bfs\\noptions: {grahp: x}            => s.check.yaml:2:11: unknown option 'grahp' of bfs; did you mean 'graph'?
        workload: bfs\\noptions: {pool: x}             => s.check.yaml:2:11: bfs: option 'pool': found 'x', expected a whole number from 1 to 2147483647
        workload: bfs\\nexpects: {}                    => s.check.yaml:2:1: unknown key 'expects' of a scenario; did you mean 'expect'?
        workload: bfs\\nexpect: {exit: x}              => s.check.yaml:2:16: found 'x', expected a whole number from 0 to 255
        workload: bfs\\nexpect: {races: MEM-3}         => s.check.yaml:2:17: found 'MEM-3', expected 'none', or a list of rules
        workload: bfs\\nexpect: {races: [MEM3]}        => s.check.yaml:2:18: found 'MEM3', expected a rule such as MEM-12, or MEM-12 at prog.cu:6
        workload: bfs\\nexpect: {counts: {a: 3..2}}    => s.check.yaml:2:22: found '3..2', whose end is less than its start
        workload: bfs\\nexpect: {orders: [a then b]}   => s.check.yaml:2:19: found 'a then b', expected an order such as 'b after a' or 'a before b'
        workload: bfs\\nexpect: {time: 50}             => s.check.yaml:2:16: found '50', expected a time such as '50 us', or a range such as '40..60 us'
        workload: bfs\\nexpect: {output: {matches: "("}} => s.check.yaml:2:28: found '(', expected a regular expression: Unclosed group
        workload: bfs\\nexpect: {errors: [cudaErrorInvalidValu]} => s.check.yaml:2:19: found 'cudaErrorInvalidValu', which is not a known CUDA error; did you mean 'cudaErrorInvalidValue'?
        workload: bfs\\nruns: {policies: lasy}         => s.check.yaml:2:18: found 'lasy'; did you mean 'lazy'?
        workload: bfs\\nruns: {seeds: 4..1}            => s.check.yaml:2:15: found '4..1', expected 1 to 1000 seeds such as 1..4
        workload: bfs\\nruns: {limit: 10}              => s.check.yaml:2:15: found '10', expected a time such as '10 s'
        workload: bfs\\nruns: {profiles: h20}          => s.check.yaml:2:18: unknown profile 'h20'
        workload: bfs\\nplan: a.yaml                   => s.check.yaml:2:1: 'plan' does not apply to workload, remove it
        ptx: ../cuda/family.ptx                        => s.check.yaml:1:1: a scenario lacks 'plan'
        litmus: builtin:NONE                           => s.check.yaml:1:9: builtin:NONE
        litmus: builtin:MP-weak\\nexpect: {verdict: ok} => s.check.yaml:2:19: found 'ok'; did you mean 'Ok'?
        name: a                                        => s.check.yaml:1:1: a scenario lacks one of program, ptx, workload, litmus
        scenarios: []                                  => s.check.yaml:1:12: found no scenario, expected at least one
        a: [                                           => s.check.yaml:1:5: not valid YAML
        """)
    void aMistakeIsReportedWithItsPlaceAndItsFix(String text, String message) {
        assertThatThrownBy(() -> check(text.replace("\\n", "\n")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(message);
    }
}
