package io.cdpsim.cli.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.workloads.Progress;
import org.junit.jupiter.api.Test;

class SweepProgressTest {
    private final Progress progress = new Progress();

    private String at(int restored, long done, double seconds) {
        progress.start("points", 200);
        progress.done(done);
        return new SweepProgress("bfs", progress, restored).at(seconds);
    }

    @Test
    void theTimeLeftIsThatOfThePointsToComeAtTheRateSoFar() {
        assertThat(at(0, 80, 20)).endsWith("80 of 200 points  20 s, 30 s left");
        assertThat(at(0, 10, 60)).endsWith("10 of 200 points  60 s, 19 min left");
        assertThat(at(0, 1, 100)).endsWith("1 of 200 points  100 s, 5.5 h left");
    }

    @Test
    void pointsThatWereDoneBeforeTookNoTimeNow() {
        assertThat(at(100, 110, 20)).endsWith("110 of 200 points  20 s, 180 s left".replace("180 s", "3 min"));
        assertThat(at(100, 100, 20)).endsWith("100 of 200 points  20 s");
    }
}
