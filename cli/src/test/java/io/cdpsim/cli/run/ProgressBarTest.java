package io.cdpsim.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.workloads.Progress;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
    @Test
    void showsTheShareThatIsDone() {
        assertThat(ProgressBar.line("bfs", new Progress.State("vertices", 46_865), 11_717, 3.4))
                .isEqualTo("bfs  [#######.......................] 25%  11,717 of 46,865 vertices  3 s");
    }

    @Test
    void isNeverFullBeforeTheRunEnds() {
        assertThat(ProgressBar.line("bfs", new Progress.State("vertices", 100), 150, 3.4))
                .isEqualTo("bfs  [#############################.] 99%  150 of 100 vertices  3 s");
    }

    @Test
    void showsACountWhereNoTotalIsKnown() {
        assertThat(ProgressBar.line("pending", new Progress.State("launches", 0), 1_234_567, 61.6))
                .isEqualTo("pending  1,234,567 launches  62 s");
    }

    @Test
    void showsTheTimeWhereNothingIsKnown() {
        assertThat(ProgressBar.line("nbody", new Progress().state(), 0, 5)).isEqualTo("nbody  5 s");
    }

    @Test
    void aShortRunLeavesTheTerminalUntouched() {
        StringWriter terminal = new StringWriter();
        try (ProgressBar bar = new ProgressBar("bfs", new Progress(), new PrintWriter(terminal))) {
            bar.start();
        }
        assertThat(terminal.toString()).isEmpty();
    }
}
