package io.cdpsim.semantics.check.scenario;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/** Replaces values in the text of a scenario file and keeps everything else: order, white space and comments. */
public final class ScenarioText {
    private static final Pattern QUOTED = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|'[^']*'");
    private static final Pattern COMMENT = Pattern.compile("(^|\\s)#");

    private ScenarioText() {}

    /**
     * A text with replaced values.
     *
     * @param before the original text
     * @param text the new text
     * @param lostComments number of comments inside replaced values, which are lost
     */
    public record Rewritten(String before, String text, int lostComments) {
        /**
         * The changed lines, in the format of {@code diff -u}.
         *
         * @param file the file name in the heading
         */
        public String difference(String file) {
            List<String> old = before.lines().toList();
            List<String> now = text.lines().toList();
            StringBuilder shown = new StringBuilder("--- " + file + "\n+++ " + file + "\n");
            int at = 0;
            int there = 0;
            while (at < old.size() || there < now.size()) {
                if (at < old.size() && there < now.size() && old.get(at).equals(now.get(there))) {
                    at++;
                    there++;
                    continue;
                }
                int[] next = meeting(old, at, now, there);
                shown.append("@@ line ").append(at + 1).append('\n');
                old.subList(at, next[0])
                        .forEach(each -> shown.append('-').append(each).append('\n'));
                now.subList(there, next[1])
                        .forEach(each -> shown.append('+').append(each).append('\n'));
                at = next[0];
                there = next[1];
            }
            return shown.toString();
        }

        /** Where two texts become equal again: the nearest such lines, since values are short. */
        private static int[] meeting(List<String> old, int at, List<String> now, int there) {
            for (int apart = 1; apart <= old.size() - at + now.size() - there; apart++) {
                for (int i = 0; i <= apart; i++) {
                    int one = at + i;
                    int other = there + apart - i;
                    if (one < old.size() && other < now.size() && old.get(one).equals(now.get(other))) {
                        return new int[] {one, other};
                    }
                }
            }
            return new int[] {old.size(), now.size()};
        }
    }

    /** The text with new values, each at the position of its key. */
    public static Rewritten rewritten(String text, List<ExpectationEdit> edits) {
        List<ExpectationEdit> lastFirst = new ArrayList<>(edits);
        lastFirst.sort(
                Comparator.comparing((ExpectationEdit each) -> each.place().line())
                        .thenComparing(each -> each.place().column())
                        .reversed());
        StringBuilder now = new StringBuilder(text);
        int lost = 0;
        for (ExpectationEdit each : lastFirst) {
            lost += replace(now, offset(text, each), each.value());
        }
        return new Rewritten(text, now.toString(), lost);
    }

    private static int offset(String text, ExpectationEdit edit) {
        int at = 0;
        for (int line = 1; line < edit.place().line(); line++) {
            at = text.indexOf('\n', at) + 1;
        }
        return at + edit.place().column() - 1;
    }

    /** Replaces the value of the key at an offset. @return number of lost comments */
    private static int replace(StringBuilder text, int key, String value) {
        int colon = afterKey(text, key);
        int start = colon;
        while (start < text.length() && text.charAt(start) == ' ') {
            start++;
        }
        int lineStart = text.lastIndexOf("\n", key) + 1;
        boolean isFlow = text.substring(lineStart, key).strip().replace("-", "").length() > 0;
        char first = start < text.length() ? text.charAt(start) : '\n';
        boolean isBlock = first == '\n' || first == '\r' || first == '|' || first == '>' || first == '#';
        int end = isBlock ? blockEnd(text, start, key - lineStart) : flowEnd(text, start, isFlow);
        String old = text.substring(start, end);
        int lost = (int) QUOTED.matcher(old)
                .replaceAll("")
                .lines()
                .filter(each -> COMMENT.matcher(each).find())
                .count();
        text.replace(colon, end, " " + value + (isBlock && !old.isEmpty() && end < text.length() ? "\n" : ""));
        return lost;
    }

    /** The offset after the colon of a key, which may be quoted. */
    private static int afterKey(CharSequence text, int key) {
        int at = key;
        char quote = text.charAt(at);
        if (quote == '"' || quote == '\'') {
            at++;
            while (text.charAt(at) != quote) {
                at++;
            }
        }
        while (text.charAt(at) != ':' || isWithinKey(text, at)) {
            at++;
        }
        return at + 1;
    }

    private static boolean isWithinKey(CharSequence text, int colon) {
        return colon + 1 < text.length() && !Character.isWhitespace(text.charAt(colon + 1));
    }

    /** The end of a block value: the start of the first line that is not indented deeper than its key. */
    private static int blockEnd(CharSequence text, int start, int indent) {
        int at = lineEnd(text, start);
        int end = at;
        while (at < text.length()) {
            int next = at + 1;
            int first = next;
            while (first < text.length() && text.charAt(first) == ' ') {
                first++;
            }
            int lineEnd = lineEnd(text, next);
            boolean isBlank = first >= lineEnd;
            boolean isItem = first < text.length() && text.charAt(first) == '-' && first - next >= indent;
            if (!isBlank && first - next <= indent && !isItem) {
                break;
            }
            at = lineEnd;
            end = isBlank ? end : lineEnd;
        }
        return Math.min(text.length(), end + (end < text.length() ? 1 : 0));
    }

    private static int lineEnd(CharSequence text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) != '\n') {
            at++;
        }
        return at;
    }

    /** The end of a value on the line of its key: a comment, the end of the line, or a separator in a flow collection. */
    private static int flowEnd(CharSequence text, int start, boolean isFlow) {
        int depth = 0;
        char quote = 0;
        int at = start;
        for (; at < text.length(); at++) {
            char c = text.charAt(at);
            if (quote != 0) {
                if (c == '\\' && quote == '"') {
                    at++;
                } else if (c == quote) {
                    quote = 0;
                }
            } else if ((c == '"' || c == '\'') && (depth > 0 || at == start)) {
                quote = c;
            } else if ((c == '[' || c == '{') && (depth > 0 || at == start)) {
                depth++;
            } else if ((c == ']' || c == '}') && depth > 0) {
                depth--;
            } else if (depth == 0 && isEnd(text, at, isFlow)) {
                break;
            }
        }
        while (at > start && Character.isWhitespace(text.charAt(at - 1))) {
            at--;
        }
        return at;
    }

    private static boolean isEnd(CharSequence text, int at, boolean isFlow) {
        char c = text.charAt(at);
        boolean isComment = c == '#' && at > 0 && Character.isWhitespace(text.charAt(at - 1));
        return c == '\n' || isComment || (isFlow && (c == ',' || c == '}'));
    }
}
