package io.cdpsim.workloads.irregular;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizeFileReaderTest {
    @TempDir
    private Path folder;

    private List<Integer> read(String text, String column) throws IOException {
        Path file = Files.writeString(folder.resolve("s.csv"), text);
        ItemSizes sizes = SizeSource.parse(
                        file.toString(), Optional.ofNullable(column).filter(c -> !c.isEmpty()))
                .load(1);
        return IntStream.range(0, sizes.parents()).mapToObj(sizes::size).toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "3\n0\n12\n",
                "3\r\n0\r\n12",
                "\uFEFF3\n0\n12\n",
                "# degrees\n\n  3 # a comment\n\t0\n12\n   \n",
                "size\n3\n0\n12\n",
                "\"3\"\n 0 \n12\n"
            })
    void aNumberALine(String text) throws IOException {
        assertThat(read(text, "")).containsExactly(3, 0, 12);
    }

    @ParameterizedTest
    @ValueSource(strings = {"size", "2"})
    void aColumnOfCsvByItsNameOrItsNumber(String column) throws IOException {
        assertThat(read("vertex,size,note\n1,3,\n2,0,\"a, b\"\n3, 12 ,x\n", column))
                .containsExactly(3, 0, 12);
    }

    @Test
    void aColumnWithoutNames() throws IOException {
        assertThat(read("1,3\n2,0\n", "2")).containsExactly(3, 0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3;4;x || :3:1: found 'x', expected a whole number from 0 to 268435456",
                "3;-1 || :2:1: found '-1', expected a whole number from 0 to 268435456",
                "3;1.5 || :2:1: found '1.5', expected a whole number",
                "3;٣ || :2:1: found '٣', expected a whole number",
                "3,4 || :1:3: found 2 columns, expected one; say which with --column, by its number from 1",
                "a,b || :1:3: found 2 columns, expected one; say which with --column, by its name or its number from 1",
                "a,size;1,2;1,  x | size | :3:5: found 'x', expected a whole number",
                "a,size;1,2;1 | size | :3:1: found 1 columns, expected 2 as in the first line",
                "a,size;1,2 | siz | :1:1: there is no column 'siz'; did you mean 'size'?",
                "a,size;1,2 | 3 | :1:1: there is no column '3', expected one of a, size, or a number from 1 to 2",
                "1,2 | size | :1:1: there is no column 'size', expected a number from 1 to 2: the columns have no"
                        + " names",
                "268435456;1 || :2:1: the sizes up to here are 268435457 items, expected at most 268435456 in all",
                "# none || :1:1: found the end of the file, expected sizes",
                "size || :1:1: found the end of the file, expected sizes"
            })
    void whatIsWrongIsSaidWithItsLineAndItsPlaceThere(String text, String column, String message) {
        assertThatThrownBy(() -> read(text.replace(';', '\n'), column))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(folder.resolve("s.csv") + message);
    }

    @Test
    void aFolderIsNotAFile() {
        assertThatThrownBy(() ->
                        SizeSource.parse(folder.toString(), Optional.empty()).load(1))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageEndingWith("is a directory, expected a file of sizes");
    }
}
