package io.cdpsim.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A command that a page shows, with what the page shows of its output.
 *
 * @param place page and line, for messages
 * @param line the command line as written, without {@code cdpsim} and without a comment
 * @param exitCode what the page says, 0 unless it says otherwise
 * @param output lines shown below the command; {@code ...} stands for any text, alone in a line for lines left out anywhere
 */
record DocumentedCommand(String place, String line, int exitCode, List<String> output) {
    private static final String ANYTHING = "...";

    /** Options with the name of a file that is written. */
    private static final Set<String> WRITES = Set.of("--out", "--trace", "--report", "--junit", "--sarif");

    DocumentedCommand {
        output = List.copyOf(output);
    }

    /** Whether the output goes to another program, which the test does not have. */
    boolean isPiped() {
        return line.contains(" | ");
    }

    /**
     * The arguments of {@code cdpsim}.
     *
     * @param root where files of the documentation are looked up
     * @param written where files go that a command writes with {@code --out} and the like, and where later ones find them
     */
    String[] arguments(Path root, Path written) {
        String command = isPiped() ? line.substring(0, line.indexOf(" | ")) : line;
        List<String> words = words(command);
        String[] arguments = new String[words.size()];
        for (int i = 0; i < arguments.length; i++) {
            String word = words.get(i);
            boolean isWritten = i > 0
                    && (WRITES.contains(words.get(i - 1))
                            || isStarted(words, i)
                            || Files.exists(written.resolve(word)));
            boolean isRead = word.matches("(docs|examples|labs|measurements)/.*") && Files.exists(root.resolve(word));
            arguments[i] = isRead ? root + "/" + word : isWritten ? written + "/" + word : word;
        }
        return arguments;
    }

    /** Whether a word is the folder that a lab is put into. */
    private static boolean isStarted(List<String> words, int at) {
        return at == 3 && words.subList(0, 2).equals(List.of("lab", "start"));
    }

    /** Parts a line at its spaces, as a shell does, but for those in single or double quotes. */
    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        char quote = 0;
        for (char c : (line + " ").toCharArray()) {
            if (quote != 0 ? c == quote : c == '\'' || c == '"') {
                quote = quote == 0 ? c : 0;
            } else if (c != ' ' || quote != 0) {
                word.append(c);
            } else if (word.length() > 0) {
                words.add(word.toString());
                word.setLength(0);
            }
        }
        return words;
    }

    /**
     * Whether a page that shows {@link #output} tells the truth of a program that printed this text. Runs of spaces count as one. With a
     * line {@code ...} the lines shown must be among those printed, in their order; without one they must be all.
     */
    boolean shows(String printed) {
        List<String> actual = printed.lines().toList();
        boolean whole = !output.contains(ANYTHING);
        int next = 0;
        for (String line : output) {
            if (line.equals(ANYTHING)) {
                continue;
            }
            Pattern expected = pattern(line);
            while (!whole
                    && next < actual.size()
                    && !expected.matcher(spaced(actual.get(next))).matches()) {
                next++;
            }
            if (next == actual.size()
                    || !expected.matcher(spaced(actual.get(next))).matches()) {
                return false;
            }
            next++;
        }
        return !whole || next == actual.size();
    }

    private static Pattern pattern(String line) {
        return Pattern.compile(Pattern.quote(spaced(line)).replace(ANYTHING, "\\E.*\\Q"));
    }

    private static String spaced(String line) {
        return line.strip().replaceAll(" +", " ");
    }

    @Override
    public String toString() {
        return place + ": cdpsim " + line;
    }
}
