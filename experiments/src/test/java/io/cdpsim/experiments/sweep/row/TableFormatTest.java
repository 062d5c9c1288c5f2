package io.cdpsim.experiments.sweep.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.workloads.InvalidInputException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TableFormatTest {
    private static final List<String> COLUMNS =
            List.of("point", "word", "latency", "time_us", "never", "correct", "error");
    private static final ResultTable TABLE = new ResultTable(
            COLUMNS,
            List.of(
                    row("1", "a, \"b\"", "300 cycles", "1.0E-5", "true", ""),
                    row("2", "007", "5", "2.0E-3", "false", "first; second"),
                    row("3", "\u00fc\\", "-0.5", "", "", "cannot run")));

    private static SweepRow row(String... values) {
        Map<String, TableCell> cells = new LinkedHashMap<>();
        String[] names = {"point", "word", "latency", "time_us", "correct", "error"};
        for (int i = 0; i < names.length; i++) {
            if (!values[i].isEmpty()) {
                boolean truth = names[i].equals("correct");
                cells.put(names[i], truth ? TableCell.of(values[i].equals("true")) : TableCell.written(values[i]));
            }
        }
        return new SweepRow(Integer.parseInt(values[0]), cells);
    }

    @Test
    void csvIsALineOfNamesAndALineARow() {
        assertThat(TableFormat.CSV.write(TABLE)).isEqualTo("""
            point,word,latency,time_us,never,correct,error
            1,"a, ""b""\",300 cycles,1.0E-5,,true,
            2,007,5,2.0E-3,,false,first; second
            3,\u00fc\\,-0.5,,,,cannot run
            """);
    }

    @Test
    void jsonLinesAreAnObjectALineWithNumbersAsNumbers() {
        assertThat(TableFormat.JSON_LINES.write(TABLE)).isEqualTo("""
            {"point":1,"word":"a, \\"b\\"","latency":"300 cycles","time_us":1.0E-5,"correct":true}
            {"point":2,"word":"007","latency":5,"time_us":2.0E-3,"correct":false,"error":"first; second"}
            {"point":3,"word":"\u00fc\\\\","latency":-0.5,"error":"cannot run"}
            """);
    }

    @ParameterizedTest
    @EnumSource(TableFormat.class)
    void whatIsReadBackIsWrittenWithTheSameBytes(TableFormat format) {
        String text = format.write(TABLE);
        assertThat(format.write(format.read("r", text))).isEqualTo(text);
        ResultTable none = new ResultTable(COLUMNS, List.of());
        assertThat(format.read("r", format.write(none)).rows()).isEmpty();
    }

    @Test
    void emptyColumnsAreOmittedExceptTheError() {
        assertThat(TABLE.withoutEmptyColumns().columns())
                .containsExactly("point", "word", "latency", "time_us", "correct", "error");
        assertThat(new ResultTable(COLUMNS, List.of(row("1", "w", "5", "1", "true", "")))
                        .withoutEmptyColumns()
                        .columns())
                .contains("error");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a,b~1,2              | found no column 'point'",
                "point,a~1            | r.csv: row 1 has 1 cells, expected 2; was the file cut off?",
                "point,a~x,2          | r.csv: row 1: found 'x' in the column 'point'",
                "point,a~1,\"2        | not valid CSV",
                "point,point~1,1      | two columns of one name"
            })
    void aTableThatIsNoneIsRefused(String text, String reason) {
        assertThatThrownBy(() -> TableFormat.CSV.read("r.csv", text.replace('~', '\n')))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1]                  | r.jsonl: row 1 is none of a sweep",
                "{\"point\":1         | r.jsonl: row 1 is not valid JSON",
                "{\"point\":[1]}      | r.jsonl: row 1 is none of a sweep",
                "{\"point\":0}        | r.jsonl: row 1: found '0' in the column 'point'",
                "{\"point\":1} 2      | r.jsonl: row 1 is none of a sweep",
                "{\"a\":1}            | expected a point's number"
            })
    void aLineThatIsNotARowIsRejected(String text, String reason) {
        assertThatThrownBy(() -> TableFormat.JSON_LINES.read("r.jsonl", text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void theEndingOfTheNameDecides() {
        assertThat(TableFormat.of(Path.of("r.CSV"))).isEqualTo(TableFormat.CSV);
        assertThat(TableFormat.of(Path.of("r.jsonl"))).isEqualTo(TableFormat.JSON_LINES);
        assertThatThrownBy(() -> TableFormat.of(Path.of("r.json")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("found the file 'r.json', expected one that ends in .csv or .jsonl");
    }
}
