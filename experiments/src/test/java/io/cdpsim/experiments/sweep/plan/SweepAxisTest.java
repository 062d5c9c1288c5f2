package io.cdpsim.experiments.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.workloads.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SweepAxisTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "threshold=16..128:x2         | 16;32;64;128",
                "threshold=16..130:x2         | 16;32;64;128",
                "threshold=1..100:*10         | 1;10;100",
                "a=0..1:+0.25                 | 0;0.25;0.5;0.75;1",
                "a=0.1..0.3:+0.1              | 0.1;0.2;0.3",
                "seed=-1..2                   | -1;0;1;2",
                "a=1e3..4e3:+1e3              | 1000;2000;3000;4000",
                "a=7..7:x2                    | 7",
                "pool=2048,65536              | 2048;65536",
                "pool = 2048 , 65536          | 2048;65536",
                "t=0,16..64:x2,1000           | 0;16;32;64;1000",
                "l2.latency=200..300:+50 cycles                | 200 cycles;250 cycles;300 cycles",
                "l2.latency=200 cycles..300 cycles:+100 cycles | 200 cycles;300 cycles",
                "l2.latency=200cycles, 300 cycles              | 200cycles;300 cycles",
                "graph=../a.mtx,rmat:4:4:1    | ../a.mtx;rmat:4:4:1",
                "sizes=[0 KiB, 8 KiB],[16 KiB]| [0 KiB, 8 KiB];[16 KiB]",
                "name=a=b                     | a=b"
            })
    void valuesAreListsRangesOrBoth(String text, String values) {
        assertThat(SweepAxis.parse(text).values()).containsExactly(values.split(";"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "threshold          | expected NAME=VALUES",
                "=3                 | expected NAME=VALUES",
                "threshold=         | found an empty value",
                "threshold=1,,2     | found an empty value",
                "threshold=2,1,2    | the value '2' is there twice",
                "threshold=1..4:x2,2| the value '2' is there twice",
                "threshold=9..1     | the smaller number first",
                "threshold=0..8:x2  | numbers above 0",
                "threshold=1..8:x1  | a factor above 1",
                "threshold=1..8:+0  | a step above 0",
                "threshold=1..8:+-1 | a step above 0",
                "threshold=1..8:2   | expected FROM..TO:xFACTOR or FROM..TO:+STEP",
                "threshold=1..8:x   | expected FROM..TO:xFACTOR or FROM..TO:+STEP",
                "threshold=1..      | expected FROM..TO:xFACTOR or FROM..TO:+STEP",
                "a=1 ns..8 us:+1 ns | one unit for all numbers",
                "a=0..1:+1e-9       | has more than 100000 values",
                "a=1..9e9:x1.000000001 | has more than 100000 values"
            })
    void neitherListNorRangeIsRejectedWithTheReason(String text, String reason) {
        assertThatThrownBy(() -> SweepAxis.parse(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void valuesWrittenOneByOneMayBeRangesToo() {
        assertThat(SweepAxis.of("pool", List.of("64", "1..3", "a,b")).values())
                .containsExactly("64", "1", "2", "3", "a,b");
    }
}
