package io.cdpsim.observe.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.cdpsim.observe.path.CriticalPathBreakdown.CriticalPathComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CausalChainTest {
    private final RecordedEventTimes marks = new RecordedEventTimes();
    private final CausalChain none = CausalChain.of(marks);

    @Test
    void partsOfOneKindAddUp() {
        CriticalPathBreakdown parts = none.to(30, CriticalPathComponent.HOST)
                .to(50, CriticalPathComponent.COMPUTING)
                .to(55, CriticalPathComponent.HOST)
                .between(0, 55);

        assertThat(parts.cycles())
                .containsExactly(entry(CriticalPathComponent.COMPUTING, 20L), entry(CriticalPathComponent.HOST, 35L));
        assertThat(parts.of(CriticalPathComponent.SM_ROOM)).isZero();
    }

    @Test
    void extendingAChainDoesNotChangeIt() {
        CausalChain parent = none.to(10, CriticalPathComponent.COMPUTING);
        CausalChain child = parent.to(14, CriticalPathComponent.LAUNCH_SERVER);
        CausalChain longer = parent.to(40, CriticalPathComponent.MEMORY);

        assertThat(child.between(0, 14))
                .isEqualTo(new CriticalPathBreakdown(
                        0, 14, Map.of(CriticalPathComponent.COMPUTING, 10L, CriticalPathComponent.LAUNCH_SERVER, 4L)));
        assertThat(CausalChain.later(child, longer)).isSameAs(longer);
        assertThat(CausalChain.later(child, parent)).isSameAs(child);
    }

    @Test
    void anEventPublishedAheadOfTheClockDoesNotShortenTheChain() {
        assertThat(none.to(10, CriticalPathComponent.COMPUTING)
                        .to(8, CriticalPathComponent.HOST)
                        .between(0, 10))
                .isEqualTo(new CriticalPathBreakdown(0, 10, Map.of(CriticalPathComponent.COMPUTING, 10L)));
    }

    @Test
    void timeBeforeAMarkIsOmittedIfTheQueryStartsAtIt() {
        CausalChain chain = none.to(10, CriticalPathComponent.HOST);
        marks.add(14);
        CausalChain crossed = chain.to(20, CriticalPathComponent.COMPUTING).to(23, CriticalPathComponent.HOST);

        assertThat(crossed.between(14, 23))
                .isEqualTo(new CriticalPathBreakdown(
                        14, 23, Map.of(CriticalPathComponent.COMPUTING, 6L, CriticalPathComponent.HOST, 3L)));
        assertThat(crossed.between(14, 22))
                .isEqualTo(new CriticalPathBreakdown(
                        14, 22, Map.of(CriticalPathComponent.COMPUTING, 6L, CriticalPathComponent.HOST, 2L)));
        assertThat(crossed.between(0, 23).of(CriticalPathComponent.HOST)).isEqualTo(13);
    }

    @Test
    void aMarkInAnIntervalPublishedAheadSplitsTheInterval() {
        CausalChain ahead = none.to(10, CriticalPathComponent.HOST).to(20, CriticalPathComponent.LAUNCH_CALL);
        marks.add(13);

        assertThat(ahead.to(21, CriticalPathComponent.COMPUTING).between(13, 21))
                .isEqualTo(new CriticalPathBreakdown(
                        13, 21, Map.of(CriticalPathComponent.LAUNCH_CALL, 7L, CriticalPathComponent.COMPUTING, 1L)));
    }

    @Test
    void partsThatDoNotAddUpAreRefused() {
        assertThatThrownBy(() -> new CriticalPathBreakdown(0, 10, Map.of(CriticalPathComponent.HOST, 9L)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the components sum to 9 cycles, but the chain has 10");
    }

    /** Held against a line of time in which each cycle of each chain is written down. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void thePartsBetweenAnyTwoMarksAreThoseOfTheCyclesBetweenThem(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        CriticalPathComponent[] parts = CriticalPathComponent.values();
        CausalChain[] chains = new CausalChain[6];
        List<List<CriticalPathComponent>> written = new ArrayList<>();
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
            if (CausalChain.later(chains[one], chains[other]) == chains[other]) {
                chains[one] = chains[other];
                written.set(one, new ArrayList<>(written.get(other)));
            }
            CriticalPathComponent part = parts[random.nextInt(parts.length)];
            chains[one] = chains[one].to(clock, part);
            while (written.get(one).size() < clock) {
                written.get(one).add(part);
            }
        }
        for (int i = 0; i < chains.length; i++) {
            int end = written.get(i).size();
            for (int start : times) {
                if (start <= end) {
                    CriticalPathBreakdown between = chains[i].between(start, end);
                    for (CriticalPathComponent part : parts) {
                        assertThat(between.of(part))
                                .isEqualTo(written.get(i).subList(start, end).stream()
                                        .filter(part::equals)
                                        .count());
                    }
                }
            }
        }
    }
}
