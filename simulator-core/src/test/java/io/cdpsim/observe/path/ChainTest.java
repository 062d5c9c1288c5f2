package io.cdpsim.observe.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChainTest {
    @Test
    void partsOfOneKindAddUp() {
        Chain chain = Chain.from(100)
                .to(130, PathPart.HOST)
                .to(150, PathPart.RUNNING)
                .to(155, PathPart.HOST);

        assertThat(chain.parts().begin()).isEqualTo(100);
        assertThat(chain.parts().end()).isEqualTo(155);
        assertThat(chain.parts().cycles())
                .containsExactly(entry(PathPart.RUNNING, 20L), entry(PathPart.HOST, 35L));
        assertThat(chain.parts().of(PathPart.SM_ROOM)).isZero();
    }

    @Test
    void aChainThatGoesOnFromAnotherLeavesItAsItIs() {
        Chain parent = Chain.from(0).to(10, PathPart.RUNNING);
        Chain child = parent.fork().to(14, PathPart.LAUNCH_SERVER);
        parent.to(40, PathPart.RUNNING);

        assertThat(child.parts()).isEqualTo(new PathParts(0, 14, Map.of(PathPart.RUNNING, 10L, PathPart.LAUNCH_SERVER, 4L)));
        assertThat(Chain.later(child, parent)).isSameAs(parent);
    }

    @Test
    void whatWasToldAheadOfTheClockDoesNotGoBack() {
        assertThat(Chain.from(0).to(10, PathPart.RUNNING).to(8, PathPart.HOST).parts())
                .isEqualTo(new PathParts(0, 10, Map.of(PathPart.RUNNING, 10L)));
    }

    @Test
    void partsThatDoNotAddUpAreRefused() {
        assertThatThrownBy(() -> new PathParts(0, 10, Map.of(PathPart.HOST, 9L)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the parts are 9 cycles, but the chain has 10");
    }

    /** {@link PathParts} refuses what does not. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void whateverHappensThePartsAddUpToTheTime(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Chain[] chains = new Chain[8];
        for (int i = 0; i < chains.length; i++) {
            chains[i] = Chain.from(7);
        }
        PathPart[] parts = PathPart.values();
        long clock = 7;
        for (int step = 0; step < 10_000; step++) {
            clock += random.nextInt(5);
            int one = random.nextInt(chains.length);
            int other = random.nextInt(chains.length);
            // Some things are told ahead of the clock.
            long told = clock + random.nextInt(10);
            chains[one] = Chain.later(chains[one], chains[other]).fork().to(told, parts[random.nextInt(parts.length)]);
            assertThat(chains[one].parts().end()).isGreaterThanOrEqualTo(told);
        }
    }
}
