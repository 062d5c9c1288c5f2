package io.cdpsim.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reference to the documentation in a source or a page.
 *
 * @param place file and line
 * @param text what is cited, as written
 * @param target the anchor that it stands for, such as {@code TAIL-14} or {@code section-18.3}, or a path below the root of the sources
 */
record Citation(String place, String text, String target) {
    // Each pattern first looks at a single character: at most places of a text that rules it out, and a look behind
    // costs far more.

    /** Ids that are anchors themselves: of rules, and of questions, findings, conflicts and decisions on paper. */
    private static final Pattern ID =
            Pattern.compile("(?=[A-Z])\\b(?:VER|NEST|LNCH|PARM|STR|FAF|TAIL|EVT|SYNC|DEPTH|POOL|ERR|ENV|MEM|COPY"
                    + "|HEAP|PRNT|API|CONC|OCC|G|K|C|D|Q|M|X|P)-[0-9]+\\b(?![-.][0-9])");

    /** Edges of the memory model; a number behind a hyphen makes it something else, such as a processor. */
    private static final Pattern EDGE = Pattern.compile("(?=E)(?<![\\w.<\">#])E[0-9]+\\b(?![-.(\\[+])");

    /** A numbered part of the rulebook or of the design, or an axiom; further numbers may follow. */
    private static final Pattern NUMBERED =
            Pattern.compile("(?=[rdaRDA])(?i)\\b(rulebook|design|axioms?)(?:'s)?(?:[\\s*/#\"+]+section)?[\\s*/#\"+]+"
                    + "([0-9]+(?:\\.[0-9]+)?[ab]?)((?:, [0-9]+(?!\\.\\d))*(?:,? (?:and|to|or) [0-9]+)?)");

    private static final Pattern MORE = Pattern.compile("[0-9]+");
    private static final Pattern PATH = Pattern.compile("(?=[dm])(?<![\\w/.])(?:docs|measurements)/[\\w./-]*\\w");

    /** All that a text cites. */
    static List<Citation> in(String file, String text) {
        List<Citation> found = new ArrayList<>();
        for (Pattern pattern : List.of(ID, EDGE, PATH)) {
            Matcher matcher = pattern.matcher(text);
            while (matcher.find()) {
                found.add(new Citation(place(file, text, matcher.start()), matcher.group(), matcher.group()));
            }
        }
        Matcher matcher = NUMBERED.matcher(text);
        while (matcher.find()) {
            String prefix = Map.of('r', "section-", 'd', "design-", 'a', "axiom-")
                    .getOrDefault(Character.toLowerCase(matcher.group(1).charAt(0)), "");
            String place = place(file, text, matcher.start());
            found.add(new Citation(place, matcher.group(), prefix + matcher.group(2)));
            MORE.matcher(matcher.group(3))
                    .results()
                    .forEach(more -> found.add(new Citation(place, matcher.group(), prefix + more.group())));
        }
        return found;
    }

    private static String place(String file, String text, int at) {
        return file + ":" + (text.substring(0, at).lines().count() + (at > 0 && text.charAt(at - 1) == '\n' ? 1 : 0));
    }

    /** Whether it is a file or a folder rather than an anchor. */
    boolean isPath() {
        return target.contains("/");
    }

    @Override
    public String toString() {
        return place + ": " + text;
    }
}
