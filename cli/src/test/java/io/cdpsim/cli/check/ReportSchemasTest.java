package io.cdpsim.cli.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsim.semantics.check.Occurrence;
import io.cdpsim.semantics.check.diagnostic.CheckerRules;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.SAXException;

/** Reports of hostile names and texts, against the schemas of those who read them. */
class ReportSchemasTest {
    private static final List<String> TEXTS = List.of(
            "plain",
            "plain",
            "plain (2)",
            "",
            " ",
            "a\u0001b",
            "a\u0002b",
            "line\nfeed",
            "line feed",
            "tab\tand\rreturn",
            "]]> <![CDATA[ <b a=\"1\"> &amp; ' %25",
            "half \uD800 pair, whole \uD83D\uDE00 pair",
            "\uFFFE\uFFFF\u007F\u0085\u2028",
            "größe μs 日本",
            "c:d e.cu",
            "../up/./x y#z?q=1.cu",
            "/abs/a b.cu",
            "back\\slash[1].cu",
            "{0} and {x} [link](1)");

    @TempDir
    private Path folder;

    /** Each text as name, file, message, detail, fix and reason, in a case of each kind. */
    private static List<CaseResult> cases() {
        List<CaseResult> cases = new ArrayList<>();
        for (String text : TEXTS) {
            for (Severity each : Severity.values()) {
                List<SourceLocation> places = each == Severity.NOTE
                        ? List.of()
                        : List.of(new SourceLocation(text, 1), new SourceLocation(text, 999_999_999));
                Occurrence found = new Occurrence(
                        new Diagnostic(each, "MEM-12", text, places, List.of(text, text), text), List.of());
                cases.add(new CaseResult(text, text, 1, 1, 1, List.of(found), List.of(text), List.of(), 1_234_567));
                cases.add(new CaseResult(text, text, 2, 0, 0, List.of(found), List.of(), List.of(), 1));
                CaseResult accepting = new CaseResult(text, "one", 3, 0, 1, List.of(), List.of(), List.of(), 0);
                for (Suppressions.Kind kind : Suppressions.Kind.values()) {
                    cases.add(accepting.without(
                            List.of(found, found), List.of(new Suppressions.Accepted(found, kind, text))));
                }
            }
            cases.add(CaseResult.unavailable(text, "one", 1, text + "\n" + text));
            cases.add(new CaseResult(
                    text,
                    "one",
                    1,
                    0,
                    0,
                    List.of(new Occurrence(
                            new Diagnostic(Severity.ERROR, CheckerRules.COMPILE, text, List.of(), List.of(), text),
                            List.of())),
                    List.of(),
                    List.of(),
                    1));
        }
        return cases;
    }

    private static void validate(String xml) throws IOException, SAXException {
        try (var schema = Objects.requireNonNull(ReportSchemasTest.class.getResourceAsStream("junit-xml.xsd"))) {
            SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                    .newSchema(new StreamSource(schema))
                    .newValidator()
                    .validate(new StreamSource(new StringReader(xml)));
        }
    }

    @Test
    void junitIsValidAndNamesNoTwoCasesAlikeWhateverTheirNames() throws Exception {
        String xml = JunitReport.text(cases(), Severity.WARNING);

        assertThat(xml).contains("<error type=\"CHECK-input\"", "<error type=\"CHECK-compile\"", "<failure ");
        validate(xml);
        validate(JunitReport.text(cases(), Severity.NOTE));
        assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(xml)).isTrue();
    }

    @Test
    void theSchemaRefusesAnAttributeThatJenkinsDoesNotKnowAndALackingOne() {
        String xml = JunitReport.text(cases(), Severity.WARNING);

        assertThatThrownBy(() -> validate(xml.replaceFirst("<testcase ", "<testcase file=\"x\" ")))
                .hasMessageContaining("'file'");
        assertThatThrownBy(() -> validate(xml.replaceFirst(" classname=\"plain\"", "")))
                .hasMessageContaining("'classname'");
    }

    @Test
    void urisOfSarifAreReferencesThatNameTheFileAgain() throws IOException {
        JsonNode log = new ObjectMapper().readTree(SarifReport.text(cases(), "1.2"));
        List<String> files = new ArrayList<>();
        for (JsonNode each : log.findValues("uri")) {
            URI uri = URI.create(each.asText());
            assertThat(uri.getScheme()).isIn((String) null, "file");
            files.add(uri.getPath());
        }

        assertThat(files).contains("c:d e.cu", "../up/./x y#z?q=1.cu", "/abs/a b.cu", "a\u0001b", "größe μs 日本", "");
    }

    @Test
    void sarifIsValidByTheSchemaOfOasis() throws Exception {
        String python = python();
        Path log = folder.resolve("r.sarif");
        // As bytes, which is how the command writes it: half a pair becomes a question mark
        Files.write(log, SarifReport.text(cases(), "1.2").getBytes(StandardCharsets.UTF_8));
        Path empty = Files.writeString(folder.resolve("empty.sarif"), SarifReport.text(List.of(), "1.2"));
        Path wrong = Files.writeString(
                folder.resolve("wrong.sarif"),
                Files.readString(log).replaceFirst("\"startLine\": 1\\b", "\"startLine\": 0"));

        assertThat(validation(python, log)).isEmpty();
        assertThat(validation(python, empty)).isEmpty();
        assertThat(validation(python, wrong)).contains("startLine", "minimum");
    }

    /** The errors that Python's jsonschema finds, a line each. */
    private String validation(String python, Path log) throws IOException, InterruptedException {
        Path schema = folder.resolve("schema.json");
        if (!Files.exists(schema)) {
            try (var in =
                    Objects.requireNonNull(ReportSchemasTest.class.getResourceAsStream("sarif-schema-2.1.0.json"))) {
                Files.copy(in, schema);
            }
        }
        return run(python, "-c", """
            import json, sys
            from jsonschema import Draft7Validator
            schema, log = (json.load(open(each, encoding='utf-8')) for each in sys.argv[1:])
            Draft7Validator.check_schema(schema)
            for each in Draft7Validator(schema).iter_errors(log):
                print('/'.join(map(str, each.absolute_path)), each.validator, each.message)
            """, schema.toString(), log.toString());
    }

    /** The first Python that has jsonschema; Debian's is tried too, where another one is first on the path. */
    private String python() throws IOException, InterruptedException {
        for (String each : List.of("python3", "/usr/bin/python3")) {
            if (run(each, "-c", "import jsonschema; print('there')").equals("there\n")) {
                return each;
            }
        }
        assumeTrue(false, "no python3 here has jsonschema");
        throw new IllegalStateException();
    }

    private String run(String... command) throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "out", "");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment().put("PYTHONUTF8", "1");
        try {
            builder.start().waitFor();
        } catch (IOException e) {
            return e.toString();
        }
        return Files.readString(out);
    }
}
