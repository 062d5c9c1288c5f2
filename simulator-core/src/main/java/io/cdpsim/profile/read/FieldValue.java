package io.cdpsim.profile.read;

import java.util.List;

/**
 * One field as it was written.
 *
 * @param path section and name, joined by dots
 * @param items the value, or the values of a list
 * @param list whether it was written as a list
 * @param place where it stands
 * @param source where the value is from; empty if nothing says
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
