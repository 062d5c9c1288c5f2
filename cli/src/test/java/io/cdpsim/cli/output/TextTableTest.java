package io.cdpsim.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.cli.output.TextTable.Align;
import org.junit.jupiter.api.Test;

class TextTableTest {
    @Test
    void alignsColumnsAndLeavesNoSpacesAtTheEnd() {
        TextTable table = new TextTable(Align.LEFT, Align.RIGHT, Align.LEFT)
                .row("name", "SMs", "note")
                .row("h200", "132", "")
                .row("k", "8", "old");
        assertThat(table.toString()).isEqualTo("""
            name  SMs  note
            h200  132
            k       8  old
            """);
    }

    @Test
    void aCellCannotBreakItsLine() {
        assertThat(new TextTable(Align.LEFT).row("a\nb\tc").toString()).isEqualTo("a\\u000ab\\u0009c\n");
    }

    @Test
    void refusesARowOfAnotherWidth() {
        TextTable table = new TextTable(Align.LEFT);
        assertThatThrownBy(() -> table.row("a", "b")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aTableWithinAWidthContinuesInTheLinesBelow() {
        TextTable table = new TextTable(Align.LEFT, Align.LEFT, Align.LEFT)
                .row("name", "1 2 3", "one two three four")
                .row("n", "4", "abcdefghijklmnopqrstuvw");
        assertThat(table.within(20).toString()).isEqualTo("""
            name  1 2  one two
                  3    three
                       four
            n     4    abcdefgh
                       ijklmnop
                       qrstuvw
            """);
    }
}
