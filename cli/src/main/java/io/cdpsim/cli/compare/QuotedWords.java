package io.cdpsim.cli.compare;

import io.cdpsim.workloads.WorkloadException;
import java.util.ArrayList;
import java.util.List;

/** A command that was given as one word, parted as a shell would: at blanks that stand in no quotation marks and behind no backslash. */
final class QuotedWords {
    private QuotedWords() {}

    /**
     * The words.
     *
     * @throws WorkloadException if a quotation mark is not closed
     */
    static List<String> of(String command) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < command.length(); i++) {
            char c = command.charAt(i);
            if (quote == '\'' || quote == '"') {
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '\'' || c == '"') {
                quote = c;
                inWord = true;
            } else if (c == '\\' && i + 1 < command.length()) {
                word.append(command.charAt(++i));
                inWord = true;
            } else if (Character.isWhitespace(c)) {
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
            throw new WorkloadException("the command '" + command + "' has a " + quote + " that is not closed");
        }
        if (inWord) {
            words.add(word.toString());
        }
        return words;
    }
}
