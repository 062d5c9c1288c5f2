package io.cdpsim.cli.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.cli.CommandRun;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** {@code --svg} and {@code --html} of programs that are run and of rules that are shown. */
class TimelineFilesTest {
    private static final String SVG = "http://www.w3.org/2000/svg";

    /** What a browser fetches by itself, or goes to when asked. */
    private static final Pattern REFERENCE = Pattern.compile(
            "(?i)\\b(src|href|srcset|action|data)\\s*=|url\\(|@import|<(script|link|iframe|img|object)\\b");

    @TempDir
    private Path folder;

    private String drawn(String command, String option, String name) throws Exception {
        List<String> words = new ArrayList<>(List.of(command.split(" ", -1)));
        words.addAll(List.of(option, folder.resolve(name).toString()));
        CommandRun run = CommandRun.of(words.toArray(String[]::new));
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        return Files.readString(folder.resolve(name));
    }

    /** @throws org.xml.sax.SAXException if it is not well-formed */
    private static Document parsed(String xml) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> texts(Document svg) {
        NodeList found = svg.getElementsByTagNameNS(SVG, "text");
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            texts.add(found.item(i).getTextContent());
        }
        return texts;
    }

    @Test
    void aGraphIsARowWithItsNodesBelowItAndItsLauncherInItsName() throws Exception {
        String drawn = drawn("run graph --graph grid:2", "--svg", "graph.svg");

        assertThat(texts(parsed(drawn)))
                .containsSubsequence(
                        "graph 1, launch 1: host",
                        "0 advance",
                        "1 level, after node 0",
                        "graph 1, launch 2: grid 1, tail",
                        "0 advance");
        assertThat(drawn).contains("1 level, grid 2: waits for node 0 (advance)", "waits for launch");
    }

    @Test
    void theTextSaysWhatEachNodeWaitedFor() {
        CommandRun run = CommandRun.of("rules", "show", "G-3");

        assertThat(run.out())
                .contains("waited for")
                .containsPattern("graph 2, launch 2 +grid 1, tail .* end of launch 1 [0-9.]+\\n +0 T .* launch 2\\.7");
    }

    /** The names are those of the grids that the scenario and the listing launch. */
    @ParameterizedTest
    @CsvSource({"run example:tail-pair, P C1 C2", "rules show TAIL-2, P tail X F"})
    void aPictureIsXmlWithABarForEachGrid(String command, String grids) throws Exception {
        Document svg = parsed(drawn(command, "--svg", "drawn.svg"));

        Element root = svg.getDocumentElement();
        assertThat(root.getNamespaceURI()).isEqualTo(SVG);
        assertThat(root.getLocalName()).isEqualTo("svg");
        assertThat(texts(svg)).contains(grids.split(" ", -1));
        int width = Integer.parseInt(root.getAttribute("width"));
        NodeList bars = svg.getElementsByTagNameNS(SVG, "rect");
        for (int i = 0; i < bars.getLength(); i++) {
            Element bar = (Element) bars.item(i);
            if (!bar.getAttribute("width").endsWith("%")) {
                double start = Double.parseDouble(bar.getAttribute("x"));
                assertThat(start).isNotNegative();
                assertThat(start + Double.parseDouble(bar.getAttribute("width")))
                        .isLessThanOrEqualTo(width);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"run example:tail-pair, C2", "rules show TAIL-2, tail"})
    void aPageNeedsNothingFromElsewhere(String command, String grid) throws Exception {
        String page = drawn(command, "--html", "drawn.html");

        assertThat(page).startsWith("<!DOCTYPE html>").contains(">" + grid + "</text>");
        assertThat(REFERENCE.matcher(page).results()).isEmpty();
        // A namespace is a name and no address.
        assertThat(page.replace("xmlns=\"" + SVG + "\"", "")).doesNotContain("://");
    }

    /** What the picture shows alone stands in the page, too, and the source as the listing has it. */
    @Test
    void aPageHoldsThePictureAndTheSource() throws Exception {
        String svg = drawn("run example:tail-pair", "--svg", "drawn.svg");
        String page = drawn("run example:tail-pair", "--html", "drawn.html");

        assertThat(page).contains(svg.strip()).contains("cudaStreamTailLaunch", "&lt;&lt;&lt;");
    }

    @Test
    void anUnwritableFileIsReportedBeforeTheRun() {
        String file = folder.resolve("no").resolve("drawn.svg").toString();

        CommandRun run = CommandRun.of("run", "example:tail-pair", "--svg", file);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("--svg", file);
    }
}
