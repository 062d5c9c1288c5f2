package io.cdpsim.cli.guide;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers in the prose of a Markdown page that no command beside them shows. The code blocks beside a paragraph are the nearest ones
 * before and after it in its section, with their command lines.
 */
final class PageNumbers {
    /** A number that is no part of a name such as H200, L2, CDP1 or sm_90; thousands may be grouped. */
    private static final Pattern NUMBER = Pattern.compile("(?<![\\w.,-])\\d[\\d,]*(?:\\.\\d+)?(?![\\w])");

    /** Numbers that state nothing about a run: versions, labs, ordinals of a list. Code spans and link targets are spellings. */
    private static final Pattern ALLOWED = Pattern.compile("`[^`]*`|\\]\\([^)]*\\)"
            + "|\\b(?:CUDA|JDK|[Ll]ab|License|compute capability) \\d+(?:\\.\\d+)?|(?m)^\\d+\\. ");

    private PageNumbers() {}

    /** Each number that the code blocks beside its paragraph do not hold, with the paragraph. */
    static List<String> unsupported(String page) {
        List<String> found = new ArrayList<>();
        List<Block> blocks = Block.in(page);
        for (int i = 0; i < blocks.size(); i++) {
            if (blocks.get(i).kind() == Kind.PROSE) {
                String prose = blocks.get(i).text();
                Set<String> shown = numbers(beside(blocks, i, -1) + "\n" + beside(blocks, i, 1));
                for (String number : numbers(ALLOWED.matcher(prose).replaceAll(" "))) {
                    if (!shown.contains(number)) {
                        found.add(number + " in: " + prose.strip());
                    }
                }
            }
        }
        return found;
    }

    /** The nearest code block of the section in one direction, or nothing. */
    private static String beside(List<Block> blocks, int from, int step) {
        for (int i = from + step; i >= 0 && i < blocks.size(); i += step) {
            Block block = blocks.get(i);
            if (block.kind() != Kind.PROSE) {
                return block.kind() == Kind.CODE ? block.text() : "";
            }
        }
        return "";
    }

    private static Set<String> numbers(String text) {
        Set<String> numbers = new LinkedHashSet<>();
        Matcher number = NUMBER.matcher(text);
        while (number.find()) {
            numbers.add(number.group().replaceAll(",", ""));
        }
        return numbers;
    }

    private enum Kind {
        HEADING,
        PROSE,
        CODE
    }

    /** A heading, a paragraph, or a fenced block of code. */
    private record Block(Kind kind, String text) {
        static List<Block> in(String page) {
            List<Block> blocks = new ArrayList<>();
            StringBuilder text = new StringBuilder();
            boolean isCode = false;
            for (String line : page.split("\n", -1)) {
                boolean isFence = line.startsWith("```");
                boolean endsBlock = isFence || !isCode && (line.isBlank() || line.startsWith("#"));
                if (endsBlock) {
                    if (!text.isEmpty()) {
                        blocks.add(new Block(isCode ? Kind.CODE : Kind.PROSE, text.toString()));
                    }
                    text.setLength(0);
                    isCode = isFence != isCode;
                    if (!isFence && !line.isBlank()) {
                        blocks.add(new Block(Kind.HEADING, line));
                    }
                } else {
                    text.append(line).append('\n');
                }
            }
            if (!text.isEmpty()) {
                blocks.add(new Block(Kind.PROSE, text.toString()));
            }
            return blocks;
        }
    }
}
