package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorsCommandTest {
    @Test
    void theListHoldsBothNumbersAndWhetherAnErrorIsSticky() {
        CommandRun run = CommandRun.of("errors");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out().lines())
                .anyMatch(line -> line.matches(" +701 +7 +cudaErrorLaunchOutOfResources +The .*"))
                .anyMatch(line -> line.matches(" +700 +77 +cudaErrorIllegalAddress +sticky +A thread .*"))
                .anyMatch(line -> line.matches(" +812 +- +cudaErrorCdpVersionMismatch +One .*"));
    }

    // The codes that leave the context lost, by the reference of the CUDA runtime
    @Test
    void exactlyTheFaultsAreSticky() throws Exception {
        List<Integer> sticky = new ArrayList<>();
        for (JsonNode error : json("errors", "--json")) {
            if (error.get("sticky").booleanValue()) {
                sticky.add(error.get("code").intValue());
            }
        }
        assertThat(sticky).containsExactly(700, 702, 710, 714, 715, 716, 717, 718, 719);
    }

    @ParameterizedTest
    @ValueSource(strings = {"69", "cudaErrorLaunchPendingCountExceeded", "launchpendingcountexceeded"})
    void anErrorIsFoundByNumberAndByName(String wanted) throws Exception {
        JsonNode errors = json("errors", wanted, "--json");
        assertThat(errors).hasSize(1);
        assertThat(errors.get(0).fieldNames())
                .toIterable()
                .containsExactly("name", "code", "code_before_10_1", "sticky", "meaning", "arises");
        assertThat(errors.get(0).get("code").intValue()).isEqualTo(69);
    }

    @Test
    void anErrorIsExplained() {
        assertThat(CommandRun.of("errors", "66")).isEqualTo(new CommandRun(0, """
            cudaErrorLaunchFileScopedTex
            number   66 since CUDA 10.1, 66 up to CUDA 10.0
            meaning  A kernel launched by the device uses a texture reference of its module.
            arises   A launch by device code; the same kernel may be launched by the host. The child does not run.
            sticky   no: later calls work
            """, ""));
    }

    @ParameterizedTest
    @CsvSource({"1, cudaErrorInvalidValue cudaErrorMissingConfiguration", "7, cudaErrorLaunchOutOfResources"})
    void aNumberThatMeantSomethingElseBeforeGivesBoth(String number, String names) throws Exception {
        List<String> found = new ArrayList<>();
        json("errors", number, "--json")
                .forEach(each -> found.add(each.get("name").textValue()));
        assertThat(String.join(" ", found)).isEqualTo(names);
    }

    @Test
    void aNameOfNoErrorIsRejected() {
        CommandRun run = CommandRun.of("errors", "cudaErrorTired");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("found 'cudaErrorTired'").contains("'cdpsim errors' lists them");
    }

    private static JsonNode json(String... args) throws Exception {
        CommandRun run = CommandRun.of(args);
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        return new ObjectMapper().readTree(run.out()).get("errors");
    }
}
