package io.cdpsim.memory.litmus.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.litmus.text.LitmusParser;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Drawn programs are valid, are the same for a seed, and ask for states of which some can be reached and some cannot. */
class ProgramGeneratorTest {
    private static final int DRAWN = 60;

    @ParameterizedTest
    @EnumSource
    void bothVerdictsAreFrequent(ProgramGenerator.Kind kind) {
        long reached = LongStream.range(0, DRAWN)
                .filter(seed -> {
                    GeneratedTest drawn = ProgramGenerator.draw(kind, seed);
                    assertThat(ProgramGenerator.draw(kind, seed)).isEqualTo(drawn);
                    LitmusResult result = new LitmusChecker(1).check(LitmusParser.parse(drawn.name(), drawn.text()));
                    return result.holds();
                })
                .count();
        assertThat(reached).isBetween(DRAWN / 10L, 9L * DRAWN / 10);
    }
}
