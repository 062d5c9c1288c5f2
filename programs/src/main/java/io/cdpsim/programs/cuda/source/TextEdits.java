package io.cdpsim.programs.cuda.source;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Edits of a text, collected in any order. An edit keeps the line ends of the text that it removes, so that other text stays on its line. */
final class TextEdits {
    private final List<Edit> edits = new ArrayList<>();

    private record Edit(int start, int end, String replacement, int order) {}

    void insert(int at, String text) {
        replace(at, at, text);
    }

    void replace(int start, int end, String replacement) {
        edits.add(new Edit(start, end, replacement, edits.size()));
    }

    /**
     * The edited text. Of two overlapping edits, the one with the lower start applies; insertions precede replacements at the same position.
     */
    String apply(String text) {
        edits.sort(
                Comparator.comparingInt(Edit::start).thenComparingInt(Edit::end).thenComparingInt(Edit::order));
        StringBuilder changed = new StringBuilder(text.length() + 100 * edits.size());
        int at = 0;
        for (Edit edit : edits) {
            if (edit.start < at) {
                continue;
            }
            changed.append(text, at, edit.start).append(edit.replacement);
            text.substring(edit.start, edit.end).chars().filter(c -> c == '\n').forEach(c -> changed.append('\n'));
            at = edit.end;
        }
        return changed.append(text, at, text.length()).toString();
    }
}
