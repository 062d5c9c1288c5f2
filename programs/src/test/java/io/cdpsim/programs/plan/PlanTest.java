package io.cdpsim.programs.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What plans do with the kernels of kinds.cu. */
class PlanTest {
    @TempDir
    private Path folder;

    private RunResult run(String plan) throws IOException {
        return run(plan, RunRequest.of(new PtxWorkload(), MachineSettings.of(Profiles.load("h200"))));
    }

    private RunResult run(String plan, RunRequest request) throws IOException {
        Path file = folder.resolve("plan.yaml");
        Files.writeString(file, plan);
        return Workloads.run(
                new PtxWorkload(),
                request.with(PtxWorkload.FILES, new PtxPaths(List.of(PtxExamples.kinds())))
                        .with(PtxWorkload.PLAN, file.toString()));
    }

    private String failure(String plan) throws IOException {
        return run(plan).failure().replace(folder + "/", "");
    }

    private String refusal(String plan) {
        try {
            String failure = run(plan).failure();
            return "not refused: " + failure;
        } catch (InvalidInputException e) {
            return String.valueOf(e.getMessage()).replace(folder + "/", "");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Only in this order is it 2 * 5 + 1. */
    @Test
    void theNodesOfAGraphFollowTheirDependencies() throws IOException {
        assertThat(failure("""
            buffers: {a: {type: s32, count: 1}}
            steps:
              - graph:
                  nodes:
                    - {kernel: store, grid: 1, block: 1, arguments: [a, 5]}
                    - {kernel: change, grid: 1, block: 1, after: [0], arguments: [a, 1]}
                    - {kernel: change, grid: 1, block: 1, after: [1], arguments: [a, 0]}
            expect: [{buffer: a, equals: 11}]
            """)).isEmpty();
    }

    @Test
    void aBufferIsFilledInEveryWayThatThereIs() throws IOException {
        Files.writeString(folder.resolve("numbers.csv"), "# five\n1, 2\n3 4;5\n");
        Files.write(folder.resolve("bytes.bin"), new byte[] {1, 0, 2, 0});
        assertThat(failure("""
            buffers:
              zero: {type: s32, count: 3}
              number: {type: f64, count: 3, fill: 2.5}
              iota: {type: u8, count: 3, fill: iota}
              formula: {type: f32, count: 3, fill: i * 0.5}
              values: {type: s16, values: [1, -2, 0x7f]}
              longer: {type: s16, values: [1, -2], count: 4}
              text: {text: "hi"}
              csv: {type: f32, file: numbers.csv}
              bin: {type: u16, file: bytes.bin}
              host: {type: s32, count: 2, fill: 9, on: host}
            steps:
              - synchronize:
            expect:
              - {buffer: zero, equals: 0}
              - {buffer: number, equals: 2.5}
              - {buffer: iota, equals: [0, 1, 2]}
              - {buffer: formula, equals: [0, 0.5, 1]}
              - {buffer: values, equals: [1, -2, 127]}
              - {buffer: longer, equals: [1, -2, 0, 0]}
              - {buffer: text, equals: [104, 105, 0]}
              - {buffer: csv, equals: i + 1}
              - {buffer: csv, equals: {file: numbers.csv}}
              - {buffer: bin, equals: [1, 2]}
              - {buffer: bin, equals: {file: bytes.bin}}
              - {buffer: host, equals: [9, 9]}
            """)).isEmpty();
    }

    @Test
    void randomNumbersFollowFromTheSeedAndStayInTheirRange() throws IOException {
        assertThat(failure("""
            buffers:
              one: {type: s32, count: 1000, random: {seed: 5, from: -3, to: 4}}
              same: {type: s32, count: 1000, random: {seed: 5, from: -3, to: 4}}
              least: {type: s32, count: 1000, fill: -3}
              real: {type: f32, count: 1000, random: {seed: 6, from: 2, to: 3}}
            steps: [{synchronize: }]
            expect:
              - {buffer: one, equals: same}
              - {buffer: one, equals: "max(-3, min(3, one[i]))"}
              - {buffer: real, equals: "max(2.0, min(3.0, real[i]))"}
            """)).isEmpty();
        assertThat(failure("""
            buffers:
              one: {type: s32, count: 1000, random: {seed: 5, from: 0, to: 10}}
              other: {type: s32, count: 1000, random: {seed: 6, from: 0, to: 10}}
            steps: [{synchronize: }]
            expect: [{buffer: one, equals: other}]
            """))
                // Nine of ten differ by chance, 900 of 1000; 5 standard deviations are 47.
                .containsPattern("in (8[5-9]\\d|9[0-4]\\d) of 1000 elements");
    }

    @Test
    void argumentsAreAddressesNumbersAndStructures() throws IOException {
        assertThat(failure("""
            buffers:
              out: {type: f64, count: 10}
              data: {type: s32, count: 8, fill: iota}
            steps:
              - launch: {kernel: types, grid: 1, block: 1, arguments: [-5, 65535, -70000, 1e12, 0.5, {f64: 0.1}, true, out]}
              - launch: {kernel: unpack, grid: 1, block: 1, arguments: [[{s8: -3}, {f64: 0.25}, {s16: [100, 20, -7]}], out + 7]}
              - launch: {kernel: store, grid: 1, block: 1, arguments: [data + 2, -1]}
              - launch: {kernel: store, grid: 1, block: 1, arguments: [{variable: counter}, {s32: 12}]}
            expect:
              - {buffer: out, equals: [-5, 65535, -70000, 1e12, 0.5, 0.1, 1, -3, 0.25, 113]}
              - {buffer: data, equals: [0, 1, -1, 3, 4, 5, 6, 7]}
              - {variable: counter, equals: 12}
            """)).isEmpty();
    }

    @Test
    void gridsAndBlocksHaveUpToThreeLengths() throws IOException {
        assertThat(failure("""
            buffers:
              data: {type: s32, count: 12, fill: -1}
            steps:
              - launch: {kernel: inner, grid: [3, 2, 2], block: [1, 1], arguments: [data]}
              - launch: {kernel: reverse, grid: 1, block: 12, shared: 48, arguments: [data]}
            expect:
              - {buffer: data, equals: 0}
            """)).isEmpty();
    }

    @Test
    void sharedMemoryIsAsLargeAsTheLaunchSays() throws IOException {
        String plan = """
            buffers:
              data: {type: s32, count: 64, fill: iota}
            steps:
              - launch: {kernel: reverse, grid: 1, block: 64, shared: %d, arguments: [data]}
            expect:
              - {buffer: data, equals: "data.first[63 - i]"}
            """;
        assertThat(failure(plan.formatted(256))).isEmpty();
        assertThat(failure(plan.formatted(252))).contains("cudaErrorIllegalAddress");
    }

    @Test
    void copiesFillsAndVariablesMoveBytes() throws IOException {
        assertThat(failure("""
            buffers:
              a: {type: s32, values: [1, 2, 3, 4]}
              b: {type: s32, count: 4, on: host}
              c: {type: s32, count: 4}
              factor: {type: f32, count: 4}
              data: {type: f32, values: [1, 2]}
            steps:
              - copy: {from: a, to: b, stream: s}
              - copy: {from: a, to: c + 2, bytes: 8}
              - synchronize: {stream: s}
              - fill: {buffer: a + 1, value: -1, bytes: 4}
              - set: {variable: factors, type: f32, values: [10, 20]}
              - read: {variable: factors, into: factor}
              - set: {variable: counter, values: [41]}
              - launch: {kernel: count_up, grid: 1, block: 1}
              - launch: {kernel: scale, grid: 1, block: 2, arguments: [data, 1]}
            expect:
              - {buffer: a, equals: [1, -1, 3, 4]}
              - {buffer: b, equals: "a.first"}
              - {buffer: c, equals: [0, 0, 1, 2]}
              - {buffer: factor, equals: [10, 20, -3, 4]}
              - {variable: counter, equals: 42}
              - {variable: letters, type: u8, equals: i + 97}
              - {buffer: data, equals: [20, 40]}
            """)).isEmpty();
    }

    @Test
    void stepsAreRepeated() throws IOException {
        assertThat(failure("""
            steps:
              - repeat:
                  times: 5
                  steps:
                    - launch: {kernel: count_up, grid: 2, block: 3}
            expect:
              - {variable: counter, equals: 7 + 5 * 6}
            """)).isEmpty();
    }

    @Test
    void whatIsPrintedIsComparedAndReported() throws IOException {
        String plan = """
            steps:
              - launch: {kernel: say, grid: 1, block: 1, arguments: [3]}
              - launch: {kernel: say, grid: 1, block: 1, arguments: [4]}
            expect:
              - {output: %s}
            """;

        RunResult result = run(plan.formatted("\"hello 3\\nhello 4\\n\""));

        assertThat(result.failure()).isEmpty();
        assertThat(result.find(PtxWorkload.PRINTED)).contains("hello 3\nhello 4\n");
        assertThat(result.find(PtxWorkload.KERNELS).orElseThrow()).startsWith("say: 2 grids, ");
        assertThat(result.grids().gridsRun()).isEqualTo(2);
        assertThat(failure(plan.formatted("{contains: \"llo 4\"}"))).isEmpty();
        assertThat(failure(plan.formatted("\"hello 3\\n\"")))
                .isEqualTo("plan.yaml:5:6: the program printed \"hello 3\\nhello 4\\n\", expected \"hello 3\\n\"");
    }

    @Test
    void aDifferenceIsShownWithItsPlaceAndTheNumberOfOthers() throws IOException {
        assertThat(failure("""
            buffers:
              a: {type: s32, values: [5, 6, 7, 8]}
              x: {type: f32, values: [1, 2.5]}
            steps: [{synchronize: }]
            expect:
              - {buffer: a, equals: "a.first[i] - i / 2"}
              - {buffer: x, equals: "i + 1"}
              - {buffer: x, equals: [1.01, 2.49], tolerance: 0.011}
            """)).isEqualTo("""
                plan.yaml:6:6: buffer a is not as expected in 2 of 4 elements, the first at 2: found 7, expected 6
                plan.yaml:7:6: buffer x is not as expected in 1 of 2 elements, the first at 1: found 2.5, expected 2.0\
                """);
    }

    @Test
    void aToleranceIsTimesTheWantedValueWhereThatIsAboveOne() throws IOException {
        String plan = """
            buffers:
              x: {type: f64, values: [1010]}
            steps: [{synchronize: }]
            expect: [{buffer: x, equals: 1000, tolerance: %s}]
            """;
        assertThat(failure(plan.formatted("0.011"))).isEmpty();
        assertThat(failure(plan.formatted("0.009"))).isNotEmpty();
    }

    @Test
    void notANumberEqualsItself() throws IOException {
        assertThat(failure("""
            buffers:
              x: {type: f32, values: [nan, -inf]}
            steps: [{synchronize: }]
            expect:
              - {buffer: x, equals: [nan, -inf]}
              - {buffer: x, equals: x.first}
            """)).isEmpty();
    }

    @Test
    void anErrorIsAFailureUnlessItIsExpected() throws IOException {
        String fault = """
            buffers:
              a: {type: s32, count: 1}
            steps:
              - launch: {kernel: store, grid: 1, block: 1, arguments: [0, 1]}
              - synchronize:
            %s
            """;
        assertThat(failure(fault.formatted("")))
                .startsWith("plan.yaml:5:5: the synchronisation gave cudaErrorIllegalAddress: ");
        assertThat(failure(fault.formatted("expect: [{error: cudaErrorIllegalAddress}]")))
                .isEmpty();
        assertThat(failure(fault.formatted("expect: [{error: cudaErrorAssert}]")))
                .contains("expected cudaErrorAssert, but plan.yaml:5:5: the synchronisation gave"
                        + " cudaErrorIllegalAddress");
        assertThat(failure(fault.formatted("    expect_error: illegalAddress"))).isEmpty();
    }

    @Test
    void anErrorThatIsExpectedMustCome() throws IOException {
        assertThat(failure("""
            steps:
              - launch: {kernel: count_up, grid: 1, block: 1}
              - synchronize: {expect_error: cudaErrorLaunchFailure}
            expect: [{error: cudaErrorLaunchFailure}]
            """)).isEqualTo("""
                plan.yaml:3:5: the synchronisation gave cudaSuccess, expected cudaErrorLaunchFailure
                plan.yaml:4:11: expected cudaErrorLaunchFailure, but no call gave an error\
                """);
    }

    @Test
    void aLaunchThatCannotBeMetGivesItsError() throws IOException {
        assertThat(failure("""
            steps:
              - launch: {kernel: count_up, grid: 1, block: 2000}
                expect_error: cudaErrorInvalidValue
              - launch: {kernel: count_up, grid: 1, block: 1}
            expect: [{variable: counter, equals: 8}]
            """)).isEmpty();
        assertThat(failure("steps: [{launch: {kernel: count_up, grid: 1, block: 2000}}]"))
                .contains("plan.yaml:1:10: launch of count_up with 1 blocks of 2000 threads")
                .endsWith("cudaErrorInvalidValue");
    }

    @Test
    void limitsAreSetAndTheCommandLineCountsMore() throws IOException {
        String plan = """
            limits: {pending_launches: 64, stack_bytes: 2048, heap_bytes: 16777216, printf_fifo_bytes: 2097152}
            steps: [{launch: {kernel: count_up, grid: 1, block: 1}}]
            """;
        RunRequest request = RunRequest.of(
                new PtxWorkload(), MachineSettings.of(Profiles.load("h200")).withPendingLaunches(128));

        assertThat(run(plan).grids().poolSize()).isEqualTo(64);
        assertThat(run(plan, request).grids().poolSize()).isEqualTo(128);
        assertThat(refusal(plan.replace("heap_bytes: 16777216", "sync_depth: 3")))
                .startsWith("plan.yaml:1:51: the device does not take sync_depth 3: cudaErrorUnsupportedLimit");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "step: []                                   | plan.yaml:1:1: unknown key 'step' of a plan; did you"
                        + " mean 'steps'?",
                "steps: []                                  | plan.yaml:1:1: a plan lacks 'steps' with a launch",
                "[1]                                        | plan.yaml:1:1: found a list, expected a plan, which has"
                        + " profile, limits, buffers, steps, expect",
                "steps: 3                                   | plan.yaml:1:8: found '3', expected a list of steps",
                "steps: [{lunch: 1}]                        | plan.yaml:1:10: unknown key 'lunch' of a step; did you"
                        + " mean 'launch'?",
                "steps: [{graph: {nodes: [{kernel: say, grid: 1, block: 1, after: [0]}]}}] | plan.yaml:1:66: the first"
                        + " node has no earlier node; leave 'after' out",
                "steps: [{graph: {launch: false, nodes: []}}] | plan.yaml:1:10: only device code could launch this"
                        + " graph; add device: true, or launch it here",
                "steps: [{launch: {kernel: say, grid: 1, block: 1, arguments: [{graph: g}]}}] | plan.yaml:1:71: no step"
                        + " before makes a graph 'g'; there is none",
                "steps: [{launch: {grid: 1, block: 1}}]     | plan.yaml:1:18: a launch lacks 'kernel'",
                "steps: [{launch: {kernel: scael, grid: 1, block: 1}}] | plan.yaml:1:27: unknown kernel 'scael'; did"
                        + " you mean 'scale'?",
                "steps: [{launch: {kernel: scale, grid: 1, block: 1}}] | plan.yaml:1:10: found 0 arguments, but kernel"
                        + " scale takes 2: .u64, .u32",
                "steps: [{launch: {kernel: say, grid: x, block: 1}}] | plan.yaml:1:38: found 'x', expected a whole"
                        + " number from 0 to 2147483647",
                "steps: [{launch: {kernel: say, grid: [1, 2, 3, 4], block: 1}}] | plan.yaml:1:38: found 4 lengths,"
                        + " expected x, or [x, y], or [x, y, z]",
                "steps: [{launch: {kernel: say, grid: 1, block: 1, arguments: [1.5]}}] | plan.yaml:1:63: parameter 1"
                        + " of kernel say is .u32: 1.5 is not a number of .u32",
                "steps: [{launch: {kernel: say, grid: 1, block: 1, arguments: [{f64: 1}]}}] | plan.yaml:1:64:"
                        + " parameter 1 of kernel say is .u32: found a number of type .f64",
                "steps: [{launch: {kernel: say, grid: 1, block: 1, arguments: [n]}}] | plan.yaml:1:63: unknown buffer"
                        + " 'n'; there is none",
                "steps: [{launch: {kernel: say, grid: 1, block: 1, arguments: [a b]}}] | plan.yaml:1:63: found 'a b',"
                        + " expected a buffer such as a, an element's address such as a + 4, or a number",
                "steps: [{synchronize: {stream: s}}]        | plan.yaml:1:32: no step before puts work into stream"
                        + " 's'; there is none",
                "steps: [{synchronize: , copy: {}}]         | plan.yaml:1:25: found 'copy' beside 'synchronize',"
                        + " expected one of them",
                "steps: [{synchronize: {expect_error: cudaErrorAsert}}] | plan.yaml:1:38: unknown error"
                        + " 'cudaErrorAsert'; did you mean 'cudaErrorAssert'?",
                "steps: [{set: {variable: counter, values: [1, 2]}}] | plan.yaml:1:10: found 2 values of .u32, but"
                        + " variable counter has 4 bytes",
                "steps: [{limit: {stack: 1}}]               | plan.yaml:1:18: unknown key 'stack' of limits, expected"
                        + " one of pending_launches, stack_bytes, heap_bytes, printf_fifo_bytes, sync_depth",
                "steps: [&a {synchronize: }]                | plan.yaml:1:9: found a YAML anchor or alias, expected"
                        + " the value itself; put a text in quotes",
            })
    void aWrongStepIsReportedWithItsPlaceAndTheFix(String plan, String message) {
        assertThat(refusal(plan)).isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "i: {type: s32, count: 1}                 | plan.yaml:2:3: found 'i', expected a name of letters,"
                        + " digits and '_' that is not 'i', which is the index in formulas",
                "a: {count: 1}                            | plan.yaml:2:6: buffer a lacks 'type', such as f32 or s32",
                "a: {type: int, count: 1}                 | plan.yaml:2:13: unknown type 'int', expected one of s8,"
                        + " u8, s16, u16, s32, u32, s64, u64, f32, f64",
                "a: {type: f23, count: 1}                 | plan.yaml:2:13: unknown type 'f23'; did you mean 'f32'?",
                "a: {type: s32}                           | plan.yaml:2:6: buffer a lacks 'count'",
                "a: {type: s32, count: 0}                 | plan.yaml:2:25: found '0', expected a whole number from 1"
                        + " to 1099511627776",
                "a: {type: s8, values: [300]}             | plan.yaml:2:25: element 0: 300 does not fit into .s8",
                "a: {type: s8, values: [x]}               | plan.yaml:2:26: found 'x', expected a number",
                "a: {type: s8, values: [1], fill: 1}      | plan.yaml:2:30: found 'fill' beside 'values', expected one"
                        + " of them",
                "a: {type: s32, count: 4, fill: b}        | plan.yaml:2:34: 'b' is not defined here, expected a formula"
                        + " in i; a buffer is filled with zero, iota, a number or a formula in i",
                "a: {type: s32, text: hi}                 | plan.yaml:2:24: found 'hi' for elements of 4 bytes,"
                        + " expected a text, whose elements are u8 or s8",
                "a: {type: s32, file: none.csv}           | plan.yaml:2:24: cannot read none.csv: there is no such"
                        + " file or folder",
                "a: {type: s32, count: 1, on: moon}       | plan.yaml:2:32: found 'moon', expected one of device, host",
                "a: {type: s8, count: 1, random: {to: 300}} | plan.yaml:2:35: numbers from 0.0 to 300.0 do not fit"
                        + " into s8",
                "a: {type: f32, count: 1, random: {from: 2}} | plan.yaml:2:36: found numbers from 2.0 to 1.0, expected"
                        + " the smaller first",
            })
    void aWrongBufferIsReportedWithItsPlaceAndTheFix(String buffer, String message) {
        assertThat(refusal("buffers:\n  " + buffer + "\nsteps: [{synchronize: }]\n"))
                .isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{buffer: b, equals: 1}        | plan.yaml:3:19: unknown buffer 'b', expected one of a",
                "{buffer: a}                   | plan.yaml:3:10: an expectation lacks 'equals'",
                "{buffer: a, equals: [1]}      | plan.yaml:3:30: found 1 numbers, but plan.yaml:3:11: buffer a has 2"
                        + " elements",
                "{buffer: a, equals: b + 1}    | plan.yaml:3:30: unknown buffer 'b', expected one of a",
                "{buffer: a, equals: 1 +}      | plan.yaml:3:30: found the end at character 4 of '1 +', expected a"
                        + " number, a name or '('",
                "{buffer: a, equals: 1, type: s8} | plan.yaml:3:33: 'type' has no effect beside 'buffer'",
                "{buffer: a, equals: 1, tolerance: -1} | plan.yaml:3:44: found -1.0, expected 0 or more",
                "{variable: conter, equals: 1} | plan.yaml:3:21: unknown variable 'conter'; did you mean 'counter'?",
                "{variable: letters, type: s32, equals: 1} | plan.yaml:3:11: variable letters has 3 bytes, which are"
                        + " not a whole number of elements of 4",
                "{error: 99999}                | plan.yaml:3:18: unknown error '99999'; 'cdpsim errors' lists them",
            })
    void aWrongExpectationIsAnsweredBeforeAnythingRuns(String expectation, String message) {
        assertThat(refusal("buffers: {a: {type: s32, count: 2}}\nsteps: [{synchronize: }]\nexpect: [" + expectation
                        + "]\n"))
                .isEqualTo(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a[i + 1]", "1 / i"})
    void aFormulaWithoutAValueIsAnsweredWithItsPlace(String formula) {
        assertThat(refusal(
                        "buffers: {a: {type: s32, count: 2}}\nsteps: [{synchronize: }]\nexpect: [{buffer: a, equals: \""
                                + formula + "\"}]\n"))
                .startsWith("plan.yaml:3:30: ")
                .contains("where i is ");
    }

    @Test
    void theFilesAndThePlanMustBeGiven() {
        RunRequest request = RunRequest.of(new PtxWorkload(), MachineSettings.of(Profiles.load("h200")));

        assertThatThrownBy(() -> Workloads.run(new PtxWorkload(), request))
                .hasMessage("ptx lacks the files to run: give .ptx files");
        assertThatThrownBy(() -> Workloads.run(
                        new PtxWorkload(), request.with(PtxWorkload.FILES, new PtxPaths(List.of(PtxExamples.kinds())))))
                .hasMessage("ptx lacks --plan FILE, which says what to launch");
    }
}
