package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsim.workloads.CommonResults;
import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadOption;
import io.cdpsim.workloads.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** docs/reference/cli.md tells every option and every JSON field of the workloads that come with CDPSim. */
class DocumentedWorkloadsTest {
    private static String page() throws IOException {
        return Files.readString(DocumentedCommandsTest.root().resolve("docs/reference/cli.md"));
    }

    static List<Workload> workloads() {
        return Workloads.installed().all().stream()
                .filter(each -> !each.name().startsWith("example:"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void optionsAreInTheSectionOfTheirWorkload(Workload workload) throws IOException {
        String page = page();
        int start = page.indexOf("### `run " + workload.name() + "`");
        String section = page.substring(start, page.indexOf("\n### ", start + 1));

        for (WorkloadOption<?> each : workload.options()) {
            String words = "| `--" + each.name() + (each.isFlag() ? "" : " " + each.label()) + "` |";
            assertThat(section).contains(words);
        }
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void resultsAreNamed(Workload workload) throws IOException {
        // The page names those of the processors once for all of them.
        String page = page().replace("xeon_...", "xeon_");
        for (ResultName each : workload.results()) {
            String name = each.name().replaceAll("xeon_(x5570|e5_2670)", "xeon_");
            assertThat(page).contains("`" + name + "`");
        }
    }

    @Test
    void resultsOfEveryRunAreNamed() throws IOException {
        for (ResultName each : CommonResults.ALL) {
            assertThat(page()).contains("`" + each.name() + "`");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run pending --depth 2 --check",
                "run example:store-race --check",
                "run nbody --bodies 64 --block 64"
            })
    void jsonHasTheFieldsThatAreDeclaredAndNoOthers(String command) throws IOException {
        CommandRun run = CommandRun.of((command + " --json").split(" ", -1));

        Set<String> declared = new HashSet<>();
        CommonResults.ALL.forEach(each -> declared.add(each.name()));
        String workload = command.split(" ", -1)[1];
        Workloads.installed().named(workload).results().forEach(each -> declared.add(each.name()));
        Set<String> fields = new HashSet<>();
        new ObjectMapper().readTree(run.out()).fieldNames().forEachRemaining(fields::add);
        assertThat(declared).containsAll(fields);
        assertThat(fields).contains("time_us", "wall_ms");
    }
}
