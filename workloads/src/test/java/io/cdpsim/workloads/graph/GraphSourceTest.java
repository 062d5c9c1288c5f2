package io.cdpsim.workloads.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphSourceTest {
    @Test
    void leftOutEdgeFactorAndSeedTakeTheirDefaults() {
        assertThat(GraphSource.parse("rmat:14")).isEqualTo(new GraphSource.Rmat(14, 16, 1));
        assertThat(GraphSource.parse("rmat:14:4")).isEqualTo(new GraphSource.Rmat(14, 4, 1));
        assertThat(GraphSource.parse("rmat:14:4:9")).isEqualTo(new GraphSource.Rmat(14, 4, 9));
        assertThat(GraphSource.parse("uniform:14")).isEqualTo(new GraphSource.Uniform(14, 8, 1));
        assertThat(GraphSource.parse("grid:9")).isEqualTo(new GraphSource.Grid(9));
        assertThat(GraphSource.parse("star:2:3")).isEqualTo(new GraphSource.Star(2, 3));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rmat:29          | rmat:29: the scale is '29', expected a whole number from 1 to 28",
                "rmat:x           | rmat:x: the scale is 'x', expected a whole number from 1 to 28",
                "rmat:0           | rmat:0: the scale is '0', expected a whole number from 1 to 28",
                "rmat:4:-5        | rmat:4:-5: the edge factor is '-5', expected a whole number from 1",
                "rmat:4:5:-1      | rmat:4:5:-1: the seed is '-1', expected a whole number from 0 to 2^64-1",
                "rmat:4:5:6:7     | rmat:4:5:6:7: has too many numbers, expected rmat:SCALE[:EDGEFACTOR[:SEED]]",
                "uniform:         | uniform:: the scale is '', expected a whole number",
                "grid:3000000000  | the side is '3000000000', expected a whole number from 1 to 2147483647: grid:SIDE",
                "star:5           | star:5: has too few numbers, expected star:HUBS:LEAVES",
                "torus:5          | torus:5: unknown graph generator 'torus', and no such file, expected rmat:SCALE",
                "no/such.mtx      | no/such.mtx: no such graph file, expected rmat:SCALE",
                "rmat             | rmat: no such graph file, expected rmat:SCALE",
                "' '              | the graph is empty, expected rmat:SCALE",
            })
    void aWrongSpecIsReportedInOneLine(String spec, String message) {
        assertThatThrownBy(() -> GraphSource.parse(spec))
                .isInstanceOf(GraphFormatException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void controlCharactersOfASpecDoNotReachTheTerminal() {
        assertThatThrownBy(() -> GraphSource.parse("a\u001b[31m\n"))
                .isInstanceOf(GraphFormatException.class)
                .hasMessageStartingWith("a\\x1b[31m\\x0a: no such graph file");
        assertThatThrownBy(() -> GraphSource.parse("a\0b"))
                .isInstanceOf(GraphFormatException.class)
                .hasMessageStartingWith("a\\x00b: not a path");
    }
}
