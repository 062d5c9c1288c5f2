package io.cdpsim.observe.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChainTest {
    private final Marks marks = new Marks();
    private final Chain none = Chain.of(marks);

    @Test
    void partsOfOneKindAddUp() {
        PathParts parts = none.to(30, PathPart.HOST)
                .to(50, PathPart.COMPUTING)
                .to(55, PathPart.HOST)
                .between(0, 55);

        assertThat(parts.cycles()).containsExactly(entry(PathPart.COMPUTING, 20L), entry(PathPart.HOST, 35L));
        assertThat(parts.of(PathPart.SM_ROOM)).isZero();
    }

    @Test
    void aChainThatGoesOnFromAnotherLeavesItAsItIs() {
        Chain parent = none.to(10, PathPart.COMPUTING);
        Chain child = parent.to(14, PathPart.LAUNCH_SERVER);
        Chain longer = parent.to(40, PathPart.MEMORY);

        assertThat(child.between(0, 14))
                .isEqualTo(new PathParts(0, 14, Map.of(PathPart.COMPUTING, 10L, PathPart.LAUNCH_SERVER, 4L)));
        assertThat(Chain.later(child, longer)).isSameAs(longer);
        assertThat(Chain.later(child, parent)).isSameAs(child);
    }

    @Test
    void whatWasToldAheadOfTheClockDoesNotGoBack() {
        assertThat(none.to(10, PathPart.COMPUTING).to(8, PathPart.HOST).between(0, 10))
                .isEqualTo(new PathParts(0, 10, Map.of(PathPart.COMPUTING, 10L)));
    }

    @Test
    void whatIsBeforeAMarkIsLeftOutWhereTheQuestionBeginsWithIt() {
        Chain chain = none.to(10, PathPart.HOST);
        marks.add(14);
        Chain crossed = chain.to(20, PathPart.COMPUTING).to(23, PathPart.HOST);

        assertThat(crossed.between(14, 23))
                .isEqualTo(new PathParts(14, 23, Map.of(PathPart.COMPUTING, 6L, PathPart.HOST, 3L)));
        assertThat(crossed.between(14, 22))
                .isEqualTo(new PathParts(14, 22, Map.of(PathPart.COMPUTING, 6L, PathPart.HOST, 2L)));
        assertThat(crossed.between(0, 23).of(PathPart.HOST)).isEqualTo(13);
    }

    @Test
    void aMarkInAStretchThatWasToldAheadOfItPartsTheStretch() {
        Chain ahead = none.to(10, PathPart.HOST).to(20, PathPart.LAUNCH_CALL);
        marks.add(13);

        assertThat(ahead.to(21, PathPart.COMPUTING).between(13, 21))
                .isEqualTo(new PathParts(13, 21, Map.of(PathPart.LAUNCH_CALL, 7L, PathPart.COMPUTING, 1L)));
    }

    @Test
    void partsThatDoNotAddUpAreRefused() {
        assertThatThrownBy(() -> new PathParts(0, 10, Map.of(PathPart.HOST, 9L)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the parts are 9 cycles, but the chain has 10");
    }

    /** Held against a line of time in which each cycle of each chain is written down. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void thePartsBetweenAnyTwoMarksAreThoseOfTheCyclesBetweenThem(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        PathPart[] parts = PathPart.values();
        Chain[] chains = new Chain[6];
        List<List<PathPart>> written = new ArrayList<>();
        for (int i = 0; i < chains.length; i++) {
            chains[i] = none;
            written.add(new ArrayList<>());
        }
        List<Integer> times = new ArrayList<>(List.of(0));
        int clock = 0;
        for (int step = 0; step < 600; step++) {
            clock += random.nextInt(5);
            if (random.nextInt(10) == 0) {
                marks.add(clock);
                times.add(clock);
            }
            int one = random.nextInt(chains.length);
            int other = random.nextInt(chains.length);
            if (Chain.later(chains[one], chains[other]) == chains[other]) {
                chains[one] = chains[other];
                written.set(one, new ArrayList<>(written.get(other)));
            }
            PathPart part = parts[random.nextInt(parts.length)];
            chains[one] = chains[one].to(clock, part);
            while (written.get(one).size() < clock) {
                written.get(one).add(part);
            }
        }
        for (int i = 0; i < chains.length; i++) {
            int end = written.get(i).size();
            for (int begin : times) {
                if (begin <= end) {
                    PathParts between = chains[i].between(begin, end);
                    for (PathPart part : parts) {
                        assertThat(between.of(part))
                                .isEqualTo(written.get(i).subList(begin, end).stream()
                                        .filter(part::equals)
                                        .count());
                    }
                }
            }
        }
    }
}
