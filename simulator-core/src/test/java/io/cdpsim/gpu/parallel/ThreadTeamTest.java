package io.cdpsim.gpu.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that share the parts of a task. */
class ThreadTeamTest {
    private static final int TASKS = 200;
    private static final int PARTS = 37;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void everyPartOfEveryTaskRunsOnce(int threads) {
        ThreadTeam team = new ThreadTeam(threads);
        AtomicIntegerArray runs = new AtomicIntegerArray(PARTS);

        for (int task = 1; task <= TASKS; task++) {
            team.run(PARTS, runs::incrementAndGet);

            int expected = task;
            assertThat(IntStream.range(0, PARTS).map(runs::get)).allMatch(each -> each == expected);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aTaskOfOnePartRuns(int threads) {
        AtomicIntegerArray runs = new AtomicIntegerArray(1);

        new ThreadTeam(threads).run(1, runs::incrementAndGet);

        assertThat(runs.get(0)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void theFailureOfAPartIsThrownOnceAllPartsHaveRun(int threads) {
        ThreadTeam team = new ThreadTeam(threads);
        AtomicIntegerArray runs = new AtomicIntegerArray(PARTS);

        assertThatThrownBy(() -> team.run(PARTS, part -> {
                    runs.incrementAndGet(part);
                    if (part == 20) {
                        throw new IllegalArgumentException("part 20");
                    }
                }))
                .hasMessage("part 20");
        assertThat(IntStream.range(0, PARTS).map(runs::get)).allMatch(each -> each == 1);
        team.run(PARTS, runs::incrementAndGet);
        assertThat(IntStream.range(0, PARTS).map(runs::get)).allMatch(each -> each == 2);
    }
}
