package io.cdpsim.cli.check;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsim.semantics.check.Occurrence;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Diagnostics that users accept: by a comment in the source, by a line of a file, or since an earlier report has them. */
final class Suppressions {
    /** {@code // cdpsim: allow MEM-12 reason}, at the end of the line of the diagnostic or on the line above. */
    private static final Pattern COMMENT = Pattern.compile(
            "(?://|/\\*|#)\\s*cdpsim:\\s*allow\\s+([A-Z]+-[\\w]+(?:\\s*,\\s*[A-Z]+-[\\w]+)*)\\s*(.*?)\\s*(?:\\*/)?$");

    /** {@code MEM-12 tests/racy.cu:7 # reason}; the file and the line may be missing. */
    private static final Pattern LINE = Pattern.compile(
            "(?<rule>[A-Z]+-[\\w]+)(?:\\s+(?<file>[^\\s#:]+)(?::(?<line>\\d{1,9}))?)?\\s*(?:#\\s*(?<reason>.*))?");

    /** How a diagnostic is accepted. */
    enum Kind {
        /** By a comment in the source. */
        IN_SOURCE,
        /** By a line of the file of {@code --suppress}. */
        EXTERNAL,
        /** By the report of {@code --baseline}. */
        BASELINE
    }

    /**
     * An accepted diagnostic.
     *
     * @param reason the reason that the user gives; may be empty
     */
    record Accepted(Occurrence occurrence, Kind kind, String reason) {}

    private record Entry(String place, String rule, String file, int line, String reason) {}

    private final List<Entry> entries;
    private final Set<Entry> used = new HashSet<>();
    private final Set<String> known;
    private final Map<String, List<String>> sources = new HashMap<>();

    /**
     * The suppressions of a command line.
     *
     * @param file the file of suppressions
     * @param baseline an earlier SARIF report of this command
     * @throws InvalidInputException if a file is missing or malformed
     */
    Suppressions(@Nullable Path file, @Nullable Path baseline) {
        entries = file == null ? List.of() : entries(file);
        known = baseline == null ? Set.of() : known(baseline);
    }

    private static List<Entry> entries(Path file) {
        List<Entry> entries = new ArrayList<>();
        List<String> lines =
                FileErrors.textOf(file, "suppressions, one a line").lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String place = file + ":" + (i + 1);
            Matcher parts = LINE.matcher(line);
            if (!parts.matches()) {
                throw new InvalidInputException(place + ": found '" + line
                        + "', expected a rule, optionally a file and a line, and a reason, such as"
                        + " 'MEM-12 src/racy.cu:7 # a lost update is fine here'");
            }
            entries.add(new Entry(
                    place,
                    parts.group("rule"),
                    Optional.ofNullable(parts.group("file")).orElse(""),
                    parts.group("line") == null ? 0 : Integer.parseInt(parts.group("line")),
                    Optional.ofNullable(parts.group("reason")).orElse("")));
        }
        return entries;
    }

    private static Set<String> known(Path report) {
        Set<String> known = new HashSet<>();
        try {
            JsonNode log = new ObjectMapper().readTree(FileErrors.textOf(report, "a SARIF report"));
            if (log == null || !log.path("runs").isArray()) {
                throw new InvalidInputException(
                        report + ": has no 'runs', expected a report that 'cdpsim check --sarif' has written");
            }
            for (JsonNode run : log.path("runs")) {
                for (JsonNode result : run.path("results")) {
                    known.add(fingerprint(
                            result.path("ruleId").asText(),
                            result.path("locations")
                                    .path(0)
                                    .path("physicalLocation")
                                    .path("artifactLocation")
                                    .path("uri")
                                    .asText(),
                            result.path("message").path("text").asText()));
                }
            }
        } catch (JsonProcessingException e) {
            throw new InvalidInputException(
                    report + ": is not JSON, expected a report that 'cdpsim check --sarif' has written");
        }
        return known;
    }

    /** A diagnostic without its line, which other changes of a file move. */
    private static String fingerprint(String rule, String uri, String message) {
        String first = message.lines().findFirst().orElse("");
        return rule + "\n" + uri + "\n" + first.replaceAll(":\\d+", "");
    }

    /** The cases without their accepted diagnostics, which they keep apart. */
    List<CaseResult> applied(List<CaseResult> cases) {
        return cases.stream().map(this::applied).toList();
    }

    private CaseResult applied(CaseResult of) {
        List<Occurrence> left = new ArrayList<>();
        List<Accepted> accepted = new ArrayList<>();
        Deque<Occurrence> queue = new ArrayDeque<>(of.occurrences());
        while (!queue.isEmpty()) {
            Occurrence each = queue.remove();
            Optional<Accepted> acceptance = acceptance(of, each);
            if (acceptance.isPresent()) {
                accepted.add(acceptance.get());
                // A user who accepts a race does not accept a wrong result.
                each.consequences().forEach(queue::add);
            } else {
                left.add(each);
            }
        }
        return of.without(left, accepted);
    }

    private Optional<Accepted> acceptance(CaseResult of, Occurrence occurrence) {
        Diagnostic found = occurrence.diagnostic();
        SourceLocation place = found.locations().isEmpty()
                ? new SourceLocation(of.file(), of.line())
                : found.locations().get(0);
        for (SourceLocation each : found.locations()) {
            Optional<String> reason = comment(each, found.rule());
            if (reason.isPresent()) {
                return Optional.of(new Accepted(occurrence, Kind.IN_SOURCE, reason.get()));
            }
        }
        for (Entry each : entries) {
            boolean matches = each.rule().equals(found.rule())
                    && (each.file().isEmpty() || ("/" + place.file()).endsWith("/" + each.file()))
                    && (each.line() == 0 || each.line() == place.line());
            if (matches) {
                used.add(each);
                return Optional.of(new Accepted(occurrence, Kind.EXTERNAL, each.reason()));
            }
        }
        if (known.contains(fingerprint(found.rule(), SarifReport.uri(place.file()), found.message()))) {
            return Optional.of(new Accepted(occurrence, Kind.BASELINE, ""));
        }
        return Optional.empty();
    }

    /** The reason of a comment that accepts a rule at a line. */
    private Optional<String> comment(SourceLocation place, String rule) {
        List<String> lines = sources.computeIfAbsent(place.file(), Suppressions::lines);
        for (int line = place.line(); line >= Math.max(1, place.line() - 1); line--) {
            if (line <= lines.size()) {
                Matcher comment = COMMENT.matcher(lines.get(line - 1));
                boolean isAlone =
                        line == place.line() || lines.get(line - 1).strip().matches("(?://|/\\*|#).*");
                if (isAlone
                        && comment.find()
                        && List.of(comment.group(1).split("\\s*,\\s*")).contains(rule)) {
                    return Optional.of(comment.group(2));
                }
            }
        }
        return Optional.empty();
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file));
        } catch (IOException | InvalidPathException e) {
            return List.of();
        }
    }

    /** The lines of the file of suppressions that accept nothing any more. */
    List<String> unused() {
        return entries.stream()
                .filter(each -> !used.contains(each))
                .map(each -> each.place() + ": accepts nothing, remove it")
                .toList();
    }
}
