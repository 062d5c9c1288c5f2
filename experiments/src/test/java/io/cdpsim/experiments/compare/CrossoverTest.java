package io.cdpsim.experiments.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CrossoverTest {
    private static final double[] X = {1, 2, 4, 8, 16};

    /** Times {@code x} and {@code c}: the ratio is {@code x/c}, which on logarithmic axes is a straight line. */
    private static Crossover of(double constant, double error) {
        double[] flat = new double[X.length];
        Arrays.fill(flat, constant);
        return Crossover.of(X, X, flat, error, true).get(0);
    }

    @Test
    void timesThatGrowByFactorsCrossWhereTheyAreEqual() {
        Crossover found = of(3, 0.1);

        assertThat(found.before()).isEqualTo(2);
        assertThat(found.after()).isEqualTo(4);
        assertThat(found.at()).isCloseTo(3, within(1e-9));
    }

    /** A time is a tenth shorter than the other where x is 0.9 c, and x is 10/9 c. */
    @Test
    void theErrorWidensTheCrossoverToWhereTheDifferenceExceedsIt() {
        Crossover found = of(3, 0.1);

        assertThat(found.low().orElseThrow()).isCloseTo(2.7, within(1e-9));
        assertThat(found.high().orElseThrow()).isCloseTo(3 / 0.9, within(1e-9));
    }

    @Test
    void aSideOnWhichTheDifferenceNeverExceedsTheErrorHasNoEnd() {
        assertThat(of(1.05, 0.1).low()).isEmpty();
        assertThat(of(15.5, 0.1).high()).isEmpty();
    }

    @Test
    void onlyPlacesWhereTheSecondBecomesFasterAreFound() {
        double[] first = {1, 3, 1, 3, 1};
        double[] second = {2, 2, 2, 2, 2};

        assertThat(Crossover.of(X, first, second, 0, true))
                .extracting(Crossover::before)
                .containsExactly(1.0, 4.0);
        assertThat(Crossover.of(X, second, second, 0, true)).isEmpty();
    }
}
