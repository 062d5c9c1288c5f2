package io.cdpsim.workloads.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.ResultValue;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadOption;
import io.cdpsim.workloads.Workloads;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the workloads say of themselves is true. */
class BuiltInWorkloadsTest {
    static List<Workload> workloads() {
        return Workloads.installed().all();
    }

    /** Each line: a workload, then runs that together report all it can, parted by {@code |}. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "bfs, h200 graph=grid:4 variant=warp | h200 graph=grid:4 variant=threshold threshold=3",
        "irregular, h200 sizes=constant:3:9 aggregate=warp | h200 sizes=constant:3:9 threshold=2",
        "nbody, h200 bodies=128 block=64 gpus=2 | h200 bodies=128 block=64 bulk=true cpu=true",
        "persistent, h200 ints=256 iterations=2 blocks=2",
        // On an H200 nested launches that meet a full pool are warned of (M-1).
        "pending, h200 depth=1 | h200 depth=3 pool=100",
        "recursive, k20x depth=4",
        "example:tail-pair, h200",
    })
    void aWorkloadReportsExactlyTheResultsThatItDeclares(String name, String runs) {
        Workload workload = Workloads.installed().named(name);
        Set<ResultName> reported = new HashSet<>();

        for (String run : runs.split("\\|", -1)) {
            List<String> words = List.of(run.strip().split(" ", -1));
            RunRequest request = RunRequest.of(workload, MachineSettings.of(Profiles.load(words.get(0))));
            OptionValues options = request.options();
            for (String word : words.subList(1, words.size())) {
                options = options.with(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
            }
            RunResult result = Workloads.run(workload, request.withOptions(options));
            assertThat(result.workload()).isEqualTo(name);
            result.measures().stream().map(ResultValue::result).forEach(reported::add);
        }

        assertThat(reported).containsExactlyInAnyOrderElementsOf(workload.results());
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void defaultsAreValuesOfTheirOptions(Workload workload) {
        OptionValues values = OptionValues.of(workload);
        for (WorkloadOption<?> each : workload.options()) {
            assertThat(withDefault(values, each).find(each)).isEqualTo(each.defaultValue());
        }
    }

    private static <T> OptionValues withDefault(OptionValues values, WorkloadOption<T> option) {
        return option.defaultValue().map(value -> values.with(option, value)).orElse(values);
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void helpIsWordsWithoutAFullStopToWhichChoicesAndDefaultAreAdded(Workload workload) {
        assertThat(workload.summary()).isNotBlank();
        assertThat(workload.options())
                .allSatisfy(option -> assertThat(option.help()).isNotBlank().doesNotEndWith("."));
    }
}
