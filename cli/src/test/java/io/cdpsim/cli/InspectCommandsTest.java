package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsim.profile.read.Profiles;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InspectCommandsTest {
    @Test
    void differencesOfProfilesAreShownSideBySide() throws Exception {
        assertThat(CommandRun.of("profiles", "diff", "h100-sxm", "h100-pcie")
                        .out()
                        .lines())
                .anySatisfy(line -> assertThat(line).matches("sm\\.count +132 +114 +0\\.864"))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(110));
        JsonNode count = json("profiles", "diff", "h200", "k40c", "--json").get("fields");
        assertThat(count).anySatisfy(field -> {
            assertThat(field.get("path").textValue()).isEqualTo("sm.count");
            assertThat(field.get("a").get("value").textValue()).isEqualTo("132");
            assertThat(field.get("b").get("value").textValue()).isEqualTo("15");
            assertThat(field.get("ratio").doubleValue()).isEqualTo(15 / 132.0);
        });
        assertThat(CommandRun.of("profiles", "diff", "h200", "h200").out()).startsWith("no field differs");
    }

    @Test
    void theListNamesEveryProfileAndItsDynamicParallelism() {
        CommandRun run = CommandRun.of("profiles", "list");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out().lines().skip(1).map(line -> line.substring(0, line.indexOf(' '))))
                .containsExactlyElementsOf(Profiles.names());
        assertThat(run.out().lines())
                .anyMatch(line -> line.matches("h200 +9\\.0 +CDP2 +132 .*"))
                .anyMatch(line -> line.matches("k20x +3\\.5 +CDP1 +14 .*"))
                .anyMatch(line -> line.matches("gtx680 +3\\.0 +no +8 .*"));
    }

    @Test
    void theListAsJson() throws Exception {
        JsonNode profiles = json("profiles", "list", "--json").get("profiles");
        assertThat(profiles).hasSize(Profiles.names().size());
        JsonNode first = profiles.get(0);
        assertThat(first.fieldNames())
                .toIterable()
                .containsExactly("name", "description", "compute_capability", "cdp", "sms");
        assertThat(first.get("name").textValue()).isEqualTo("h200");
        assertThat(first.get("compute_capability").textValue()).isEqualTo("9.0");
        assertThat(first.get("cdp").textValue()).isEqualTo("cdp2");
        assertThat(first.get("sms").intValue()).isEqualTo(132);
    }

    @Test
    void aProfileIsShownWithUnitsSourcesAndChangedFields() {
        CommandRun run = CommandRun.of("profiles", "show", "h200", "--set", "l2.latency=300 cycles");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("h200: NVIDIA H200");
        assertThat(run.out().lines())
                .anyMatch(line -> line.matches("clock\\.core +1980 MHz +measured: .*"))
                .anyMatch(line -> line.matches("l2\\.latency +300 cycles.*"));
    }

    @Test
    void everyProfileFitsAHundredColumns() {
        for (String name : Profiles.names()) {
            assertThat(CommandRun.of("profiles", "show", name).out().lines())
                    .as(name)
                    .allMatch(line -> line.codePointCount(0, line.length()) <= 100);
        }
    }

    @Test
    void soDoesAProfileOfOnesOwnWithALongDescription(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("mine.yaml");
        String words = "a GPU of many words ".repeat(20).strip();
        Files.writeString(file, "extends: k20x\ndescription: " + words + "\n");
        String out = CommandRun.of("profiles", "show", file.toString()).out();
        assertThat(out.lines()).allMatch(line -> line.codePointCount(0, line.length()) <= 100);
        assertThat(out.replace('\n', ' ')).startsWith("mine: " + words + "  field ");
    }

    @Test
    void aProfileAsJson() throws Exception {
        JsonNode profile = json("profiles", "show", "k20x", "--json");
        assertThat(profile.get("name").textValue()).isEqualTo("k20x");
        for (JsonNode field : profile.get("fields")) {
            assertThat(field.fieldNames()).toIterable().containsExactly("path", "value", "source", "file", "line");
            assertThat(field.get("source").textValue()).isNotEmpty();
        }
    }

    // The vectors of a compute capability 9.0 SM: 64 warps, 32 blocks, 65,536 registers, 228 KiB shared of which 1 KiB
    // a block is reserved
    @ParameterizedTest
    @CsvSource({
        "256, 32, 0, 8, warps",
        "32, 16, 0, 32, blocks",
        "256, 64, 0, 4, registers",
        "128, 32, 49152, 4, shared_memory",
        "2048, 32, 0, 0, threads_per_block",
        "128, 256, 0, 0, registers_per_thread",
        "1024, 128, 0, 0, registers_per_block",
        "128, 32, 49153, 0, shared_memory_per_block"
    })
    void occupancyNamesWhatLimits(String threads, String registers, String shared, int blocks, String limiter)
            throws Exception {
        JsonNode json = json("occupancy", "--threads", threads, "--registers", registers, "--shared", shared, "--json");
        assertThat(json.get("blocks_per_sm").intValue()).isEqualTo(blocks);
        assertThat(json.get("limiter").textValue()).isEqualTo(limiter);
        assertThat(json.has("explanation")).isEqualTo(blocks == 0);
    }

    @Test
    void occupancyOfAKernelThatFits() {
        assertThat(CommandRun.of("occupancy", "--threads", "256", "--registers", "32", "--profile", "k20x"))
                .isEqualTo(new CommandRun(0, """
                    profile        k20x
                    blocks per SM  8
                    warps per SM   64 of 64
                    occupancy      100.0%
                    limited by     warps

                    limit          blocks per SM
                    warps                      8
                    blocks                    16
                    registers                  8
                    shared memory       no limit
                    """, ""));
    }

    @Test
    void occupancyExplainsWhyNoBlockFits() {
        CommandRun run = CommandRun.of("occupancy", "--threads", "128", "--registers", "32", "--shared", "60000");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("blocks per SM  0\n")
                .endsWith("\nNo block fits: a block has 60,000 bytes of shared memory, but h200 allows 49,152,"
                        + " or 232,448 with --opt-in.\n");
        assertThat(CommandRun.of("occupancy", "--threads=128", "--registers=32", "--shared=60000", "--opt-in")
                        .out())
                .contains("blocks per SM  3\n");
    }

    private static JsonNode json(String... args) throws Exception {
        CommandRun run = CommandRun.of(args);
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        return new ObjectMapper().readTree(run.out());
    }
}
