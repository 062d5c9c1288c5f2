package io.cdpsim.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.semantics.check.Occurrence;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import io.cdpsim.semantics.check.run.RunConditions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Findings that were made up, in each format: the files beside this class were written by hand after the format's own documents. */
class ReportFormatsTest {
    private static final RunConditions LAZY =
            new RunConditions(Profiles.load("h200"), Optional.empty(), LaunchPolicy.LAZY, 1);

    private static final Diagnostic RACE = new Diagnostic(
            Severity.ERROR,
            "MEM-12",
            "two grids race that no stream orders (a and b)",
            List.of(new SourceLocation("src/a b.cu", 6), new SourceLocation("/abs/x.cu", 12)),
            List.of("kernel a writes: src/a b.cu:6", "kernel b reads: /abs/x.cu:12"),
            "launch both into one stream, 100% sure");

    private static final Diagnostic NOTE = new Diagnostic(
            Severity.NOTE, "CHECK-timing", "the order of <lines> & \"more\" depends\u0001", List.of(), List.of(), "");

    private static final List<CaseResult> CASES = List.of(
            new CaseResult(
                    "racy, one: two",
                    "tests/s.check.yaml",
                    3,
                    2,
                    6,
                    List.of(new Occurrence(RACE, List.of(LAZY)), new Occurrence(NOTE, List.of())),
                    List.of("not run on k20x"),
                    List.of(),
                    1234),
            new CaseResult("fine", "tests/s.check.yaml", 9, 1, 1, List.of(), List.of(), List.of(), 6),
            new CaseResult("fine", "tests/s.check.yaml", 12, 1, 1, List.of(), List.of(), List.of(), 6),
            CaseResult.unavailable(
                    "gone", "tests/s.check.yaml", 15, "tests/s.check.yaml:15:5: there is no file none.cu"),
            new CaseResult("prog.cu", "prog.cu", 1, 0, 6, List.of(), List.of(), List.of(), 0));

    private static String golden(String name) throws IOException {
        try (var in = Objects.requireNonNull(ReportFormatsTest.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void peopleReadEachCaseAndWhatWasFoundBeneath() throws IOException {
        StringBuilder text = new StringBuilder();
        CASES.forEach(each -> text.append(TextReport.text(each, Severity.WARNING)));
        text.append(TextReport.total(CASES, Severity.WARNING));

        assertThat(text.toString()).isEqualTo(golden("people.txt"));
    }

    @Test
    void githubAnnotationsHaveFileLineAndEscapedTitle() throws IOException {
        assertThat(GithubAnnotations.text(CASES)).isEqualTo(golden("github.txt"));
    }

    @Test
    void junitHasASuiteAFileAndAFailureAFailedCase() throws Exception {
        String text = JunitReport.text(CASES, Severity.WARNING);

        assertThat(text).isEqualTo(golden("junit.xml"));
        Document xml = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        assertThat(xml.getDocumentElement().getAttribute("tests")).isEqualTo("5");
        assertThat(xml.getDocumentElement().getAttribute("errors")).isEqualTo("1");
        assertThat(xml.getElementsByTagName("testsuite").getLength()).isEqualTo(2);
        Element failure = (Element) xml.getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("type")).isEqualTo("MEM-12");
        assertThat(failure.getTextContent()).contains("the order of <lines> & \"more\" depends");
        assertThat(((Element) xml.getElementsByTagName("error").item(0)).getAttribute("type"))
                .isEqualTo("CHECK-input");
    }

    @Test
    void junitIsValidForTheServersThatReadIt() throws Exception {
        SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(new StreamSource(new StringReader(golden("junit-xml.xsd"))))
                .newValidator()
                .validate(new StreamSource(new StringReader(JunitReport.text(CASES, Severity.WARNING))));
    }

    @Test
    void sarifIsAsItsSpecificationSays() throws IOException {
        String text = SarifReport.text(CASES, "1.2");

        assertThat(text).isEqualTo(golden("sarif.json"));
    }

    /** What the schema of SARIF 2.1.0 asks of the parts that are written here. */
    @Test
    void sarifHasWhatItsSchemaAsksFor() throws IOException {
        JsonNode log = new ObjectMapper().readTree(SarifReport.text(CASES, "1.2"));

        assertThat(names(log)).isSubsetOf("$schema", "version", "runs");
        assertThat(log.get("version").asText()).isEqualTo("2.1.0");
        JsonNode run = log.get("runs").get(0);
        assertThat(names(run)).isSubsetOf("tool", "columnKind", "results");
        assertThat(run.get("columnKind").asText()).isIn("utf16CodeUnits", "unicodeCodePoints");
        JsonNode driver = run.get("tool").get("driver");
        assertThat(names(driver)).isSubsetOf("name", "version", "rules");
        assertThat(driver.get("name").isTextual()).isTrue();
        List<String> ids = new ArrayList<>();
        for (JsonNode rule : driver.get("rules")) {
            assertThat(names(rule)).containsExactly("id", "shortDescription");
            assertThat(rule.get("shortDescription").get("text").asText()).isNotEmpty();
            ids.add(rule.get("id").asText());
        }
        assertThat(ids).doesNotHaveDuplicates();
        for (JsonNode result : run.get("results")) {
            assertThat(names(result))
                    .isSubsetOf("ruleId", "ruleIndex", "level", "message", "locations", "relatedLocations");
            assertThat(ids.get(result.get("ruleIndex").asInt()))
                    .isEqualTo(result.get("ruleId").asText());
            assertThat(result.get("level").asText()).isIn("none", "note", "warning", "error");
            assertThat(result.get("message").get("text").asText()).isNotEmpty();
            List<JsonNode> locations = new ArrayList<>();
            result.get("locations").forEach(locations::add);
            result.path("relatedLocations").forEach(locations::add);
            assertThat(locations).isNotEmpty().allSatisfy(each -> {
                assertThat(names(each)).isSubsetOf("id", "physicalLocation", "message");
                JsonNode physical = each.get("physicalLocation");
                assertThat(names(physical)).containsExactly("artifactLocation", "region");
                assertThat(URI.create(
                                physical.get("artifactLocation").get("uri").asText()))
                        .isNotNull();
                assertThat(physical.get("region").get("startLine").asInt()).isPositive();
            });
        }
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void whatFailsIsForTheUserToSay() {
        assertThat(CASES.get(0).holds(Severity.ERROR)).isFalse();
        assertThat(CASES.get(1).holds(Severity.NOTE)).isTrue();
        CaseResult noted =
                new CaseResult("n", "n.cu", 1, 0, 1, List.of(new Occurrence(NOTE, List.of())), List.of(), List.of(), 1);
        assertThat(noted.holds(Severity.WARNING)).isTrue();
        assertThat(noted.holds(Severity.NOTE)).isFalse();
    }
}
