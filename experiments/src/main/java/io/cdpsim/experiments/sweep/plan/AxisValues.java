package io.cdpsim.experiments.sweep.plan;

import io.cdpsim.workloads.InvalidInputException;
import java.util.ArrayList;
import java.util.List;

/** The values of an axis as text: separated by commas, each a value or a {@link NumberRange}. */
final class AxisValues {
    private AxisValues() {}

    /** Splits a text at its commas, except those in brackets, which enclose a list as one value. */
    static List<String> parted(String text) {
        List<String> items = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '[') {
                depth++;
            } else if (c == ']') {
                depth--;
            } else if (c == ',' && depth <= 0) {
                items.add(text.substring(start, i));
                start = i + 1;
            }
        }
        items.add(text.substring(start));
        return items;
    }

    /** The values of one item. */
    static List<String> of(String name, String item) {
        String value = item.strip();
        if (value.isEmpty()) {
            throw new InvalidInputException(name + ": found an empty value, expected values parted by single commas");
        }
        try {
            return NumberRange.parse(value).map(NumberRange::values).orElse(List.of(value));
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(name + ": " + e.getMessage());
        }
    }
}
