package io.cdpsim.profile.read;

import io.cdpsim.profile.read.ProfileFields.FieldValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One profile file as a flat map of its fields by their dotted paths. It does not check which fields exist.
 *
 * <p>A field is written {@code field: value} or {@code field: {value: ..., source: ...}}. A {@code source} inside a section
 * applies to all its fields without one. A source at the top level applies only to the fields at the top level.
 */
final class ProfileFile {
    private static final String SOURCE = "source";
    private static final String VALUE = "value";
    private static final String EXTENDS = "extends";

    private final String origin;
    private final Map<String, FieldValue> fields = new LinkedHashMap<>();
    private final Map<String, Place> sections = new LinkedHashMap<>();
    private YamlNode.@Nullable Scalar base;

    private ProfileFile(String origin) {
        this.origin = origin;
    }

    static ProfileFile parse(String origin, String text) {
        YamlNode.Mapping root = YamlText.parse(origin, text);
        ProfileFile file = new ProfileFile(origin);
        List<YamlNode.Entry> own = new ArrayList<>();
        for (YamlNode.Entry entry : root.entries()) {
            if (entry.key().equals(EXTENDS)) {
                file.base = scalar(entry, "the name of a profile or the path of a profile file");
            } else {
                own.add(entry);
            }
        }
        file.addSection("", new YamlNode.Mapping(root.place(), List.copyOf(own)), "");
        return file;
    }

    String origin() {
        return origin;
    }

    /** The profile that this one extends, as written, or null. */
    YamlNode.@Nullable Scalar base() {
        return base;
    }

    Map<String, FieldValue> fields() {
        return fields;
    }

    Map<String, Place> sections() {
        return sections;
    }

    private void addSection(String path, YamlNode.Mapping section, String outerSource) {
        String source = outerSource;
        for (YamlNode.Entry entry : section.entries()) {
            if (entry.key().equals(SOURCE)) {
                source = scalar(entry, "words").text();
            }
        }
        for (YamlNode.Entry entry : section.entries()) {
            if (!entry.key().equals(SOURCE)) {
                String below = path.isEmpty() ? entry.key() : path.concat(".").concat(entry.key());
                addEntry(below, entry, source, path.isEmpty());
            }
        }
    }

    private void addEntry(String path, YamlNode.Entry entry, String source, boolean top) {
        if (!(entry.value() instanceof YamlNode.Mapping mapping)) {
            addField(path, entry.place(), entry.value(), source);
            return;
        }
        if (mapping.has(VALUE)) {
            addFieldWithSource(path, entry.place(), mapping, source);
            return;
        }
        sections.put(path, entry.place());
        addSection(path, mapping, top ? "" : source);
    }

    private void addFieldWithSource(String path, Place place, YamlNode.Mapping mapping, String outerSource) {
        String source = outerSource;
        YamlNode value = mapping;
        for (YamlNode.Entry entry : mapping.entries()) {
            if (entry.key().equals(VALUE)) {
                value = entry.value();
            } else if (entry.key().equals(SOURCE)) {
                source = scalar(entry, "words").text();
            } else {
                throw new ProfileException(entry.place() + ": " + path + ": found '" + entry.key()
                        + "' beside 'value', expected only 'source'");
            }
        }
        addField(path, place, value, source);
    }

    private void addField(String path, Place place, YamlNode value, String source) {
        if (value instanceof YamlNode.Scalar scalar) {
            fields.put(path, new FieldValue(path, List.of(scalar.text()), false, place, source));
        } else if (value instanceof YamlNode.Sequence sequence) {
            List<String> items = new ArrayList<>();
            for (YamlNode.Scalar item : sequence.items()) {
                items.add(item.text());
            }
            fields.put(path, new FieldValue(path, items, true, place, source));
        } else {
            throw new ProfileException(place + ": " + path + ": found fields under 'value', expected one value");
        }
    }

    private static YamlNode.Scalar scalar(YamlNode.Entry entry, String expected) {
        if (entry.value() instanceof YamlNode.Scalar scalar && !scalar.text().isBlank()) {
            return scalar;
        }
        throw new ProfileException(entry.place() + ": " + entry.key() + ": found no text, expected " + expected);
    }
}
