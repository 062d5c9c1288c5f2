package io.cdpsim.cli.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The texts and the page of {@code cdpsim step}. */
class StepCommandTest {
    private static final Path RACES = Path.of("..", "examples", "cuda", "races");
    private static final String PLAN = RACES.resolve("racy.yaml").toString();
    private static final String PTX = RACES.resolve("child_result.ptx").toString();

    @TempDir
    private Path folder;

    @Test
    void theSummaryNamesTheStepsOfLaunchesAndRaces() {
        CommandRun run = CommandRun.of("step", "ptx", "--plan", PLAN, PTX);
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("grid 1 (racy) is launched by the host", "grid 2 (child) is launched by grid 1", "race at");
    }

    @Test
    void theStateAtARaceShowsItsLineInSourceAndPtxAndWhoRaces() {
        Matcher race = Pattern.compile("(?m)^ *(\\d+) .*race at")
                .matcher(CommandRun.of("step", "ptx", "--plan", PLAN, PTX).out());
        assertThat(race.find()).isTrue();
        CommandRun run = CommandRun.of("step", "--at", race.group(1), "ptx", "--plan", PLAN, PTX);
        assertThat(run.exitCode()).isZero();
        // The child's store in the source, and the instruction in the PTX that it became.
        assertThat(run.out())
                .contains("child_result.cu:2", "*result = 7", "st.global.u32", "RACING: grid 1, block 0", "0 -> 7");
    }

    @Test
    void aStepOrAWarpThatDoesNotExistIsNamedWithWhatThereIs() {
        CommandRun far = CommandRun.of("step", "--at", "1000000", "example:store-race");
        assertThat(far.exitCode()).isEqualTo(2);
        assertThat(far.err()).contains("found --at 1000000, expected 0 to");
        CommandRun warp = CommandRun.of("step", "--at", "1", "--warp", "9.0.0", "example:store-race");
        assertThat(warp.exitCode()).isEqualTo(2);
        assertThat(warp.err()).contains("found --warp 9.0.0, expected grid.block.warp, one of 1.0.0, 2.0.0");
        assertThat(CommandRun.of("step", "example:store-race", "--fast").err()).contains("leave out --fast");
        assertThat(CommandRun.of("step", "example:store-race", "--sample").err())
                .contains("leave out --sample")
                .doesNotContain("--fast");
    }

    @Test
    void aPageIsOneFileThatNeedsNoNetwork() throws IOException {
        Path page = folder.resolve("steps.html");
        CommandRun run = CommandRun.of("step", "--page", page.toString(), "ptx", "--plan", PLAN, PTX);
        assertThat(run.exitCode()).isZero();
        assertThat(Files.readString(page))
                .contains("child_result.ptx", "st.global.u32", "*result = 7")
                .doesNotContain("http:", "https:", "src=", "@LOG@", "@FACTS@", "@SCRIPT@");
    }
}
