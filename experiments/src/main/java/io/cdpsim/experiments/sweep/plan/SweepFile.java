package io.cdpsim.experiments.sweep.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.cdpsim.spelling.SimilarName;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Reads a sweep from a YAML file: {@code workload}, {@code vary} (values by name: a list, or the text after {@code --vary NAME=}), {@code fixed} (a
 * value by name), {@code repeat} and {@code sample}. Its file names are relative to the working directory.
 */
public final class SweepFile {
    private static final int MAX_BYTES = 1 << 20;
    private static final List<String> FIELDS = List.of("workload", "fixed", "vary", "repeat", "sample");

    private final String file;
    private final YAMLParser parser;
    private final Set<String> seen = new HashSet<>();
    private String workload = "";
    private final Map<String, String> fixed = new LinkedHashMap<>();
    private final List<SweepAxis> axes = new ArrayList<>();
    private int repeat = 1;
    private OptionalInt sample = OptionalInt.empty();

    private SweepFile(String file, YAMLParser parser) {
        this.file = file;
        this.parser = parser;
    }

    /**
     * Reads a file.
     *
     * @throws InvalidInputException if it is not a sweep; the message names the line and the expected content
     */
    public static SweepSpecification read(Path file) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new InvalidInputException(file + ": has more than " + MAX_BYTES + " bytes, expected a sweep");
            }
        } catch (IOException e) {
            throw new InvalidInputException(file + ": cannot be read: " + FileErrors.reason(e));
        }
        return parse(file.toString(), FileErrors.textOf(file, "a sweep as YAML"));
    }

    /**
     * Parses the text of a file.
     *
     * @param file its name, for messages
     * @throws InvalidInputException as {@link #read}
     */
    static SweepSpecification parse(String file, String text) {
        try (YAMLParser parser = new YAMLFactory().createParser(text)) {
            return new SweepFile(file, parser).question();
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNr());
            throw new InvalidInputException(file + ":" + line + ": not valid YAML: "
                    + String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("unreadable"));
        } catch (IOException e) {
            throw new InvalidInputException(file + ": cannot be read: " + e.getMessage());
        }
    }

    private SweepSpecification question() throws IOException {
        expect(next() == JsonToken.START_OBJECT, "fields such as 'workload: bfs'");
        while (next() == JsonToken.FIELD_NAME) {
            String name = once("", parser.currentName());
            next();
            field(name);
        }
        expect(next() == null, "one sweep in a file");
        if (workload.isEmpty()) {
            throw new InvalidInputException(file + ": found no workload, expected a line such as 'workload: bfs'");
        }
        try {
            return new SweepSpecification(workload, fixed, axes, repeat, sample);
        } catch (InvalidInputException e) {
            throw new InvalidInputException(file + ": " + e.getMessage());
        }
    }

    private void field(String name) throws IOException {
        switch (name) {
            case "workload" -> workload = scalar("the name of a workload");
            case "repeat" -> repeat = count();
            case "sample" -> sample = OptionalInt.of(count());
            case "fixed" -> fixed();
            case "vary" -> vary();
            default ->
                throw wrong(
                        "'" + name + "'",
                        SimilarName.of(name, FIELDS)
                                .map(near -> "'" + near + "'")
                                .orElse("one of " + String.join(", ", FIELDS) + "; options belong below 'fixed:'"));
        }
    }

    private void fixed() throws IOException {
        expect(parser.currentToken() == JsonToken.START_OBJECT, "a value by name below 'fixed:'");
        while (next() == JsonToken.FIELD_NAME) {
            String name = once("fixed", parser.currentName());
            boolean list = next() == JsonToken.START_ARRAY;
            // A list is the value of a field that is one
            fixed.put(name, list ? "[" + String.join(", ", list(name)) + "]" : scalar("one value of '" + name + "'"));
        }
    }

    private void vary() throws IOException {
        expect(parser.currentToken() == JsonToken.START_OBJECT, "values by name below 'vary:'");
        while (next() == JsonToken.FIELD_NAME) {
            String name = once("vary", parser.currentName());
            int line = line();
            boolean list = next() == JsonToken.START_ARRAY;
            try {
                axes.add(
                        list
                                ? SweepAxis.of(name, list(name))
                                : SweepAxis.parse(name + "="
                                        + scalar("values of '" + name + "', as in [16, 32] or 16..4096:x2")));
            } catch (InvalidInputException e) {
                throw String.valueOf(e.getMessage()).startsWith(file + ":")
                        ? e
                        : new InvalidInputException(file + ":" + line + ": " + e.getMessage());
            }
        }
    }

    private List<String> list(String name) throws IOException {
        List<String> items = new ArrayList<>();
        while (next() != JsonToken.END_ARRAY) {
            items.add(scalar("plain values of '" + name + "'; quote a list that is one value"));
        }
        return items;
    }

    private int count() throws IOException {
        String text = scalar("a whole number from 1");
        if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) < 1) {
            throw wrong("'" + text + "'", "a whole number from 1 to 999999999");
        }
        return Integer.parseInt(text);
    }

    private String scalar(String expected) throws IOException {
        JsonToken token = parser.currentToken();
        expect(token != null && token.isScalarValue() && token != JsonToken.VALUE_NULL, expected);
        String text = parser.getText().strip();
        expect(!text.isEmpty(), expected);
        return text;
    }

    private String once(String section, String name) {
        if (!seen.add(section + ":" + name)) {
            throw wrong("'" + name + "' a second time", "it once");
        }
        return name;
    }

    private JsonToken next() throws IOException {
        JsonToken token = parser.nextToken();
        if (parser.isCurrentAlias() || parser.getObjectId() != null) {
            throw wrong("a YAML anchor or alias", "the value itself");
        }
        return token;
    }

    private void expect(boolean holds, String expected) throws IOException {
        if (!holds) {
            JsonToken token = parser.currentToken();
            boolean plain = token != null && token.isScalarValue() && token != JsonToken.VALUE_NULL;
            throw wrong(
                    plain
                            ? "'" + parser.getText() + "'"
                            : token == JsonToken.START_OBJECT
                                    ? "names and values (a field of the profile is one name with dots: l2.latency)"
                                    : token == JsonToken.START_ARRAY ? "a list" : "nothing",
                    expected);
        }
    }

    private InvalidInputException wrong(String found, String expected) {
        return new InvalidInputException(file + ":" + line() + ": found " + found + ", expected " + expected);
    }

    private int line() {
        return Math.max(0, parser.currentTokenLocation().getLineNr());
    }
}
