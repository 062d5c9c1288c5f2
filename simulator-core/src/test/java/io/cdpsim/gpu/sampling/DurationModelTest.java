package io.cdpsim.gpu.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import org.junit.jupiter.api.Test;

class DurationModelTest {
    private final DurationModel model = new DurationModel();

    @Test
    void blocksOfOneClassTakeTheDurationsOfTheSampleInTurn() {
        model.add(1_000, 300);
        model.add(1_001, 500);
        assertThat(new double[] {model.draw(1_000), model.draw(1_000), model.draw(1_000), model.draw(1_000)})
                .containsExactlyInAnyOrder(300, 500, 300, 500);
        assertThat(model.cycles(1_000)).isEqualTo(400);
    }

    @Test
    void aBlockUnlikeAnyIsBetweenTheNearest() {
        model.add(1_000, 100);
        model.add(3_000, 300);
        assertThat(model.knows(2_000)).isFalse();
        assertThat(model.cycles(2_000)).isEqualTo(200);
        assertThat(model.cycles(6_000)).as("in proportion to the last").isEqualTo(600);
        assertThat(model.cycles(10)).as("that of the first").isEqualTo(100);
    }

    @Test
    void theStandardErrorFallsWithTheRootOfTheNumberOfBlocks() {
        for (int i = 0; i < 100; i++) {
            model.add(64, i % 2 == 0 ? 90 : 110);
        }
        // A standard deviation of 10 around 100, over ten.
        assertThat(model.standardError()).isCloseTo(0.01, offset(1e-9));
    }
}
