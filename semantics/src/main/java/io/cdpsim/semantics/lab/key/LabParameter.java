package io.cdpsim.semantics.lab.key;

import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number in the questions of a lab that differs from student to student.
 *
 * @param texts the texts that contain it, in which <code>{}</code> stands for the value
 * @param values all values; the files of the lab have the first
 */
public record LabParameter(List<String> texts, List<String> values) {
    private static final String PLACE = "{}";

    public LabParameter {
        texts = List.copyOf(texts);
        values = List.copyOf(values);
    }

    /** The value for a name: the first for an empty one, else one that the name and the texts determine. */
    String value(String name) {
        if (name.isEmpty()) {
            return values.get(0);
        }
        long seed = 0;
        for (char each : (name + '/' + texts.get(0)).toCharArray()) {
            seed = 31 * seed + each;
        }
        return values.get(new SplittableRandom(seed).nextInt(values.size()));
    }

    /** A text of the lab with the value for a name. */
    public String apply(String name, String text) {
        String changed = text;
        for (String each : texts) {
            Pattern original = Pattern.compile(
                    "(?<![\\w-])" + Pattern.quote(each.replace(PLACE, values.get(0))) + "(?![\\w.]\\w|\\w)");
            changed = original.matcher(changed).replaceAll(Matcher.quoteReplacement(each.replace(PLACE, value(name))));
        }
        return changed;
    }
}
