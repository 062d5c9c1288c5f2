package io.cdpsim.experiments.validation.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.runtime.settings.MachineSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code overflow.cu}: how many of the launches that overflow the pool run, against the rows of {@code overflow-h200.txt}. */
class OverflowRowsTest {
    private static final Path ROWS = Path.of("../measurements/overflow-h200.txt");
    private static final Pattern ROW =
            Pattern.compile("overflow,stream(\\d)_mode1_b(\\d+)_t(\\d+)_.*\\s*outcome,ran,(\\d+),refused,(\\d+)");
    private static final int LIMIT = 2048;

    private final PtxProgram program = MeasuringProgram.read("overflow");

    /**
     * Where the H200 has one answer it is this one; elsewhere it is among its answers. Into named streams 3.5% more run than on hardware, whose calls,
     * when there are many at once, return later, and so do their children start.
     */
    @ParameterizedTest
    @CsvSource({
        "0, 50, 256, 0",
        "0, 8, 256, 0",
        "1, 392, 32, 0",
        "1, 8, 256, 0",
        "1, 12544, 1, 0",
        "2, 50, 256, 0.035",
        "2, 8, 256, 0"
    })
    void asManyLaunchesRunAsOnHardware(int stream, int blocks, int threads, double tolerance) throws IOException {
        MeasuringProgram on =
                MeasuringProgram.on(MachineSettings.of(Profiles.load("h200")).withPendingLaunches(LIMIT), program);
        on.launch("flood<" + stream + ">", LaunchShape.of(blocks, threads), 1, 1, 0);
        on.synchronize();

        int launches = blocks * threads;
        long ran = on.variable("ran");
        List<Long> measured = ROW.matcher(Files.readString(ROWS))
                .results()
                .filter(row -> Integer.parseInt(row.group(1)) == stream)
                // Rows of one kind differ no more among each other than one does from run to run.
                .filter(row -> number(row, 3) == 1 == (threads == 1) && overflows(row) == launches > LIMIT)
                .map(row -> number(row, 4))
                .toList();
        assertThat(ran + on.variable("refused")).isEqualTo(launches);
        assertThat(measured).isNotEmpty();
        long least = measured.stream().mapToLong(n -> n).min().orElseThrow();
        long most = measured.stream().mapToLong(n -> n).max().orElseThrow();
        assertThat((double) ran).isBetween(least * (1 - tolerance), most * (1 + tolerance));
    }

    private static long number(MatchResult row, int group) {
        return Long.parseLong(row.group(group));
    }

    private static boolean overflows(MatchResult row) {
        return number(row, 5) > 0;
    }
}
