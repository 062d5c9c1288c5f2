package io.cdpsim.memory.litmus.text;

import io.cdpsim.memory.litmus.Condition;
import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads litmus tests: a header {@code PTX name}, with {@code cdp1} or {@code cdp2} behind it if the test launches grids, free text, initial values, threads, kernels, and conditions on the outcomes.
 */
public final class LitmusParser {
    private static final Pattern HEADER = Pattern.compile("(?i)\\s*ptx\\s+(.*)");
    private static final Pattern DIALECT = Pattern.compile("(?i)(.*?)\\s+(cdp[12])\\s*");

    private LitmusParser() {}

    /**
     * Reads a test from a file.
     *
     * @throws LitmusException if the file cannot be read or the test is malformed or unsupported
     */
    public static LitmusTest read(Path file) {
        return read(file, false);
    }

    static LitmusTest read(Path file, boolean lenient) {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new LitmusException(file.toString(), 0, "no such file");
        } catch (IOException e) {
            throw new LitmusException(file.toString(), 0, "cannot be read: " + e.getMessage());
        }
        return parse(file.toString(), new String(bytes, StandardCharsets.UTF_8), lenient);
    }

    /**
     * Reads a test from a text.
     *
     * @param file name of the text in messages
     * @throws LitmusException if the test is malformed or unsupported
     */
    public static LitmusTest parse(String file, String text) {
        return parse(file, text, false);
    }

    /**
     * Reads a test from a text.
     *
     * @param file name of the text in messages
     * @param lenient whether to accept forms that PTX does not have and older tests use
     * @throws LitmusException if the test is malformed or unsupported
     */
    public static LitmusTest parse(String file, String text, boolean lenient) {
        String unmarked = text.startsWith("\uFEFF") ? text.substring(1) : text;
        String clean = unmarked.replace("\r\n", "\n").replace('\r', '\n');
        int start = headerStart(clean);
        int lineEnd = clean.indexOf('\n', start);
        String line = clean.substring(start, lineEnd < 0 ? clean.length() : lineEnd);
        Matcher header = HEADER.matcher(line);
        if (!header.matches()) {
            int number = 1
                    + (int) clean.substring(0, start)
                            .chars()
                            .filter(c -> c == '\n')
                            .count();
            throw new LitmusException(
                    file, number, "found '" + shortened(line.strip()) + "', expected a header as 'PTX name'");
        }
        String name =
                header.group(1).replaceAll("\\(\\*.*?\\*\\)|//.*|\\{.*", "").strip();
        Dialect dialect = Dialect.PLAIN;
        Matcher withDialect = DIALECT.matcher(name);
        if (withDialect.matches()) {
            name = withDialect.group(1);
            dialect = Dialect.valueOf(withDialect.group(2).toUpperCase(Locale.ROOT));
        }
        LitmusLexer lexer = new LitmusLexer(file, clean);
        int brace = lexer.openingBrace();
        LitmusTokens tokens = new LitmusTokens(file, clean, lexer.tokens(brace), lenient);
        String about = lineEnd < 0 || lineEnd > brace
                ? ""
                : clean.substring(lineEnd, brace).strip();
        return new LitmusTestParser(tokens, name, about, dialect).test();
    }

    /**
     * Reads a final state of a test, or a part of one.
     *
     * @param state values of registers and variables, separated by spaces, commas, semicolons or {@code /\}
     * @throws LitmusException if it is malformed or names an unknown variable
     */
    public static Condition parseState(LitmusTest test, String state) {
        String joined = state.strip()
                .replaceAll("\\s*([=!<>]+)\\s*", "$1")
                .replaceAll("\\s*(?:/\\\\|[;,\\s])[;,\\s]*", " /\\\\ ")
                .replaceAll(" /\\\\ $", "");
        String place = "the state '" + state + "'";
        VariableTable variables = new VariableTable(false);
        test.variables().forEach(each -> variables.declare(each.name(), each.space()));
        List<LitmusProgram> initial = new ArrayList<>();
        test.threads().forEach(each -> initial.add(each.program()));
        test.host().ifPresent(initial::add);
        LitmusTokens tokens = LitmusTokens.withoutPlaces(place, joined, new LitmusLexer(place, joined).tokens(0));
        Condition condition = new ConditionParser(
                        tokens, variables, new ThreadNames(initial, test.kernels(), test.graphs()))
                .condition();
        if (!tokens.atEnd()) {
            throw new LitmusException(
                    place, 0, "found " + tokens.peek().shown() + ", expected values as in P1:r0=1 x=2");
        }
        return condition;
    }

    /** The offset behind blanks and comments. */
    private static int headerStart(String text) {
        Matcher leading =
                Pattern.compile("(?:\\s|//[^\\n]*|\\(\\*(?s:.*?)\\*\\))*+").matcher(text);
        return leading.lookingAt() ? leading.end() : 0;
    }

    private static String shortened(String line) {
        return line.length() <= 40 ? line : line.substring(0, 40) + "...";
    }
}
