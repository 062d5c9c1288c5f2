package io.cdpsim.cli.check;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.semantics.check.Occurrence;
import io.cdpsim.semantics.check.diagnostic.CheckerRules;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import io.cdpsim.semantics.check.run.RunConditions;
import io.cdpsim.semantics.rules.catalog.Rule;
import io.cdpsim.semantics.rules.catalog.RuleCatalog;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Diagnostics as SARIF 2.1.0, which GitHub's code scanning and editors read. */
final class SarifReport {
    private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
    private static final String VERSION = "2.1.0";
    /** No colon: a colon in the first part of a relative reference would end its scheme. */
    private static final String UNESCAPED = "/-._~!$&'()*+,;=@";

    private SarifReport() {}

    /**
     * The document.
     *
     * @param program the version of CDPSim
     */
    static String text(List<CaseResult> cases, String program) {
        List<String> rules = List.copyOf(cases.stream()
                .flatMap(each -> Stream.concat(
                        each.occurrences().stream(), each.accepted().stream().map(it -> it.occurrence())))
                .map(each -> each.diagnostic().rule())
                .collect(Collectors.toCollection(TreeSet::new)));
        return JsonWriter.text(json -> {
            json.put("$schema", SCHEMA);
            json.put("version", VERSION);
            json.objects("runs", List.of(cases), all -> run(json, all, rules, program));
        });
    }

    private static void run(JsonWriter json, List<CaseResult> cases, List<String> rules, String program) {
        json.object(
                "tool",
                () -> json.object("driver", () -> {
                    json.put("name", "cdpsim");
                    json.put("version", program);
                    json.objects("rules", rules, each -> {
                        json.put("id", each);
                        message(json, "shortDescription", RuleTitles.of(each));
                    });
                }));
        json.put("columnKind", "utf16CodeUnits");
        List<Runnable> results = new ArrayList<>();
        for (CaseResult each : cases) {
            each.accepted()
                    .forEach(it -> results.add(() -> {
                        result(json, each, it.occurrence(), rules);
                        acceptance(json, it);
                    }));
            each.occurrences().forEach(occurrence -> results.add(() -> result(json, each, occurrence, rules)));
        }
        json.objects("results", results, Runnable::run);
    }

    private static void result(JsonWriter json, CaseResult of, Occurrence occurrence, List<String> rules) {
        Diagnostic found = occurrence.diagnostic();
        json.put("ruleId", found.rule());
        json.put("ruleIndex", rules.indexOf(found.rule()));
        json.put("level", found.severity().name().toLowerCase(Locale.ROOT));
        message(json, "message", words(found, occurrence.runs()));
        List<SourceLocation> places =
                found.locations().isEmpty() ? List.of(new SourceLocation(of.file(), of.line())) : found.locations();
        json.objects("locations", places.subList(0, 1), each -> location(json, each));
        if (places.size() > 1) {
            json.objects(
                    "relatedLocations",
                    IntStream.range(1, places.size()).boxed().toList(),
                    id -> {
                        json.put("id", id);
                        location(json, places.get(id));
                        message(json, "message", "the other side");
                    });
        }
    }

    private static String words(Diagnostic found, List<RunConditions> runs) {
        List<String> lines = new ArrayList<>();
        lines.add(found.message());
        lines.addAll(found.details());
        if (!found.fix().isEmpty()) {
            lines.add("fix: " + found.fix());
        }
        if (!runs.isEmpty()) {
            lines.add("seen with " + runs.get(0)
                    + (runs.size() > 1 ? " and " + (runs.size() - 1) + " other" + (runs.size() > 2 ? "s" : "") : ""));
        }
        return String.join("\n", lines);
    }

    private static void acceptance(JsonWriter json, Suppressions.Accepted accepted) {
        if (accepted.kind() == Suppressions.Kind.BASELINE) {
            json.put("baselineState", "unchanged");
            return;
        }
        json.objects("suppressions", List.of(accepted), each -> {
            json.put("kind", each.kind() == Suppressions.Kind.IN_SOURCE ? "inSource" : "external");
            json.put("status", "accepted");
            json.put("justification", each.reason());
        });
    }

    private static void location(JsonWriter json, SourceLocation place) {
        json.object("physicalLocation", () -> {
            json.object("artifactLocation", () -> json.put("uri", uri(place.file())));
            json.object("region", () -> json.put("startLine", place.line()));
        });
    }

    /** A file's name as a URI reference (RFC 3986): relative to the folder of the command, or of the scheme file. */
    static String uri(String file) {
        StringBuilder uri = new StringBuilder(file.startsWith("/") ? "file://" : "");
        for (byte each : file.getBytes(StandardCharsets.UTF_8)) {
            if (each > 0 && (Character.isLetterOrDigit(each) || UNESCAPED.indexOf(each) >= 0)) {
                uri.append((char) each);
            } else {
                uri.append(String.format(Locale.ROOT, "%%%02X", each));
            }
        }
        return uri.toString();
    }

    private static void message(JsonWriter json, String field, String text) {
        json.object(field, () -> {
            json.put("text", text);
        });
    }

    /** One-line titles of rules. */
    static final class RuleTitles {
        private RuleTitles() {}

        /** The title of a rule. */
        static String of(String rule) {
            return own(rule).or(() -> catalog(rule)).orElse(rule);
        }

        private static Optional<String> catalog(String id) {
            return RuleCatalog.load().find(id).map(Rule::title);
        }

        private static Optional<String> own(String rule) {
            return Optional.ofNullable(
                    switch (rule) {
                        case CheckerRules.RESULT -> "the program completes with the correct result";
                        case CheckerRules.STUCK -> "no program waits for an event that cannot happen";
                        case CheckerRules.BOMB -> "no program launches more grids than memory holds";
                        case CheckerRules.LIMIT -> "a run ends within its limit of simulated events";
                        case CheckerRules.NOT_JUDGED -> "a run ends before the limit of real time";
                        case CheckerRules.TIMING -> "the behaviour does not depend on when grids run";
                        case CheckerRules.COMPILE -> "the source compiles";
                        case CheckerRules.INPUT -> "all files are present and well-formed";
                        case CheckerRules.LOAD -> "the device can load the code";
                        case CheckerRules.NOT_SIMULATED -> "the program calls simulated functions only";
                        case CheckerRules.EXPECTATION -> "runs meet the expectations of the scenario";
                        default -> null;
                    });
        }
    }
}
