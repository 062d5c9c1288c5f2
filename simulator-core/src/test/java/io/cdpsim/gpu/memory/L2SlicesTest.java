package io.cdpsim.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.read.Profiles;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What measurements/slices-h200.csv shows of the H200, and the plain mapping of profiles that say nothing of partitions. */
class L2SlicesTest {
    private static final int LINES_OF_16_KIB = 128;

    private final L2Slices h200 = new L2Slices(Profiles.load("h200").l2());
    private final L2Slices k20c = new L2Slices(Profiles.load("k20c").l2());

    @Test
    void twoSlicesTakeTheLinesOfAKibibyteInPairs() {
        int first = h200.home(0);
        int second = h200.home(2);
        assertThat(second).isNotEqualTo(first);
        assertThat(LongStream.of(1, 4, 5).mapToInt(h200::home)).containsOnly(first);
        assertThat(LongStream.of(3, 6, 7).mapToInt(h200::home)).containsOnly(second);
    }

    @Test
    void linesFourKibibytesApartAreAtHomeInDifferentPartitions() {
        assertThat(LongStream.of(1, 2, 3, 8, 31).mapToInt(h200::homePartition)).containsOnly(h200.homePartition(0));
        assertThat(h200.homePartition(32)).isNotEqualTo(h200.homePartition(0));
        assertThat(h200.homePartition(1024)).isNotEqualTo(h200.homePartition(0));
    }

    @Test
    void anSmLoadsFromItsOwnPartitionAndWritesAtHome() {
        long line = 5;
        int ofEvenSms = h200.forLoads(0, line);
        int ofOddSms = h200.forLoads(1, line);
        assertThat(h200.forLoads(130, line)).isEqualTo(ofEvenSms);
        assertThat(Math.abs(ofOddSms - ofEvenSms)).isEqualTo(h200.places());
        assertThat(h200.home(line)).isIn(ofEvenSms, ofOddSms);
    }

    @Test
    void aSliceThatServesALineTellsTheLinesHome() {
        for (long line = 0; line < 2 * LINES_OF_16_KIB; line++) {
            for (int sm = 0; sm < 2; sm++) {
                assertThat(h200.home(h200.forLoads(sm, line), line)).isEqualTo(h200.home(line));
            }
        }
    }

    @Test
    void sixteenKibibytesUseAThirdOfTheSlices() {
        assertThat(LongStream.range(0, LINES_OF_16_KIB)
                        .map(h200::home)
                        .distinct()
                        .count())
                .isEqualTo(32);
        assertThat(LongStream.range(0, LINES_OF_16_KIB)
                        .map(line -> h200.forLoads(0, line))
                        .distinct()
                        .count())
                .isEqualTo(16);
    }

    @Test
    void withoutPartitionsLinesGoToAllSlicesInTurns() {
        assertThat(k20c.partitions()).isEqualTo(1);
        assertThat(LongStream.range(0, k20c.count()).map(k20c::home).distinct().count())
                .isGreaterThanOrEqualTo(k20c.count() * 3L / 4);
        assertThat(k20c.forLoads(7, 11)).isEqualTo(k20c.home(11));
    }
}
