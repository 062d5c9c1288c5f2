package io.cdpsim.workloads;

import java.util.ArrayList;
import java.util.List;

/** The tokens of a command line, split as a shell splits them: at blanks outside quotes and without a backslash before them. */
public final class CommandTokens {
    private CommandTokens() {}

    /** The tokens of a line. @throws IllegalArgumentException if a quote is not closed */
    public static List<String> of(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\\' && quote != '\'' && i + 1 < line.length()) {
                word.append(line.charAt(++i));
                inWord = true;
            } else if (quote != 0 && c == quote) {
                quote = 0;
            } else if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
                inWord = true;
            } else if (quote == 0 && Character.isWhitespace(c)) {
                if (inWord) {
                    words.add(word.toString());
                    word.setLength(0);
                    inWord = false;
                }
            } else {
                word.append(c);
                inWord = true;
            }
        }
        if (quote != 0) {
            throw new IllegalArgumentException("'" + line + "' has a " + quote + " that is not closed");
        }
        if (inWord) {
            words.add(word.toString());
        }
        return words;
    }

    /** A line that {@link #of} splits into these tokens. */
    public static String line(List<String> words) {
        StringBuilder line = new StringBuilder();
        for (String word : words) {
            if (!line.isEmpty()) {
                line.append(' ');
            }
            boolean plain = !word.isEmpty() && word.chars().allMatch(c -> c > ' ' && "\\\"'".indexOf(c) < 0);
            line.append(plain ? word : "'" + word.replace("'", "'\\''") + "'");
        }
        return line.toString();
    }
}
