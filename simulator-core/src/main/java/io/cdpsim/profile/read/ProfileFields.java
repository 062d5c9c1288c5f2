package io.cdpsim.profile.read;

import io.cdpsim.spelling.SimilarName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a profile, merged with its bases and overrides, and the set of fields that were read.
 *
 * <p>A field that was never read is unknown. So {@link #finish} reports all problems at the end: it reports a misspelt field
 * before the missing field that results from it.
 */
final class ProfileFields {
    private final String origin;
    private final Map<String, FieldValue> values = new LinkedHashMap<>();
    private final Map<String, Place> sections = new LinkedHashMap<>();

    /** By field, the number of the last file or override that contains it. */
    private final Map<String, Integer> layerByPath = new HashMap<>();

    private int layers;
    private final Set<String> read = new LinkedHashSet<>();
    private final List<String> problems = new ArrayList<>();

    ProfileFields(String origin) {
        this.origin = origin;
    }

    /** Adds a file, which overrides earlier ones. */
    void add(ProfileFile file) {
        layers++;
        values.putAll(file.fields());
        file.fields().keySet().forEach(path -> layerByPath.put(path, layers));
        sections.putAll(file.sections());
    }

    /** Marks all fields so far as inherited from another profile. */
    void markInherited(String profile) {
        for (Map.Entry<String, FieldValue> entry : values.entrySet()) {
            entry.setValue(entry.getValue().inheritedFrom(profile));
        }
    }

    /** Overrides a field by {@code path=value}; a list is written {@code [a, b]}. */
    void override(String text) {
        int equals = text.indexOf('=');
        String path = equals < 0 ? "" : text.substring(0, equals).strip();
        String value = equals < 0 ? "" : text.substring(equals + 1).strip();
        if (path.isEmpty() || value.isEmpty()) {
            throw new ProfileException("override '" + text + "': expected field=value, for example 'sm.count=16'");
        }
        boolean list = value.startsWith("[") && value.endsWith("]");
        List<String> items =
                list ? List.of(value.substring(1, value.length() - 1).strip().split("\\s*,\\s*")) : List.of(value);
        layerByPath.put(path, ++layers);
        values.put(path, new FieldValue(path, items, list, new Place("override '" + text + "'", 0), "override"));
    }

    /** The section with a name. If {@code optional}, its missing fields read as 0. */
    SectionReader section(String name, boolean optional) {
        return new SectionReader(this, name, optional);
    }

    /** The fields outside any section. */
    SectionReader top() {
        return new SectionReader(this, "", false);
    }

    @Nullable
    FieldValue read(String path) {
        read.add(path);
        return values.get(path);
    }

    /** Whether a field comes from the same file or override as another field, or from a later one. */
    boolean isWrittenLater(String path, String other) {
        return layerByPath.getOrDefault(path, 0) >= layerByPath.getOrDefault(other, 0);
    }

    boolean has(String path) {
        return values.containsKey(path);
    }

    void problem(FieldValue value, String expected) {
        String text = value.text();
        String found = text.isEmpty() ? "nothing" : "'" + text + "'";
        problems.add(value.place() + ": " + value.path() + ": found " + found + ", expected " + expected);
    }

    void missing(String path, String expected) {
        int dot = path.lastIndexOf('.');
        Place section = dot < 0 ? null : sections.get(path.substring(0, dot));
        problems.add((section == null ? origin : section.toString()) + ": " + path + ": missing, expected " + expected);
    }

    /**
     * The fields that were read and are present, in the order of reading.
     *
     * @throws ProfileException for the first problem
     */
    List<ProfileField> finish() {
        for (FieldValue value : values.values()) {
            if (!read.contains(value.path())) {
                throw new ProfileException(unknown(value));
            }
        }
        if (!problems.isEmpty()) {
            throw new ProfileException(problems.get(0));
        }
        List<ProfileField> fields = new ArrayList<>();
        for (String path : read) {
            FieldValue value = values.get(path);
            if (value != null) {
                Place place = value.place();
                fields.add(new ProfileField(path, value.text(), value.source(), place.origin(), place.line()));
            }
        }
        return List.copyOf(fields);
    }

    private String unknown(FieldValue value) {
        String path = value.path();
        for (String known : read) {
            if (known.startsWith(path + ".")) {
                return value.place() + ": " + path + ": found "
                        + (value.text().isEmpty() ? "nothing" : "'" + value.text() + "'")
                        + ", expected a section with fields such as '" + known + "'";
            }
            if (path.startsWith(known + ".")) {
                return value.place() + ": " + known + ": found field '" + path.substring(known.length() + 1)
                        + "' under it, expected one value";
            }
        }
        String fix = SimilarName.of(path, read)
                .map(name -> "did you mean '" + name + "'?")
                .orElse("'profiles show' lists the fields");
        return value.place() + ": unknown field '" + path + "'; " + fix;
    }

    /**
     * One field of a file or override.
     *
     * @param path section and name, joined by dots
     * @param items the value, or the values of a list
     * @param list whether it was written as a list
     * @param place its location
     * @param source the source of the value; empty if not given
     */
    record FieldValue(String path, List<String> items, boolean list, Place place, String source) {
        FieldValue {
            items = List.copyOf(items);
        }

        String text() {
            return list ? "[" + String.join(", ", items) + "]" : items.get(0);
        }

        FieldValue inheritedFrom(String profile) {
            return new FieldValue(
                    path,
                    items,
                    list,
                    place,
                    source.isEmpty() ? "" : "as ".concat(profile).concat(": ").concat(source));
        }
    }
}
