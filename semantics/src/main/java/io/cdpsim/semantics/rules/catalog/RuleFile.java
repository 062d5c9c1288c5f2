package io.cdpsim.semantics.rules.catalog;

import io.cdpsim.profile.CdpSupport;
import io.cdpsim.workloads.yaml.FilePosition;
import io.cdpsim.workloads.yaml.YamlFields;
import io.cdpsim.workloads.yaml.YamlNode;
import io.cdpsim.workloads.yaml.YamlReader;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads rules from YAML: a list of mappings with the fields {@code id}, {@code versions} (a list of CDP1, CDP2), {@code status}, {@code title},
 * {@code text}, {@code implemented_in} (a list of simple class names) and, for a rule without a scenario, {@code not_shown} with the reason.
 */
final class RuleFile {
    private static final List<String> FIELDS =
            List.of("id", "versions", "status", "title", "text", "implemented_in", "not_shown");
    private static final Pattern ID = Pattern.compile("([A-Z]+)-[1-9][0-9]{0,3}");

    private RuleFile() {}

    /**
     * The rules of a file.
     *
     * @param file the file name in messages
     * @throws io.cdpsim.workloads.InvalidInputException if the text is malformed; names file, line, column and what is expected there
     */
    static List<Rule> parse(String file, String text) {
        return items(YamlReader.read(file, text), "a list of rules, each starting with '- id:'").stream()
                .map(RuleFile::rule)
                .toList();
    }

    private static Rule rule(YamlNode node) {
        YamlFields fields = YamlFields.of(node, "a rule", FIELDS);
        String id = text(fields, "id");
        var group = ID.matcher(id);
        check(
                group.matches() && RuleCatalog.GROUPS.contains(group.group(1)),
                fields.get("id").place(),
                id,
                "an id such as TAIL-3, of a known group");
        String status = text(fields, "status");
        String title = text(fields, "title");
        check(!title.contains("\n"), fields.get("title").place(), title, "a title of one line");
        Optional<String> notShown = fields.find("not_shown").map(each -> text(fields, "not_shown"));
        List<String> implementedIn = fields.find("implemented_in")
                .map(each -> texts(each, "implemented_in"))
                .orElse(List.of());
        check(
                notShown.isPresent() || !implementedIn.isEmpty(),
                fields.place(),
                id,
                "with it 'implemented_in: [CLASS, ...]', or 'not_shown: REASON'");
        return new Rule(
                id,
                versions(fields.get("versions")),
                RuleStatus.of(status)
                        .orElseThrow(() -> problem(
                                fields.get("status").place(), status, "DOC, INF, 3P, CONFLICT, SILENT or MEAS")),
                title,
                text(fields, "text").replaceAll("\\s+", " "),
                implementedIn,
                List.of(),
                notShown,
                RuleScenarios.of(id));
    }

    private static List<CdpSupport> versions(YamlNode node) {
        List<String> names = texts(node, "versions");
        boolean isKnown = !names.isEmpty()
                && List.of("CDP1", "CDP2").containsAll(names)
                && names.stream().distinct().count() == names.size();
        check(isKnown, node.place(), "versions " + names, "[CDP1], [CDP2] or [CDP1, CDP2]");
        return names.stream().sorted().map(CdpSupport::valueOf).toList();
    }

    private static String text(YamlFields fields, String name) {
        return YamlFields.text(fields.get(name), "a text in '" + name + "'")
                .text()
                .strip();
    }

    private static List<String> texts(YamlNode node, String name) {
        return items(node, "a list in brackets as the value of '" + name + "'").stream()
                .map(each -> YamlFields.text(each, "a name in '" + name + "'").text())
                .toList();
    }

    private static List<YamlNode> items(YamlNode node, String expected) {
        if (node instanceof YamlNode.Sequence list) {
            return list.items();
        }
        throw node.place().problem("found " + node.kind() + ", expected " + expected);
    }

    private static void check(boolean holds, FilePosition place, String found, String expected) {
        if (!holds) {
            throw problem(place, found, expected);
        }
    }

    private static RuntimeException problem(FilePosition place, String found, String expected) {
        return place.problem("found " + found + ", expected " + expected);
    }
}
