package io.cdpsim.semantics.rules.catalog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.cdpsim.profile.CdpSupport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads rules from YAML: a list of mappings with the fields {@code id}, {@code versions} (a list of CDP1, CDP2), {@code status}, {@code title},
 * {@code text}, {@code implemented_in} (a list of simple class names) and, for a rule that no scenario shows, {@code not_shown} with the reason.
 */
final class RuleFile {
    private static final List<String> FIELDS =
            List.of("id", "versions", "status", "title", "text", "implemented_in", "not_shown");
    private static final Pattern ID = Pattern.compile("[A-Z]+-[1-9][0-9]{0,3}");

    private final String file;
    private final YAMLParser parser;

    private RuleFile(String file, YAMLParser parser) {
        this.file = file;
        this.parser = parser;
    }

    /**
     * The rules of a file.
     *
     * @param file its name, for errors
     * @throws IllegalArgumentException if it is not as described above; names the file, the line and what is expected there
     */
    static List<Rule> parse(String file, String text) {
        try (YAMLParser parser = new YAMLFactory().createParser(text)) {
            return new RuleFile(file, parser).rules();
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            String problem =
                    String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("unreadable");
            throw new IllegalArgumentException(file + ":" + line + ": not valid YAML: " + problem, e);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    private List<Rule> rules() throws IOException {
        expect(parser.nextToken() == JsonToken.START_ARRAY, "a list of rules, each beginning with '- id:'");
        List<Rule> rules = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            expect(parser.currentToken() == JsonToken.START_OBJECT, "a rule, beginning with '- id:'");
            rules.add(rule(line()));
        }
        return rules;
    }

    private Rule rule(int line) throws IOException {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            expect(FIELDS.contains(name), "one of the fields " + String.join(", ", FIELDS));
            expect(!fields.containsKey(name), "'" + name + "' once in a rule");
            parser.nextToken();
            fields.put(name, values(name));
        }
        String id = field(fields, "id", line);
        check(ID.matcher(id).matches() && isOfAGroup(id), line, id, "an id such as TAIL-3, of a known group");
        List<CdpSupport> versions = versions(fields, line);
        String status = field(fields, "status", line);
        String title = field(fields, "title", line);
        check(!title.contains("\n"), line, title, "a title of one line");
        Optional<String> notShown =
                fields.containsKey("not_shown") ? Optional.of(field(fields, "not_shown", line)) : Optional.empty();
        List<String> implementedIn = fields.getOrDefault("implemented_in", List.of());
        check(
                notShown.isPresent() || !implementedIn.isEmpty(),
                line,
                id,
                "with it 'implemented_in: [CLASS, ...]', or 'not_shown: REASON'");
        return new Rule(
                id,
                versions,
                RuleStatus.of(status).orElseThrow(() -> wrong(line, status, "DOC, INF, 3P, CONFLICT, SILENT or MEAS")),
                title,
                field(fields, "text", line).replaceAll("\\s+", " "),
                implementedIn,
                List.of(),
                notShown,
                RuleScenarios.of(id));
    }

    private static boolean isOfAGroup(String id) {
        return RuleCatalog.GROUPS.contains(id.substring(0, id.indexOf('-')));
    }

    /** The value of a field, or the values of a list. */
    private List<String> values(String name) throws IOException {
        JsonToken token = parser.currentToken();
        boolean list = name.equals("versions") || name.equals("implemented_in");
        if (!list) {
            expect(token != null && token.isScalarValue(), "text as the value of '" + name + "'");
            return List.of(scalar());
        }
        expect(token == JsonToken.START_ARRAY, "a list in brackets as the value of '" + name + "'");
        List<String> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            expect(parser.currentToken().isScalarValue(), "plain values in the list '" + name + "'");
            values.add(scalar());
        }
        return values;
    }

    private String scalar() throws IOException {
        return parser.currentToken() == JsonToken.VALUE_NULL
                ? ""
                : parser.getText().strip();
    }

    private List<CdpSupport> versions(Map<String, List<String>> fields, int line) {
        List<String> names = fields.getOrDefault("versions", List.of());
        boolean known = !names.isEmpty()
                && List.of("CDP1", "CDP2").containsAll(names)
                && names.stream().distinct().count() == names.size();
        check(known, line, "versions " + names, "[CDP1], [CDP2] or [CDP1, CDP2]");
        return names.stream().sorted().map(CdpSupport::valueOf).toList();
    }

    private String field(Map<String, List<String>> fields, String name, int line) {
        List<String> values = fields.getOrDefault(name, List.of(""));
        check(!values.get(0).isEmpty(), line, "no '" + name + "'", "one in every rule");
        return values.get(0);
    }

    private void expect(boolean holds, String expected) throws IOException {
        if (!holds) {
            String found = parser.currentToken() == null ? "the end" : "'" + parser.getText() + "'";
            throw wrong(line(), found, expected);
        }
    }

    private void check(boolean holds, int line, String found, String expected) {
        if (!holds) {
            throw wrong(line, found, expected);
        }
    }

    private IllegalArgumentException wrong(int line, String found, String expected) {
        return new IllegalArgumentException(file + ":" + line + ": found " + found + ", expected " + expected);
    }

    private int line() {
        return parser.currentTokenLocation().getLineNr();
    }
}
