package io.cdpsim.experiments.validation.row;

import java.util.regex.Pattern;

/** Names of rows, with {@code *} for any text: {@code latency,ffma,*}. */
public final class RowPattern {
    private final String text;
    private final Pattern pattern;

    private RowPattern(String text) {
        this.text = text;
        pattern = Pattern.compile(Pattern.quote(text).replace("*", "\\E.*\\Q"));
    }

    /** The pattern in a text. */
    public static RowPattern of(String text) {
        return new RowPattern(text);
    }

    /** Whether it matches a whole name. */
    public boolean matches(String name) {
        return pattern.matcher(name).matches();
    }

    /** The text of the pattern. */
    @Override
    public String toString() {
        return text;
    }
}
