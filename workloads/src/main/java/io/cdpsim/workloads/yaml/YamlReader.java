package io.cdpsim.workloads.yaml;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads one YAML document. */
public final class YamlReader {
    private static final int MAX_DEPTH = 12;

    private final String file;
    private final YAMLParser parser;

    private YamlReader(String file, YAMLParser parser) {
        this.file = file;
        this.parser = parser;
    }

    /**
     * Reads a text.
     *
     * @param file its name in messages
     * @throws InvalidInputException if it is not YAML, or has anchors, duplicate keys or several documents
     */
    public static YamlNode read(String file, String text) {
        try (YAMLParser parser = new YAMLFactory().createParser(text)) {
            return new YamlReader(file, parser).document();
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            FilePosition place = at == null ? new FilePosition(file, 1, 1) : place(file, at);
            throw place.problem("not valid YAML: " + firstLine(e));
        } catch (IOException e) {
            throw new InvalidInputException("cannot read " + file + ": " + e.getMessage());
        }
    }

    private YamlNode document() throws IOException {
        if (parser.nextToken() == null) {
            return new YamlNode.Scalar(new FilePosition(file, 1, 1), "");
        }
        YamlNode root = node(0);
        if (parser.nextToken() != null) {
            throw place().problem("found a second document, expected one in a file");
        }
        return root;
    }

    private YamlNode node(int depth) throws IOException {
        if (depth > MAX_DEPTH) {
            throw place().problem("found values nested deeper than " + MAX_DEPTH + " levels");
        }
        JsonToken token = parser.currentToken();
        if (parser.isCurrentAlias() || parser.getObjectId() != null) {
            throw place().problem("found a YAML anchor or alias, expected the value itself; put a text in quotes");
        }
        if (token == JsonToken.START_OBJECT) {
            return mapping(depth);
        }
        if (token == JsonToken.START_ARRAY) {
            return sequence(depth);
        }
        String text = token == null || token == JsonToken.VALUE_NULL ? "" : parser.getText();
        return new YamlNode.Scalar(place(), text);
    }

    private YamlNode mapping(int depth) throws IOException {
        FilePosition start = place();
        List<YamlNode.Entry> entries = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            FilePosition keyPlace = place();
            if (!keys.add(key)) {
                throw keyPlace.problem("found '" + key + "' a second time, expected it once");
            }
            parser.nextToken();
            entries.add(new YamlNode.Entry(keyPlace, key, node(depth + 1)));
        }
        return new YamlNode.Mapping(start, entries);
    }

    private YamlNode sequence(int depth) throws IOException {
        FilePosition start = place();
        List<YamlNode> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(node(depth + 1));
        }
        return new YamlNode.Sequence(start, items);
    }

    private FilePosition place() {
        return place(file, parser.currentTokenLocation());
    }

    private static FilePosition place(String file, JsonLocation at) {
        return new FilePosition(file, Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()));
    }

    private static String firstLine(JsonProcessingException e) {
        String message = e.getOriginalMessage();
        return message == null ? "unreadable" : message.lines().findFirst().orElse("unreadable");
    }
}
