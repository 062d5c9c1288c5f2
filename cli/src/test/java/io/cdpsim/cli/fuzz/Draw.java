package io.cdpsim.cli.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Seeded choices, and the ways in which a text becomes another that is nearly the same. */
final class Draw {
    /** Words that are wrong nearly everywhere, or at the edge of what is right. */
    private static final List<String> ODD = List.of(
            "",
            "-1",
            "0",
            "1",
            "1.5",
            "-0",
            "1e-320",
            "1e308",
            "NaN",
            "Infinity",
            "0x10",
            "1,000",
            "\u0663",
            "2147483648",
            "-2147483649",
            "9999999999999999999999",
            "\u202e",
            "\u001b[2J",
            "\uFEFF",
            "\u00e9",
            "\ud83d\ude00",
            "\u0000",
            "\"",
            "'",
            "%s%n",
            "${x}",
            "../..",
            "null",
            "true");

    private final Random random;

    Draw(long seed) {
        this.random = new Random(seed);
    }

    /** A whole number from 0 to one less than the bound. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    /** True once in so many times. */
    boolean oneIn(int times) {
        return below(times) == 0;
    }

    <T> T of(List<T> choices) {
        return choices.get(below(choices.size()));
    }

    /** A word from outside, now and then one of the given. */
    String word(List<String> known) {
        return known.isEmpty() || oneIn(3) ? of(ODD) : of(known);
    }

    /** A name for a file, seldom an odd one. */
    String fileName(String suffix) {
        return oneIn(20)
                ? of(List.of("a b", "\u00fc", "x\u202ey", "e\u001b[2J", "n".repeat(200), "-x")) + suffix
                : "input" + suffix;
    }

    /**
     * The text with one to three changes: lines left out, doubled, swapped or cut off, words replaced, or bytes changed.
     *
     * @param words what to put in place of words, besides odd ones
     * @param separators the characters between words, as for a regular expression
     */
    byte[] changed(String text, String separators, List<String> words) {
        String changed = text;
        for (int i = 1 + below(3); i > 0; i--) {
            changed = oneIn(3) ? linesChanged(changed) : wordChanged(changed, separators, words);
        }
        if (oneIn(12)) {
            changed = changed.replace("\n", of(List.of("\r\n", "\r", "\n\n", " \n")));
        }
        if (oneIn(12)) {
            changed = "\uFEFF" + changed;
        }
        byte[] bytes = changed.getBytes(StandardCharsets.UTF_8);
        return oneIn(8) ? bytesChanged(bytes) : bytes;
    }

    private String linesChanged(String text) {
        List<String> lines = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
        int at = below(lines.size());
        switch (below(5)) {
            case 0 -> lines.remove(at);
            case 1 -> lines.add(below(lines.size() + 1), lines.get(at));
            case 2 -> lines.set(at, lines.set(below(lines.size()), lines.get(at)));
            case 3 -> lines.subList(at, lines.size()).clear();
            default ->
                lines.set(at, lines.get(at).substring(0, below(lines.get(at).length() + 1)));
        }
        return String.join("\n", lines);
    }

    private String wordChanged(String text, String separators, List<String> words) {
        List<int[]> found = new ArrayList<>();
        java.util.regex.Matcher matcher =
                java.util.regex.Pattern.compile("[^" + separators + "]+").matcher(text);
        while (matcher.find()) {
            found.add(new int[] {matcher.start(), matcher.end()});
        }
        if (found.isEmpty()) {
            return text + word(words);
        }
        int[] place = of(found);
        return text.substring(0, place[0]) + word(words) + text.substring(place[1]);
    }

    private byte[] bytesChanged(byte[] bytes) {
        byte[] changed = bytes.clone();
        for (int i = below(4); i >= 0 && changed.length > 0; i--) {
            changed[below(changed.length)] = (byte) below(256);
        }
        return oneIn(3) ? Arrays.copyOf(changed, below(changed.length + 1)) : changed;
    }
}
