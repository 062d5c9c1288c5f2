import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Part of the build: finds in the sources of modules which lines name a rule of CUDA dynamic parallelism, so that {@code cdpsim rules show} can
 * tell where a rule is decided without the sources at hand. {@code java RulePlaces.java RESULT SOURCES...} writes a line {@code ID CLASS:LINE}
 * for each place, sorted. It needs nothing but a JDK and knows no class of the project.
 *
 * <p>A place is the line of code that a comment with an id belongs to: its own line if code stands before it, else the first line of code
 * below. A comment at the head of a type names no place, as it printed nothing of a line; nor does text in quotes. {@code LNCH-7 to LNCH-9}
 * stands for all three.
 */
final class RulePlaces {
    private static final Pattern ID =
            Pattern.compile("\\b([A-Z]{3,5}|[CDGK])-([1-9][0-9]{0,3})\\b(?:\\s+to\\s+\\1-([1-9][0-9]{0,3})\\b)?");

    /** Comments, and the literals in which what looks like a comment is none; the longest first. */
    private static final Pattern TOKEN = Pattern.compile(
            "(?<text>\"\"\"(?:[^\"\\\\]++|\\\\.|\"(?!\"\"))*+\"\"\"|\"(?:[^\"\\\\\n"
                    + "]++|\\\\.)*+\"|'(?:[^'\\\\\n"
                    + "]|\\\\.)+')|(?<comment>/\\*.*?\\*/|(?<=^|\n"
                    + ")[ \t]*//[^\n"
                    + "]*(?:\n"
                    + "[ \t]*//[^\n"
                    + "]*)*+|//[^\n"
                    + "]*)",
            Pattern.DOTALL);

    /** What a type starts with, behind its comment; more comments may stand between that, annotations and the type. */
    private static final Pattern TYPE =
            Pattern.compile("\\s*(?:@[\\w.]+(?:\\s*\\([^)]*\\))?\\s+|//[^\n]*+\\s+|/\\*(?:[^*]|\\*(?!/))*+\\*/\\s*"
                    + "|(?:public|protected|private|static|final|abstract|sealed|non-sealed|strictfp)\\s+)*"
                    + "(?:class|interface|@interface|enum|record|package)\\s+\\w");

    private RulePlaces() {}

    public static void main(String[] args) throws IOException {
        Path result = Path.of(args[0]);
        SortedSet<Place> places = new TreeSet<>();
        for (int i = 1; i < args.length; i++) {
            addPlacesIn(Path.of(args[i]), places);
        }
        Files.createDirectories(Objects.requireNonNull(result.getParent()));
        Files.write(result, places.stream().map(Place::toString).toList());
    }

    private static void addPlacesIn(Path sources, SortedSet<Place> places) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                String path = sources.relativize(file).toString().replace('\\', '/');
                String name =
                        path.substring(0, path.length() - ".java".length()).replace('/', '.');
                addPlaces(name, Files.readString(file).replace("\r\n", "\n"), places);
            }
        }
    }

    private static void addPlaces(String className, String code, SortedSet<Place> places) {
        Matcher token = TOKEN.matcher(code);
        while (token.find()) {
            String comment = token.group("comment");
            if (comment == null || isAtHeadOfType(code, token.start(), token.end())) {
                continue;
            }
            int line = lineOfCode(code, token.start(), token.end());
            for (String rule : rules(comment)) {
                places.add(new Place(rule, className, line));
            }
        }
    }

    /** Whether a comment from one position to another stands before a type, with nothing but its annotations and comments between or beside. */
    private static boolean isAtHeadOfType(String code, int start, int end) {
        String beside = before(code, start).strip();
        return (beside.isEmpty() || beside.startsWith("@"))
                && TYPE.matcher(code).region(end, code.length()).lookingAt();
    }

    /** What stands before a position in its line. */
    private static String before(String code, int position) {
        return code.substring(code.lastIndexOf('\n', position - 1) + 1, position);
    }

    private static List<String> rules(String comment) {
        List<String> rules = new ArrayList<>();
        // Line breaks inside a comment, with the stars or slashes that follow.
        Matcher id = ID.matcher(comment.replaceAll("\\s*\n\\s*(?:\\*(?!/)|//)\\s*", " "));
        while (id.find()) {
            int first = Integer.parseInt(id.group(2));
            int last = id.group(3) == null ? first : Integer.parseInt(id.group(3));
            for (int number = first; number <= last; number++) {
                rules.add(id.group(1) + "-" + number);
            }
        }
        return rules;
    }

    /** The number of the line, from 1, that a comment from one position to another belongs to. */
    private static int lineOfCode(String code, int start, int end) {
        boolean besideCode = !before(code, start).isBlank();
        int at = start;
        if (!besideCode) {
            // The first line below that is neither blank nor a comment of its own nor an annotation.
            at = end;
            Matcher skipped = Pattern.compile("\\s+|//[^\n]*|/\\*.*?\\*/|@\\w+(?:\\([^)]*\\))?(?=\\s)", Pattern.DOTALL)
                    .matcher(code);
            while (skipped.region(at, code.length()).lookingAt()) {
                at = skipped.end();
            }
        }
        return (int) code.substring(0, at).chars().filter(c -> c == '\n').count() + 1;
    }

    private record Place(String rule, String className, int line) implements Comparable<Place> {
        private String group() {
            return rule.substring(0, rule.indexOf('-'));
        }

        private int number() {
            return Integer.parseInt(rule.substring(rule.indexOf('-') + 1));
        }

        @Override
        public int compareTo(Place other) {
            int order = group().compareTo(other.group());
            order = order != 0 ? order : Integer.compare(number(), other.number());
            order = order != 0 ? order : className.compareTo(other.className);
            return order != 0 ? order : Integer.compare(line, other.line);
        }

        @Override
        public String toString() {
            return rule + " " + className + ":" + line;
        }
    }
}
