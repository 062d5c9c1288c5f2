package io.cdpsim.workloads.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.workloads.WorkloadException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasuredRowsTest {
    private static final String ROW = "chain,tail_relaunch,links,16,whole,us,1.5,2.5,3.5,7";

    private static List<MeasuredRow> read(String text) throws IOException {
        return MeasuredRows.read("f.csv", new BufferedReader(new StringReader(text)));
    }

    @Test
    void aRowHasTenColumnsAndOtherLinesArePassedOver() throws IOException {
        List<MeasuredRow> rows = read("device,A,sm,132\n# note\nrule,1,2,3,4,5,6,7,8,9\n" + ROW + "\ndone\n");
        assertThat(rows)
                .containsExactly(new MeasuredRow(
                        "f.csv", 4, "chain", "tail_relaunch", "links", 16, "whole", "us", 1.5, 2.5, 3.5, 7));
        assertThat(rows.get(0).name()).isEqualTo("chain,tail_relaunch,links,16,whole");
    }

    @Test
    void anOutcomeSaysWhatRanAndWhatWasRefused() throws IOException {
        List<MeasuredOutcome> outcomes = new ArrayList<>();
        String line = "outcome,fill_limit64_mode2,100,ran=64,failed=36,last_error=cudaErrorX,deepest=0";
        MeasuredRows.read("f.csv", new BufferedReader(new StringReader(line)), new ArrayList<>(), outcomes);
        assertThat(outcomes)
                .containsExactly(
                        new MeasuredOutcome("f.csv", 1, "fill_limit64_mode2", 100, new LaunchOutcome(64, 36, 0)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "chain,t,links,many,whole,us,1,2,3,7 | f.csv:2: column 4 (parameter value) is 'many', expected a number",
                "chain,t,links,1,whole,us,1,NaN,3,7 | f.csv:2: column 8 (median) is 'NaN', expected a number",
                "chain,t,links,1,whole,us,1,2,3 | f.csv:2: a row has 9 columns, expected 10",
            })
    void aMalformedRowIsNamedByFileLineAndColumn(String line, String message) {
        assertThatThrownBy(() -> read(ROW + "\n" + line))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aFolderWithoutMeasurementsIsRefused(@TempDir Path folder) throws IOException {
        assertThatThrownBy(() -> Measurements.in(folder)).hasMessageContaining("holds no .csv file");
        assertThatThrownBy(() -> Measurements.in(folder.resolve("none"))).hasMessageContaining("is no folder");
        Files.writeString(folder.resolve("a.csv"), "done\n");
        assertThatThrownBy(() -> Measurements.in(folder)).hasMessageContaining("hold no rows");
        Files.write(folder.resolve("a.csv"), new byte[] {(byte) 0xC3, 0x28});
        assertThatThrownBy(() -> Measurements.in(folder)).hasMessageContaining("is no UTF-8 text");
    }

    @Test
    void theShippedMeasurementsHoldEveryRowOfTheFiles() {
        // Counted with awk: lines of ten columns whose first word names no fact
        assertThat(Measurements.shipped().rows()).hasSizeGreaterThan(3000);
    }
}
