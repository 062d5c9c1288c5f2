package io.cdpsim.programs.plan.yaml;

import io.cdpsim.spelling.SimilarName;
import java.util.List;
import java.util.Optional;

/** The values of a mapping of which is known what keys it may have. */
public final class YamlFields {
    private final YamlNode.Mapping mapping;
    private final String what;

    private YamlFields(YamlNode.Mapping mapping, String what) {
        this.mapping = mapping;
        this.what = what;
    }

    /**
     * A mapping's values.
     *
     * @param what what the mapping describes, such as {@code a launch}
     * @param known the keys that it may have
     * @throws io.cdpsim.workloads.InvalidInputException if it is no mapping, or has another key
     */
    public static YamlFields of(YamlNode node, String what, List<String> known) {
        YamlNode.Mapping mapping = mapping(node, what, known);
        for (YamlNode.Entry each : mapping.entries()) {
            if (!known.contains(each.key())) {
                throw each.place()
                        .problem("unknown key '" + each.key() + "' of " + what + didYouMean(each.key(), known));
            }
        }
        return new YamlFields(mapping, what);
    }

    private static YamlNode.Mapping mapping(YamlNode node, String what, List<String> known) {
        if (node instanceof YamlNode.Mapping mapping) {
            return mapping;
        }
        if (node instanceof YamlNode.Scalar scalar && scalar.text().isEmpty()) {
            return new YamlNode.Mapping(node.place(), List.of());
        }
        throw node.place()
                .problem("found " + node.kind() + ", expected " + what + ", which has " + String.join(", ", known));
    }

    /** The end of a message about a name that is not known: the nearest one, or all. */
    public static String didYouMean(String found, List<String> known) {
        return SimilarName.of(found, known)
                .map(near -> "; did you mean '" + near + "'?")
                .orElse(known.isEmpty() ? "; there is none" : ", expected one of " + String.join(", ", known));
    }

    /** Where the mapping stands. */
    public FilePosition place() {
        return mapping.place();
    }

    /** The entries. */
    public List<YamlNode.Entry> entries() {
        return mapping.entries();
    }

    /** Whether a key is there. */
    public boolean has(String key) {
        return find(key).isPresent();
    }

    /** The value of a key, if it is there. */
    public Optional<YamlNode> find(String key) {
        return mapping.entries().stream()
                .filter(each -> each.key().equals(key))
                .map(YamlNode.Entry::value)
                .findFirst();
    }

    /** The value of a key. @throws io.cdpsim.workloads.InvalidInputException if it is not there */
    public YamlNode get(String key) {
        return find(key).orElseThrow(() -> place().problem(what + " lacks '" + key + "'"));
    }

    /** The one entry of these keys. @throws io.cdpsim.workloads.InvalidInputException if none or several are there */
    public YamlNode.Entry oneOf(List<String> keys) {
        List<YamlNode.Entry> found = mapping.entries().stream()
                .filter(each -> keys.contains(each.key()))
                .toList();
        if (found.isEmpty()) {
            throw place().problem(what + " lacks one of " + String.join(", ", keys));
        }
        if (found.size() > 1) {
            throw found.get(1)
                    .place()
                    .problem("found '" + found.get(1).key() + "' beside '"
                            + found.get(0).key() + "', expected one of them");
        }
        return found.get(0);
    }

    /** A text that is not empty. */
    public static YamlNode.Scalar text(YamlNode node, String expected) {
        if (node instanceof YamlNode.Scalar scalar && !scalar.text().isEmpty()) {
            return scalar;
        }
        throw node.place().problem("found " + node.kind() + ", expected " + expected);
    }

    /** A whole number in a range, both ends accepted. */
    public static long whole(YamlNode node, long least, long most) {
        String expected = "a whole number from " + least + " to " + most;
        String text = text(node, expected).text();
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Reported below, as one out of range.
        }
        throw node.place().problem("found '" + text + "', expected " + expected);
    }

    /** The same, or another number where the key is not there. */
    public long whole(String key, long least, long most, long otherwise) {
        return find(key).map(each -> whole(each, least, most)).orElse(otherwise);
    }
}
