package io.cdpsim.experiments.sweep.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.experiments.sweep.ScriptedWorkload;
import io.cdpsim.experiments.sweep.Sweeps;
import io.cdpsim.experiments.sweep.plan.Shard;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.row.SweepRow;
import io.cdpsim.experiments.sweep.row.TableFormat;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Progress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepJournalTest {
    private static final String AXIS = "a=1..5";

    @TempDir
    private Path folder;

    private Path file;

    private final AtomicInteger runs = new AtomicInteger();
    private final ScriptedWorkload counting = new ScriptedWorkload(request -> {
        runs.incrementAndGet();
        return ScriptedWorkload.result(request, request.options().get(ScriptedWorkload.A) == 2 ? "caf\u00e9" : "");
    });
    private final Sweep sweep = Sweeps.of(counting, AXIS);

    @BeforeEach
    void name() {
        file = SweepJournal.beside(folder.resolve("r.csv"));
    }

    private String run() throws IOException {
        try (SweepJournal journal = SweepJournal.open(file, sweep, Shard.WHOLE)) {
            new SweepRun(sweep, Shard.WHOLE, journal, new Progress()).run(2);
            return TableFormat.CSV.write(SweepTable.of(sweep, Shard.WHOLE, journal.rows()));
        }
    }

    private List<Integer> kept() throws IOException {
        try (SweepJournal journal = SweepJournal.open(file, sweep, Shard.WHOLE)) {
            assertThat(journal.restored()).isEqualTo(journal.rows().size());
            return journal.rows().stream().map(SweepRow::point).toList();
        }
    }

    @Test
    void itIsBesideTheOutput() {
        assertThat(SweepJournal.beside(Path.of("folder", "r.csv"))).isEqualTo(Path.of("folder", "r.csv.journal"));
    }

    @Test
    void whatIsKeptDoesNotRunAgain() throws IOException {
        String once = run();
        assertThat(runs).hasValue(5);

        assertThat(run()).isEqualTo(once);
        assertThat(runs).hasValue(5);
    }

    @Test
    void whereverTheFileIsCutOffEachPointRunsOnce() throws IOException {
        String whole = run();
        byte[] bytes = Files.readAllBytes(file);
        for (int length : lengths(bytes)) {
            Files.write(file, Arrays.copyOf(bytes, length));
            int lines = (int) new String(bytes, 0, length, StandardCharsets.UTF_8)
                    .chars()
                    .filter(c -> c == '\n')
                    .count();
            runs.set(0);

            assertThat(run()).isEqualTo(whole);

            // The first line is the head.
            assertThat(runs).as("%d bytes", length).hasValue(5 - Math.max(0, lines - 1));
            assertThat(kept()).containsExactly(1, 2, 3, 4, 5);
        }
    }

    /** Around each end of a line, and here and there within. */
    private static NavigableSet<Integer> lengths(byte[] bytes) {
        TreeSet<Integer> lengths = new TreeSet<>();
        for (int i = 0; i < bytes.length; i++) {
            if (i % 61 == 0 || bytes[i] == '\n') {
                lengths.addAll(List.of(i, i + 1, i + 2));
            }
        }
        lengths.removeIf(each -> each > bytes.length);
        return lengths;
    }

    @Test
    void aLineThatIsNotAsItWasWrittenIsLeftOut() throws IOException {
        String whole = run();
        List<String> lines = Files.readAllLines(file);
        // Of two workers nobody knows whose point comes third; the last character of any line belongs to its row.
        String third = lines.get(3);
        lines.set(3, third.substring(0, third.length() - 1) + "~");
        Files.write(file, lines);

        assertThat(kept()).hasSize(4);
        assertThat(run()).isEqualTo(whole);
    }

    @Test
    void aJournalOfAnotherSweepIsRefusedWithWhatToDo() throws IOException {
        run();
        byte[] before = Files.readAllBytes(file);

        assertThatThrownBy(() -> SweepJournal.open(file, Sweeps.of(counting, "a=1..6"), Shard.WHOLE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("holds points of another sweep")
                .hasMessageContaining("finish that sweep with its own command, delete the file, or give another");
        assertThatThrownBy(() -> SweepJournal.open(file, sweep, Shard.parse("1/2", Map.of())))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("holds points of shard 1/1 and not of 1/2");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void soIsOneWithOtherInputs() throws IOException {
        Path profile = Files.writeString(folder.resolve("p.yaml"), "extends: h200\nsm:\n  count: 4\n");
        SweepJournal.open(file, Sweeps.of(counting, AXIS, ":profile=" + profile), Shard.WHOLE)
                .close();
        Files.writeString(profile, "extends: h200\nsm:\n  count: 5\n");
        assertThatThrownBy(() -> SweepJournal.open(file, Sweeps.of(counting, AXIS, ":profile=" + profile), Shard.WHOLE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("with other profiles, graphs or files");
    }

    @Test
    void aFileThatIsNotAJournalIsNotChanged() throws IOException {
        for (String text : List.of("my notes\n", "my notes", "cdpsim\n", "\n")) {
            Files.writeString(file, text);
            assertThatThrownBy(() -> SweepJournal.open(file, sweep, Shard.WHOLE))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("is not the journal of a sweep");
            assertThat(file).hasContent(text);
        }
    }

    @Test
    void oneRunAtATimeHasIt() throws IOException {
        SweepJournal first = SweepJournal.open(file, sweep, Shard.WHOLE);
        assertThatThrownBy(() -> SweepJournal.open(file, sweep, Shard.WHOLE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("another run has the journal");
        first.close();
        SweepJournal.open(file, sweep, Shard.WHOLE).close();
    }

    @Test
    void whenItIsDeletedNothingIsLeft() throws IOException {
        SweepJournal journal = SweepJournal.open(file, sweep, Shard.WHOLE);
        journal.delete();
        assertThat(file).doesNotExist();
    }
}
