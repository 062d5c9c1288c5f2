package io.cdpsim.cli.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.base.Splitter;
import com.google.common.io.Resources;
import io.cdpsim.cli.CommandRun;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;

/** Figures are compared with files that were looked at, in a browser and in a PDF reader; what they show is read back from them. */
class PlotCommandTest {
    @TempDir
    private static Path folder;

    private static String resource(String name) {
        try {
            return Resources.toString(Resources.getResource(PlotCommandTest.class, name), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static CommandRun plot(String arguments) {
        return CommandRun.of(Splitter.on(' ')
                .splitToStream("plot " + arguments.replace("DIR", folder.toString()))
                .toArray(String[]::new));
    }

    private static String drawn(String arguments, String ending) throws IOException {
        Path file = folder.resolve("figure" + ending);
        CommandRun run = plot(arguments + " --out " + file);
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        return Files.readString(file);
    }

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("blocks.csv"), resource("blocks.csv"));
        Files.writeString(folder.resolve("sweep.csv"), """
            point,variant,pool,seed,time_us,correct,error
            1,warp,2048,1,10,true,
            2,warp,4096,1,20,true,
            3,block,2048,1,30,true,
            4,block,4096,1,,false,does not fit
            """);
        Files.writeString(folder.resolve("seeds.csv"), """
            point,pool,seed,time_us
            1,2048,1,10
            2,2048,2,30
            3,2048,3,12
            4,4096,1,20
            """);
        Files.writeString(folder.resolve("names.csv"), "gpu,speed_gbps\n\u03bb-1,0\nK40,-4\n");
        Files.writeString(folder.resolve("empty.csv"), "");
        Files.writeString(folder.resolve("header.csv"), "a,b\n");
    }

    @Test
    void numbersAreLinesWithBandsInSvg() throws IOException {
        assertThat(drawn("DIR/blocks.csv --x blocks --y time_us --by scheme --log x,y", ".svg"))
                .isEqualTo(resource("lines.svg"));
    }

    @Test
    void theSameFigureIsAPdfWithTextAsText() throws IOException {
        String pdf = drawn("DIR/blocks.csv --x blocks --y time_us --by scheme --log x,y", ".pdf");

        assertThat(pdf).isEqualTo(resource("lines.pdf"));
        assertThat(pdf).contains("(flat \\(1 kernel\\)) Tj", "(time \\(\\265s\\)) Tj", "/BaseFont /Helvetica");
    }

    /** ISO 32000-1, 7.5.4: readers find every object by the byte offsets in the table. */
    @Test
    void theTableOfAPdfLeadsToItsObjectsAndTheStreamHasItsLength() throws IOException {
        String pdf = drawn("DIR/blocks.csv --x blocks --y time_us --by scheme", ".pdf");
        Matcher start = Pattern.compile("startxref\\n(\\d+)\\n%%EOF\\n$").matcher(pdf);
        assertThat(start.find()).isTrue();
        assertThat(pdf.substring(Integer.parseInt(start.group(1)))).startsWith("xref\n0 7\n");
        Matcher entry = Pattern.compile("(\\d{10}) 00000 n \\n").matcher(pdf);
        int object = 0;
        while (entry.find()) {
            object++;
            assertThat(pdf.substring(Integer.parseInt(entry.group(1)))).startsWith(object + " 0 obj\n");
        }
        assertThat(object).isEqualTo(6);
        Matcher stream = Pattern.compile("/Length (\\d+) >>\\nstream\\n").matcher(pdf);
        assertThat(stream.find()).isTrue();
        assertThat(pdf.substring(stream.end() + Integer.parseInt(stream.group(1))))
                .startsWith("endstream\nendobj");
    }

    @Test
    void namesAreBarsFromZeroWithoutALine() throws Exception {
        String svg = drawn("DIR/sweep.csv --x variant --y time_us --only pool=2048", ".svg");

        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        assertThat(document.getElementsByTagName("title").getLength()).isEqualTo(2);
        assertThat(svg)
                .doesNotContain("class=\"l-s0\"")
                .contains("variant warp: 10 \u00b5s", "variant block: 30 \u00b5s");
        // The bar of 10 has a third of the height of that of 30.
        double[] heights = Pattern.compile("class=\"f-s0\" d=\"M[0-9.]+ ([0-9.]+)L[0-9.]+ [0-9.]+L[0-9.]+ ([0-9.]+)")
                .matcher(svg)
                .results()
                .mapToDouble(bar -> Double.parseDouble(bar.group(2)) - Double.parseDouble(bar.group(1)))
                .toArray();
        assertThat(heights).hasSize(2);
        assertThat(heights[0]).isCloseTo(heights[1] / 3, within(0.02));
    }

    @Test
    void seedsOfOnePlaceAreTheirMedianWithTheirRange() throws IOException {
        String svg = drawn("DIR/seeds.csv --x pool --y time_us", ".svg");

        assertThat(svg).contains("pool 2048: 12 \u00b5s", "pool 4096: 20 \u00b5s", "fill-opacity");
    }

    @Test
    void failedRowsAreLeftOutAndCounted() {
        CommandRun run = plot("DIR/sweep.csv --x variant --y time_us --by pool --out DIR/failed.svg");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEqualTo("cdpsim: 1 of the rows have an error or no value and are not drawn\n");
    }

    @Test
    void aCharacterThatThePdfFontLacksIsReported() {
        CommandRun run = plot("DIR/names.csv --x gpu --y speed_gbps --out DIR/names.pdf");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).contains("the font of the PDF has no '\u03bb'");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        DIR/sweep.csv --x varint --y time_us --out DIR/a.svg            | has no column 'varint'; did you mean 'variant'?
        DIR/sweep.csv --x pool --y variant --out DIR/a.svg              | row 1: column 'variant' has 'warp', expected a number; columns of numbers: point, pool, seed, time_us
        DIR/sweep.csv --x pool --y time_us --out DIR/a.svg              | rows with pool 2048 differ in 'variant'; give --by variant, or --only variant=warp
        DIR/sweep.csv --x pool --y time_us --only pool=1 --out DIR/a.svg | --only pool=1: no row has it; the column has 2048, 4096
        DIR/sweep.csv --x pool --y time_us --out DIR/a.png              | expected a name that ends in .svg or .pdf
        DIR/sweep.csv --x pool --y time_us --out DIR/none/a.svg         | is in a folder that does not exist
        DIR/sweep.csv --x pool --y time_us --log z --out DIR/a.svg      | --log: found 'z', expected x, y or x,y
        DIR/sweep.csv --x variant --y pool --by time_us --log x --out DIR/a.svg | --log x: the column 'variant' has names
        DIR/names.csv --x gpu --y speed_gbps --log y --out DIR/a.svg    | --log y: column 'speed_gbps' has -4.0, which has no logarithm
        DIR/empty.csv --x a --y b --out DIR/a.svg                       | found an empty file
        DIR/header.csv --x a --y b --out DIR/a.svg                      | found no row below the names of the columns
        DIR/none.csv --x a --y b --out DIR/a.svg                        | there is no such file
        """)
    void badInputIsNamed(String arguments, String words) {
        CommandRun run = plot(arguments);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("cdpsim: ").contains(words);
        assertThat(folder.resolve("a.svg")).doesNotExist();
    }
}
