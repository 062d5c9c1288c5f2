package io.cdpsim.experiments.validation.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.experiments.validation.Measurements;
import io.cdpsim.experiments.validation.row.MeasuredOutcome.LaunchOutcome;
import io.cdpsim.workloads.InvalidInputException;
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
                "chain,t,links,many,whole,us,1,2,3,7 | f.csv:2: column 4 (parameter value) is 'many', expected a"
                        + " number",
                "chain,t,links,1,whole,us,1,NaN,3,7 | f.csv:2: column 8 (median) is 'NaN', expected a number",
                "chain,t,links,1,whole,us,1,2,3 | f.csv:2: a row has 9 columns, expected 10",
                "chain,t,links,9999999999999999999999,whole,us,1,2,3,7 | f.csv:2: column 4 (parameter value) is"
                        + " '9999999999999999999999', expected a whole number from 1 to 1000000",
                "chain,t,links,1e-320,whole,us,1,2,3,7 | f.csv:2: column 4 (parameter value) is '1e-320', expected a"
                        + " whole number from 1 to 1000000",
                "completion,relay,limit64,-1,per_link,us,1,2,3,7 | f.csv:2: column 4 (parameter value) is '-1',"
                        + " expected a whole number from 1 to 1000000",
                "completion,relay,limit64,1.5,per_link,us,1,2,3,7 | f.csv:2: column 4 (parameter value) is '1.5',"
                        + " expected a whole number",
                "completion,tail,limit64,2,end_to_next_start,ns,1,2,3,7 | f.csv:2: column 4 (parameter value) is '2',"
                        + " expected a whole number from 3",
                "completion,tail,limit64,48,end_to_next_start,ms,1,2,3,7 | f.csv:2: column 6 (unit) is 'ms', expected"
                        + " ns, in which end_to_next_start of completion is simulated",
                "chain,t,links,1,whole,furlongs,1,2,3,7 | f.csv:2: column 6 (unit) is 'furlongs', expected us",
                "chain,t,links,1,whole,us,-3,-2,-1,7 | f.csv:2: column 7 (min) is '-3', expected 0 or more",
                "chain,t,links,1,whole,us,3,2,4,7 | f.csv:2: column 7 (min) is '3', expected at most the median, 2",
                "chain,t,links,1,whole,us,1,2,1.5,7 | f.csv:2: column 9 (max) is '1.5', expected at least the median,"
                        + " 2",
                "chain,t,links,1,whole,us,0,1e-320,3,7 | f.csv:2: column 8 (median) is '1e-320', expected 0 or a size"
                        + " from",
                "chain,t,links,1,whole,us,1,2,1e300,7 | f.csv:2: column 9 (max) is '1e300', expected 0 or a size from",
                "chain,t,links,1,whole,us,1,2,3,7.5 | f.csv:2: column 10 (runs) is '7.5', expected a whole number from"
                        + " 1",
                "chain,t,links,1,whole,us,1,2,3,0 | f.csv:2: column 10 (runs) is '0', expected a whole number from 1",
                "concurrent,null_stream,n,2,most_at_once,grids,1,1.5,2,7 | f.csv:2: column 8 (median) is '1.5',"
                        + " expected a whole number",
                "outcome,fill,3.5,ran=3,failed=0,last_error=e,deepest=0 | f.csv:2: column 3 (size) is '3.5', expected"
                        + " a whole number from 0",
                "outcome,fill,3,ran=-3,failed=0,last_error=e,deepest=0 | f.csv:2: column 4 (ran) is 'ran=-3', expected"
                        + " ran= and a whole number from 0",
                "outcome,fill,3,ran=3,failed=9999999999999999999,last_error=e,deepest=0 | f.csv:2: column 5 (failed)"
                        + " is 'failed=9999999999999999999', expected failed= and",
                "outcome,fill,3,ran=3,failed=0,error=e,deepest=0 | f.csv:2: column 6 (last error) is 'error=e',"
                        + " expected last_error=NAME",
                "outcome,fill,3,ran=3,failed=0,last_error=e,deepest=2147483648 | f.csv:2: column 7 (deepest) is"
                        + " 'deepest=2147483648', expected deepest= and",
                "outcome,fill,3,ran=3,failed=0 | f.csv:2: an outcome has 5 columns, expected 7",
                "chain,\"t,links,1,whole,us,1,2,3,7 | is not CSV: Missing closing quote",
            })
    void aMalformedRowIsNamedByFileLineAndColumn(String line, String message) {
        assertThatThrownBy(() -> read(ROW + "\n" + line))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aDifferenceMayBeNegative() throws IOException {
        String row = "sequential,null_stream,n,4,first_child_start_after_parent_end,ns,-20480,-19968,-19456,11";
        assertThat(read(row).get(0).median()).isEqualTo(-19968);
    }

    @Test
    void whatNothingSimulatesMayHaveAnyUnit() throws IOException {
        assertThat(read("rockets,v,stages,1.5,thrust,MN,1,2,3,7").get(0).unit()).isEqualTo("MN");
    }

    @Test
    void quotesByteOrderMarksAndAnyEndOfLineAreRead() throws IOException {
        List<MeasuredRow> rows = read("\uFEFF" + ROW + "\r\n\r\n\"chain\", \"a,\"\"b\" ,links,2,whole,us,1,2,3,7\r\n");
        assertThat(rows).extracting(MeasuredRow::line).containsExactly(1, 3);
        assertThat(rows.get(1).variant()).isEqualTo("a,\"b");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "K20c,rsqrt latency,-,20,ms,a book | f.csv:2: column 5 (unit) is 'ms', expected cycles",
                "K20c,rsqrt latency,-,-20,cycles,a book | f.csv:2: column 4 (value) is '-20', expected 0 or more",
                "K20c,rsqrt latency,-,1e-320,cycles,a book | f.csv:2: column 4 (value) is '1e-320', expected 0 or",
                "K20c,rsqrt latency,-,20,cycles | f.csv:2: a figure has 5 columns, expected 6",
            })
    void aMalformedFigureIsNamedByFileLineAndColumn(String line, String message) {
        assertThatThrownBy(() -> read("board,metric,case,value,unit,source\n" + line))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aFolderMayHoldOutcomesAlone(@TempDir Path folder) throws IOException {
        Files.writeString(
                folder.resolve("a.csv"), "outcome,fill_limit64_mode1,3,ran=3,failed=0,last_error=e,deepest=0\n");
        Measurements measured = Measurements.in(folder);
        assertThat(measured.rows()).isEmpty();
        assertThat(measured.outcomes()).hasSize(1);
    }

    @Test
    void aFolderWithoutMeasurementsIsRefused(@TempDir Path folder) throws IOException {
        assertThatThrownBy(() -> Measurements.in(folder)).hasMessageContaining("holds no .csv file");
        assertThatThrownBy(() -> Measurements.in(folder.resolve("none"))).hasMessageContaining("is not a folder");
        Files.writeString(folder.resolve("a.csv"), "done\n");
        assertThatThrownBy(() -> Measurements.in(folder)).hasMessageContaining("hold no rows");
        Files.write(folder.resolve("a.csv"), new byte[] {(byte) 0xC3, 0x28});
        assertThatThrownBy(() -> Measurements.in(folder)).hasMessageContaining("is not UTF-8 text");
    }

    @Test
    void theShippedMeasurementsHoldEveryRowOfTheFiles() {
        // Counted with awk: lines of ten columns whose first word names no fact
        assertThat(Measurements.shipped().rows()).hasSizeGreaterThan(3000);
    }
}
