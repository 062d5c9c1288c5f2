package io.cdpsim.observe.times;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.observe.times.GridTimeRecorder.LiveGridTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveGridTableTest {
    /** Against a map of the JDK. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void whatWasAddedIsThereUntilItIsRemoved(int seed) {
        Random random = new Random(seed);
        LiveGridTable live = new LiveGridTable();
        Map<Long, Long> reference = new HashMap<>();
        List<Long> present = new ArrayList<>();
        long next = 1;
        for (int step = 0; step < 20_000; step++) {
            boolean grows = step / 4_000 % 2 == 0;
            boolean oneByOne = step / 1_000 % 4 == 3;
            if (present.isEmpty() || (!oneByOne && random.nextInt(10) < (grows ? 7 : 3))) {
                live.add(next, (int) next % 700, next * 11);
                reference.put(next, next * 11);
                present.add(next++);
            } else {
                long grid = present.remove(random.nextInt(present.size()));
                live.remove(grid);
                reference.remove(grid);
                assertThat(live.has(grid)).isFalse();
            }
        }

        assertThat(live.size()).isEqualTo(reference.size());
        reference.forEach((grid, posted) -> {
            assertThat(live.posted(grid)).isEqualTo(posted);
            assertThat(live.started(grid)).isEqualTo(-1);
            assertThat(live.kind(grid)).isEqualTo((int) (grid % 700));
            live.started(grid, posted + 5);
            assertThat(live.started(grid)).isEqualTo(posted + 5);
        });
    }
}
