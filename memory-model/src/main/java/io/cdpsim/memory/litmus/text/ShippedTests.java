package io.cdpsim.memory.litmus.text;

import com.google.common.io.Resources;
import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.LitmusTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The tests that ship with the program, {@code builtin:NAME}. */
public final class ShippedTests {
    private static final String PREFIX = "builtin:";
    private static final String ALL = PREFIX + "all";
    private static final String FOLDER = "/io/cdpsim/memory/litmus/";
    private static final String INDEX = "index.txt";

    private ShippedTests() {}

    /** The names of all of them, such as {@code ptx/MP-relaxed}. */
    public static List<String> names() {
        return resource(INDEX).lines().filter(each -> !each.isBlank()).toList();
    }

    /**
     * The text of one of them.
     *
     * @param name as in {@link #names()}
     * @throws IllegalArgumentException if no shipped test has this name
     */
    public static String text(String name) {
        if (!names().contains(name)) {
            throw new IllegalArgumentException("no test '" + name + "' ships with cdpsim; take a name of names()");
        }
        return resource(name + ".litmus");
    }

    /** The files with {@code builtin:all} replaced by all shipped tests. */
    public static List<String> expand(List<String> files) {
        List<String> expanded = new ArrayList<>();
        for (String file : files) {
            if (file.equals(ALL)) {
                names().forEach(each -> expanded.add(PREFIX + each));
            } else {
                expanded.add(file);
            }
        }
        return expanded;
    }

    /**
     * Reads a test from a file, or a shipped one.
     *
     * @param file a path, or {@code builtin:NAME}
     * @throws LitmusException if there is none, or it is malformed or unsupported
     */
    public static LitmusTest read(String file) {
        return read(file, false);
    }

    /**
     * Reads a test from a file, or a shipped one.
     *
     * @param file a path, or {@code builtin:NAME}
     * @param lenient whether to accept forms that PTX does not have and older tests use
     * @throws LitmusException if there is none, or it is malformed or unsupported
     */
    public static LitmusTest read(String file, boolean lenient) {
        if (!file.startsWith(PREFIX)) {
            try {
                return LitmusParser.read(Path.of(file), lenient);
            } catch (InvalidPathException e) {
                throw new LitmusException(file, 0, "no such file");
            }
        }
        String name = file.substring(PREFIX.length());
        for (String each : names()) {
            if (each.equals(name) || each.endsWith("/" + name)) {
                return LitmusParser.parse(file, resource(each + ".litmus"));
            }
        }
        throw new LitmusException(file, 0, "no such test ships with cdpsim; 'builtin:all' is all of them");
    }

    private static String resource(String name) {
        try {
            return Resources.toString(Resources.getResource(ShippedTests.class, FOLDER + name), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
