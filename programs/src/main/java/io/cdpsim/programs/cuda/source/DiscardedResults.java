package io.cdpsim.programs.cuda.source;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The functions of CUDA whose error codes a program never uses: each call of them is a statement of its own, or assigns to a variable that nothing
 * reads. A function that a macro or an unknown file may call counts as used.
 */
public final class DiscardedResults {
    private static final Pattern CALL = Pattern.compile("\\bcuda[A-Z]\\w*");
    private static final Pattern DIRECTIVE = Pattern.compile("^[ \\t]*#(?:[^\\n]*\\\\\\R)*[^\\n]*", Pattern.MULTILINE);

    private final Map<String, List<SourceLine>> discarded = new LinkedHashMap<>();
    private final Set<String> used = new HashSet<>();

    /**
     * A line of a source.
     *
     * @param file its name, as given
     * @param line from 1
     */
    public record SourceLine(String file, int line) {}

    private DiscardedResults() {}

    /** No function: nothing is known about the program. */
    public static DiscardedResults none() {
        return new DiscardedResults();
    }

    /**
     * Reads a program.
     *
     * @param sources the text of each source, by its name
     * @param headers the texts of files that the sources include
     */
    public static DiscardedResults of(Map<String, String> sources, Collection<String> headers) {
        DiscardedResults results = new DiscardedResults();
        List<String> used = new ArrayList<>();
        headers.forEach(each -> addCalls(used, each));
        new TreeMap<>(sources).forEach((file, text) -> {
            Matcher directive = DIRECTIVE.matcher(text);
            while (directive.find()) {
                addCalls(used, directive.group());
            }
            results.read(file, text, used);
        });
        used.forEach(results.discarded::remove);
        results.used.addAll(used);
        return results;
    }

    private static void addCalls(List<String> names, String text) {
        Matcher call = CALL.matcher(text);
        while (call.find()) {
            names.add(call.group());
        }
    }

    private void read(String file, String text, List<String> used) {
        CppTokens tokens = CppLexer.read(text);
        List<FunctionBodies.Body> ofDevice = FunctionBodies.forDevice(tokens);
        for (int i = 0; i < tokens.count(); i++) {
            if (!tokens.isWord(i)
                    || !CALL.matcher(tokens.text(i)).matches()
                    || !tokens.is(callOpening(tokens, i), "(")) {
                continue;
            }
            int at = i;
            if (ofDevice.stream().anyMatch(each -> each.contains(at))) {
                continue;
            }
            String name = tokens.text(i);
            if (isDiscarded(tokens, i)) {
                int line = 1
                        + (int) text.substring(0, tokens.start(i))
                                .chars()
                                .filter(each -> each == '\n')
                                .count();
                discarded.computeIfAbsent(name, any -> new ArrayList<>()).add(new SourceLine(file, line));
            } else {
                used.add(name);
            }
        }
    }

    /** The parenthesis of a call behind its name and its template arguments. */
    private static int callOpening(CppTokens tokens, int name) {
        return tokens.is(name + 1, "<") ? AngleBrackets.behind(tokens, name + 1) : name + 1;
    }

    private static boolean isDiscarded(CppTokens tokens, int name) {
        if (!tokens.is(tokens.closing(callOpening(tokens, name)) + 1, ";")) {
            return false;
        }
        int before = tokens.is(name - 1, "::") ? name - 2 : name - 1;
        boolean isCastToVoid = tokens.is(before, ")") && tokens.is(before - 1, "void") && tokens.is(before - 2, "(");
        if (isCastToVoid) {
            before -= 3;
        }
        if (tokens.is(before, "=") && tokens.isWord(before - 1) && !tokens.is(before - 2, ".")) {
            return !isRead(tokens, tokens.text(before - 1));
        }
        if (tokens.is(before, ")")) {
            String word = tokens.opening(before) > 0 ? tokens.text(tokens.opening(before) - 1) : "";
            return Set.of("if", "for", "while", "switch").contains(word);
        }
        return before < 0 || Set.of(";", "{", "}", ":", "else", "do").contains(tokens.text(before));
    }

    /** Whether a variable occurs other than in its declaration and in assignments to it. */
    private static boolean isRead(CppTokens tokens, String variable) {
        for (int i = 0; i < tokens.count(); i++) {
            if (tokens.is(i, variable) && !tokens.is(i + 1, "=")) {
                boolean isDeclared =
                        tokens.is(i - 1, "cudaError_t") && (tokens.is(i + 1, ";") || tokens.is(i + 1, ","));
                if (!isDeclared) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether some call uses the result of a function, as far as is known. */
    public boolean uses(String name) {
        return used.contains(name);
    }

    /** The names of the functions. */
    public Set<String> names() {
        return discarded.keySet().stream().collect(Collectors.toUnmodifiableSet());
    }

    /** The calls of a function, if its result is never used; else none. */
    public List<SourceLine> calls(String name) {
        return List.copyOf(discarded.getOrDefault(name, List.of()));
    }
}
