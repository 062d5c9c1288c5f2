package io.cdpsim.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintableWriterTest {
    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            value = {
                "a\u001b[2Jb => a\\u001b[2Jb",
                "a\u202eb => a\\u202eb",
                "a\u2066b\u2069 => a\\u2066b\\u2069",
                "a\u009bb => a\\u009bb",
                "a\u2028b => a\\u2028b",
                "\udb40\udc41 => \\udb40\\udc41",
                "\u00e9\u4e2d => \u00e9\u4e2d",
                "\ud83d\ude00 => \ud83d\ude00"
            })
    void whatATerminalWouldObeyIsWrittenAsJsonWritesIt(String text, String expected) {
        StringWriter out = new StringWriter();
        PrintWriter writer = new PrintWriter(new PrintableWriter(out));
        writer.print(text);
        writer.flush();
        assertThat(out).hasToString(expected);
        assertThat(PrintableText.line(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource("'a\tb\nc'")
    void linesAndTabsStay(String text) {
        StringWriter out = new StringWriter();
        new PrintWriter(new PrintableWriter(out), true).print(text);
        assertThat(out).hasToString(text);
    }
}
