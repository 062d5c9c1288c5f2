package io.cdpsim.profile.read;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the YAML of one profile into {@link YamlNode}s with their lines. */
final class YamlText {
    private static final int MAX_DEPTH = 8;

    private final String origin;
    private final YAMLParser parser;

    private YamlText(String origin, YAMLParser parser) {
        this.origin = origin;
        this.parser = parser;
    }

    static YamlNode.Mapping parse(String origin, String text) {
        try (YAMLParser parser = new YAMLFactory().createParser(text)) {
            return new YamlText(origin, parser).document();
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNr());
            throw new ProfileException(new Place(origin, line) + ": not valid YAML: " + firstLine(e));
        } catch (IOException e) {
            throw new ProfileException(origin + ": cannot be read: " + e.getMessage());
        }
    }

    private YamlNode.Mapping document() throws IOException {
        if (parser.nextToken() == null) {
            throw new ProfileException(origin + ": found nothing, expected a profile");
        }
        YamlNode root = node(0);
        if (!(root instanceof YamlNode.Mapping mapping)) {
            throw new ProfileException(root.place() + ": found a value, expected sections such as 'sm:'");
        }
        if (parser.nextToken() != null) {
            throw new ProfileException(place() + ": found a second document, expected one profile in a file");
        }
        return mapping;
    }

    private YamlNode node(int depth) throws IOException {
        if (depth > MAX_DEPTH) {
            throw new ProfileException(place() + ": found fields nested too deeply, expected section, field, value");
        }
        JsonToken token = parser.currentToken();
        if (parser.isCurrentAlias() || parser.getObjectId() != null) {
            throw new ProfileException(place() + ": found a YAML anchor or alias, expected the value itself");
        }
        if (token == JsonToken.START_OBJECT) {
            return mapping(depth);
        }
        if (token == JsonToken.START_ARRAY) {
            return sequence(depth);
        }
        return new YamlNode.Scalar(place(), token == JsonToken.VALUE_NULL ? "" : parser.getText());
    }

    private YamlNode.Mapping mapping(int depth) throws IOException {
        Place start = place();
        List<YamlNode.Entry> entries = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            Place keyPlace = place();
            if (!keys.add(key)) {
                throw new ProfileException(keyPlace + ": found '" + key + "' a second time, expected it once");
            }
            parser.nextToken();
            entries.add(new YamlNode.Entry(keyPlace, key, node(depth + 1)));
        }
        return new YamlNode.Mapping(start, List.copyOf(entries));
    }

    private YamlNode.Sequence sequence(int depth) throws IOException {
        Place start = place();
        List<YamlNode.Scalar> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            YamlNode item = node(depth + 1);
            if (!(item instanceof YamlNode.Scalar scalar)) {
                throw new ProfileException(item.place() + ": found a nested list or section, expected plain values");
            }
            items.add(scalar);
        }
        return new YamlNode.Sequence(start, List.copyOf(items));
    }

    private Place place() {
        return new Place(origin, Math.max(0, parser.currentTokenLocation().getLineNr()));
    }

    private static String firstLine(JsonProcessingException e) {
        String message = e.getOriginalMessage();
        return message == null ? "unreadable" : message.lines().findFirst().orElse("unreadable");
    }
}
