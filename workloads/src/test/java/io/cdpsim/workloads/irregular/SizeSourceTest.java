package io.cdpsim.workloads.irregular;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.workloads.InvalidInputException;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Distributions are compared with their means and probabilities in closed form, within five standard errors. */
class SizeSourceTest {
    private static final int MANY = 200_000;

    private static ItemSizes sizes(String spec) {
        return SizeSource.parse(spec, Optional.empty()).load(3);
    }

    private static double share(ItemSizes sizes, int size) {
        long count = IntStream.range(0, sizes.parents())
                .filter(i -> sizes.size(i) == size)
                .count();
        return (double) count / sizes.parents();
    }

    @Test
    void constantSizesAreAllAlike() {
        ItemSizes sizes = sizes("constant:7:50");

        assertThat(sizes.parents()).isEqualTo(50);
        assertThat(IntStream.range(0, 50).map(sizes::size)).containsOnly(7);
        assertThat(sizes.total()).isEqualTo(350);
    }

    @Test
    void uniformSizesFillTheirRangeEvenly() {
        ItemSizes sizes = sizes("uniform:3:6:" + MANY);

        for (int size = 3; size <= 6; size++) {
            assertThat(share(sizes, size)).isCloseTo(0.25, within(0.005));
        }
        assertThat(sizes.most()).isEqualTo(6);
    }

    @Test
    void zipfSizesFollowThePowerLaw() {
        ItemSizes sizes = sizes("zipf:2:" + MANY + ":4");
        double all = 1 + 1 / 4.0 + 1 / 9.0 + 1 / 16.0;

        for (int size = 1; size <= 4; size++) {
            assertThat(share(sizes, size)).isCloseTo(1.0 / (size * size) / all, within(0.006));
        }
        assertThat(share(sizes, 0)).isZero();
        assertThat(sizes("zipf:0:" + MANY + ":9").mean()).isCloseTo(5, within(0.03));
    }

    @Test
    void bimodalSizesAreOneOfTwo() {
        ItemSizes sizes = sizes("bimodal:4:1000:0.05:" + MANY);

        assertThat(share(sizes, 1000)).isCloseTo(0.05, within(0.0025));
        assertThat(share(sizes, 4) + share(sizes, 1000)).isEqualTo(1, within(1e-12));
    }

    @Test
    void exponentialSizesHaveTheirMeanAndHalveRegularly() {
        ItemSizes sizes = sizes("exponential:1:" + MANY);

        // With a mean of 1 each size is half as likely as the one before.
        assertThat(sizes.mean()).isCloseTo(1, within(0.016));
        assertThat(share(sizes, 0)).isCloseTo(0.5, within(0.006));
        assertThat(share(sizes, 2)).isCloseTo(0.125, within(0.004));
        assertThat(sizes("exponential:250.5:" + MANY).mean()).isCloseTo(250.5, within(2.9));
        assertThat(sizes("exponential:0:9").total()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"uniform:0:99:40", "zipf:1.5:40", "bimodal:1:9:0.5:40", "exponential:30:40"})
    void aSeedAlwaysDrawsTheSame(String spec) {
        SizeSource source = SizeSource.parse(spec, Optional.empty());

        assertThat(source.load(5).firstItems()).isEqualTo(source.load(5).firstItems());
        assertThat(source.load(5).firstItems()).isNotEqualTo(source.load(6).firstItems());
        assertThat(source.isDrawn()).isTrue();
    }

    @Test
    void lanesAreBusyAsFarAsTheirParentsAreAlike() {
        assertThat(ItemSizes.of("one of 32", 32, i -> i == 0 ? 10 : 0).laneBalance())
                .isEqualTo(1.0 / 32, within(1e-12));
        assertThat(ItemSizes.of("alike", 64, i -> i / 32 + 1).laneBalance()).isEqualTo(1, within(1e-12));
        assertThat(ItemSizes.of("none", 4, i -> 0).laneBalance()).isEqualTo(1);
    }

    @Test
    void displayNamesReadAsTheSameSizes() {
        for (String spec : new String[] {
            "constant:7:50", "uniform:3:6:9", "zipf:1.5:9:10000", "bimodal:4:10:0.05:9", "exponential:20:9"
        }) {
            assertThat(SizeSource.parse(spec, Optional.empty()).displayName()).isEqualTo(spec);
        }
        assertThat(SizeSource.parse("zipf:1.50:9", Optional.empty()).displayName())
                .isEqualTo("zipf:1.5:9:10000");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "zipf:1.5 | --sizes zipf:1.5: has too few numbers, expected zipf:S:PARENTS[:MAX]",
                "constant:1:2:3 | --sizes constant:1:2:3: has too many numbers, expected constant:N:PARENTS",
                "constant:1:0 | --sizes constant:1:0: the number of parents is '0', expected a whole number from 1 to"
                        + " 67108864: constant:N:PARENTS",
                "uniform:5:4:9 | --sizes uniform:5:4:9: the second number of items is '4', expected at least the"
                        + " first, 5: uniform:A:B:PARENTS",
                "bimodal:1:9:1.5:9 | --sizes bimodal:1:9:1.5:9: the share is '1.5', expected a number from 0 to 1,"
                        + " such as 0.05: bimodal:A:B:SHARE:PARENTS",
                "zipf:NaN:9 | --sizes zipf:NaN:9: the exponent is 'NaN', expected a number from 0 to 100, such as 1.5:"
                        + " zipf:S:PARENTS[:MAX]",
                "constant:٣:9 | --sizes constant:٣:9: the number of items is '٣', expected",
                "zipff:1:9 | --sizes zipff:1:9 is not a distribution, and there is no such file; did you mean 'zipf'?"
                        + " Expected",
                "constant:268435456:2 | --sizes constant:268435456:2 has more than 268435456 items already at parent"
                        + " 1; use fewer parents or smaller ones"
            })
    void aWrongSpecIsAnsweredWithWhatWouldBeRight(String spec, String message) {
        assertThatThrownBy(() -> sizes(spec))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(message);
    }
}
