package io.cdpsim.ptx.read;

import io.cdpsim.ptx.syntax.Location;
import io.cdpsim.ptx.syntax.Location.Inlining;
import io.cdpsim.ptx.syntax.PtxModule.SourceFile;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses compilers' debug information: files, lines, and the strings of debug sections. */
final class LocationParser {
    private static final String DEBUG_STRINGS = "debug_str";

    private final Lexer lexer;
    private final ConstantParser constants;
    private final Map<Call, Inlining> inlinedCalls = new HashMap<>();
    private @Nullable Location current;

    /** The place of a call. */
    private record Call(int file, int line, int column) {}

    LocationParser(Lexer lexer, ConstantParser constants) {
        this.lexer = lexer;
        this.constants = constants;
    }

    /** The last {@code .loc} of this function; null if there was none. */
    @Nullable
    Location current() {
        return current;
    }

    /** Starts a function, which clears the previous location. */
    void forget() {
        current = null;
        inlinedCalls.clear();
    }

    /** A place, from {@code .loc} on: {@code .loc 1 12 5, function_name label+4, inlined_at 1 20 3}. */
    void location() {
        lexer.next();
        int file = number("the file's index");
        int line = number("a line");
        int column = number("a column");
        Inlining inlining = null;
        if (lexer.take(',')) {
            inlining = inlining();
        }
        current = new Location(file, line, column, inlining);
        // The callers of inlined code have locations of their own before it, outermost first.
        if (inlining != null) {
            inlinedCalls.put(new Call(file, line, column), inlining);
        }
    }

    private Inlining inlining() {
        if (!lexer.takeWord("function_name")) {
            throw lexer.expected("function_name");
        }
        String label = lexer.expectName("a label of a debug section");
        long offset = 0;
        if (lexer.take('+')) {
            offset = constants.count("the bytes after the label", 0, Long.MAX_VALUE);
        }
        lexer.expect(',', "after the function's name");
        if (!lexer.takeWord("inlined_at")) {
            throw lexer.expected("inlined_at");
        }
        Call call = new Call(number("the index of the call's file"), number("the call's line"), number("a column"));
        return new Inlining(label, offset, call.file(), call.line(), call.column(), inlinedCalls.get(call));
    }

    private int number(String what) {
        return (int) constants.count(what, 0, Integer.MAX_VALUE);
    }

    /** A source file, from {@code .file} on: {@code .file 1 "a.cu"}. The time and the size that may follow are left out. */
    SourceFile file() {
        lexer.next();
        int index = number("the file's index");
        String name = lexer.expectString("the file's name between quotes");
        while (lexer.take(',')) {
            constants.count("the file's time or size", 0, Long.MAX_VALUE);
        }
        return new SourceFile(index, name);
    }

    /** A debug section, from {@code .section} on. It is skipped, except for labelled strings. */
    void section(Map<String, String> debugStrings) {
        lexer.next();
        if (!lexer.is(Lexer.DIRECTIVE) && !lexer.is(Lexer.WORD)) {
            throw lexer.expected("the section's name");
        }
        boolean strings = lexer.name().equals(DEBUG_STRINGS);
        lexer.next();
        int opened = lexer.start();
        lexer.expect('{', "after the section's name");
        int depth = 1;
        while (depth > 0) {
            if (lexer.is(Lexer.END)) {
                throw lexer.error(opened, "the section that starts here does not end; close it with '}'");
            }
            if (strings && lexer.is(Lexer.WORD)) {
                debugString(debugStrings);
                continue;
            }
            depth += lexer.is('{') ? 1 : lexer.is('}') ? -1 : 0;
            lexer.next();
        }
    }

    /** A label and the bytes that follow it, up to a zero. */
    private void debugString(Map<String, String> debugStrings) {
        String label = lexer.name();
        lexer.next();
        if (!lexer.take(':')) {
            return;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean ended = false;
        while (lexer.takeDirective("b8")) {
            do {
                long value = lexer.is(Lexer.INTEGER) ? lexer.integerValue() : 0;
                ended |= value == 0;
                if (!ended) {
                    bytes.write((int) value);
                }
                if (lexer.is(Lexer.INTEGER)) {
                    lexer.next();
                }
            } while (lexer.take(','));
        }
        debugStrings.put(label, bytes.toString(StandardCharsets.UTF_8));
    }
}
