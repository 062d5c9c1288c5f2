package io.cdpsim.experiments.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.experiments.sweep.Sweeps;
import io.cdpsim.workloads.InvalidInputException;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SweepFileTest {
    @Test
    void aFileSaysWhatACommandLineSays() {
        SweepSpecification read = SweepFile.parse("s.yaml", """
            # which threshold
            workload: bfs
            repeat: 3
            sample: 20
            fixed:
              graph: rmat:10:16:1
              strict: true
              sm.shared_configurations: [0 KiB, 8 KiB]
            vary:
              threshold: 16..64:x2
              pool: [2048, 65536]
              profile: k40c,h200
              launch.fire_and_forget.base: [5000, 10000..10200:+100 cycles]
            """);

        assertThat(read)
                .isEqualTo(Sweeps.question(
                        "bfs",
                        3,
                        OptionalInt.of(20),
                        ":graph=rmat:10:16:1",
                        ":strict=true",
                        ":sm.shared_configurations=[0 KiB, 8 KiB]",
                        "threshold=16,32,64",
                        "pool=2048,65536",
                        "profile=k40c,h200",
                        "launch.fire_and_forget.base=5000,10000 cycles,10100 cycles,10200 cycles"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                    | s.yaml:1:1: a sweep (options belong below 'fixed:' or"
                        + " 'vary:') lacks 'workload'",
                "- bfs                                 | s.yaml:1:1: found a list, expected a sweep",
                "vary: {a: 1}                          | lacks 'workload'",
                "workload: bfs                         | s.yaml: nothing varies",
                "wrkload: bfs                          | s.yaml:1:1: unknown key 'wrkload' of a sweep",
                "wrkload: bfs                          | did you mean 'workload'?",
                "threshold: 5                          | (options belong below 'fixed:' or 'vary:'), expected one of"
                        + " workload, fixed, vary, repeat, sample",
                "workload: [bfs]                       | s.yaml:1:11: found a list, expected the name of a workload",
                "workload: bfs~workload: bfs           | s.yaml:2:1: found 'workload' a second time, expected it once",
                "workload: bfs~repeat: 0               | s.yaml:2:9: found '0', expected a whole number from 1",
                "workload: bfs~sample: many            | s.yaml:2:9: found 'many', expected a whole number from 1",
                "workload: bfs~vary: 3                 | s.yaml:2:7: found '3', expected values by name below 'vary:'",
                "workload: bfs~vary:~  a: 5..1         | s.yaml:3:3: a: found '5..1', expected the smaller number"
                        + " first",
                "workload: bfs~vary:~  a:              | s.yaml:3:5: found nothing, expected values of 'a'",
                "workload: bfs~vary:~  a: [[1]]        | found a list, expected plain values of 'a'",
                "workload: bfs~vary:~  l2: {latency: 3}| a field of the profile is one name with dots: l2.latency",
                "workload: bfs~vary:~  a: 1~  a: 2     | s.yaml:4:3: found 'a' a second time",
                "workload: bfs~vary:~  a: [&x 1, *x]   | found a YAML anchor or alias",
                "workload: bfs~vary: {a: 1~            | s.yaml:2:12: not valid YAML",
                "workload: bfs~---~workload: bfs       | expected one in a file"
            })
    void whatIsWrongIsNamedWithItsLineAndWhatIsExpected(String text, String reason) {
        assertThatThrownBy(() -> SweepFile.parse("s.yaml", text.replace('~', '\n')))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(reason);
    }
}
