package io.cdpsim.profile.read;

import java.util.List;

/** A YAML node with its location in the file. It supports only what profiles need: text, lists of text, mappings. */
sealed interface YamlNode {
    Place place();

    record Scalar(Place place, String text) implements YamlNode {}

    record Sequence(Place place, List<Scalar> items) implements YamlNode {}

    record Mapping(Place place, List<Entry> entries) implements YamlNode {
        boolean has(String key) {
            for (Entry entry : entries) {
                if (entry.key().equals(key)) {
                    return true;
                }
            }
            return false;
        }
    }

    record Entry(Place place, String key, YamlNode value) {}
}
