package io.cdpsim.workloads;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The values that an option accepts, and their text form.
 *
 * @param <T> the Java type of the values
 */
public final class OptionValueType<T> {
    private final Class<T> javaType;
    private final String expects;
    private final List<String> choices;
    private final Function<String, T> reader;
    private final Function<T, String> writer;
    private final List<String> prefixes;
    private final boolean takesFiles;
    private final Function<T, List<Path>> files;

    private OptionValueType(
            Class<T> javaType,
            String expects,
            List<String> choices,
            Function<String, T> reader,
            Function<T, String> writer) {
        this(javaType, expects, choices, reader, writer, List.of(), false, value -> List.of());
    }

    private OptionValueType(
            Class<T> javaType,
            String expects,
            List<String> choices,
            Function<String, T> reader,
            Function<T, String> writer,
            List<String> prefixes,
            boolean takesFiles,
            Function<T, List<Path>> files) {
        this.javaType = javaType;
        this.expects = expects;
        this.choices = List.copyOf(choices);
        this.prefixes = List.copyOf(prefixes);
        this.takesFiles = takesFiles;
        this.files = files;
        this.reader = reader;
        this.writer = writer;
    }

    /**
     * Any type that can be parsed from text.
     *
     * @param javaType its class; the text of a value parses to an equal value
     * @param expects what is accepted, for messages, such as {@code a CUDA version}
     * @param reader parses a value; throws {@link IllegalArgumentException} with {@code found '...', expected ...} for any other text
     */
    public static <T> OptionValueType<T> of(Class<T> javaType, String expects, Function<String, T> reader) {
        return new OptionValueType<>(javaType, expects, List.of(), reader, String::valueOf);
    }

    /** Any text, such as the name of a file. */
    public static OptionValueType<String> text(String expects) {
        return of(String.class, expects, Function.identity());
    }

    /**
     * The same type, which shell completion treats as the name of a file.
     *
     * @param others prefixes of values that are not files, such as {@code rmat:}
     */
    public OptionValueType<T> orFile(List<String> others) {
        return new OptionValueType<>(
                javaType, expects, choices, reader, writer, others, true, value -> file(writer.apply(value)));
    }

    /**
     * The same type, whose values name several files, or a file that names others.
     *
     * @param named all files that a value refers to
     */
    public OptionValueType<T> leadingTo(Function<T, List<Path>> named) {
        return new OptionValueType<>(javaType, expects, choices, reader, writer, prefixes, takesFiles, named);
    }

    private static List<Path> file(String name) {
        try {
            return List.of(Path.of(name));
        } catch (InvalidPathException e) {
            return List.of();
        }
    }

    /** A whole number, at least {@code least}. */
    public static OptionValueType<Integer> wholeNumber(int least) {
        return wholeNumber(least, Integer.MAX_VALUE);
    }

    /** A whole number from {@code least} to {@code most}, inclusive. */
    public static OptionValueType<Integer> wholeNumber(int least, int most) {
        String expects = "a whole number from " + least + " to " + most;
        return of(Integer.class, expects, text -> {
            try {
                int value = Integer.parseInt(text);
                if (value >= least && value <= most) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // Reported below, as a number out of range.
            }
            throw unexpected(text, expects);
        });
    }

    /** A boolean; on the command line the option alone means true. */
    public static OptionValueType<Boolean> flag() {
        return of(Boolean.class, "true or false", text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw unexpected(text, "true or false");
        });
    }

    /** One of these constants, at least one, each written as {@link #word}. */
    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    public static <E extends Enum<E>> OptionValueType<E> choice(E... constants) {
        List<E> values = List.of(constants);
        List<String> words = values.stream().map(OptionValueType::word).toList();
        String expects = "one of " + String.join(", ", words);
        Function<String, E> reader = text -> {
            int index = words.indexOf(text);
            if (index < 0) {
                throw unexpected(text, expects);
            }
            return values.get(index);
        };
        return new OptionValueType<>(values.get(0).getDeclaringClass(), expects, words, reader, OptionValueType::word);
    }

    /** The text of a constant: {@code per-thread} for {@code PER_THREAD}. */
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static IllegalArgumentException unexpected(String found, String expects) {
        return new IllegalArgumentException("found '" + found + "', expected " + expects);
    }

    /**
     * Parses a value.
     *
     * @throws IllegalArgumentException if the text is not a value; the message names the text and the expected form
     */
    public T read(String text) {
        return reader.apply(text);
    }

    /** The text of a value, which {@link #read} parses to that value. */
    public String write(T value) {
        return writer.apply(value);
    }

    /** The class of the values. */
    public Class<T> javaType() {
        return javaType;
    }

    /** What is accepted, for messages and tables: {@code a whole number from 1 to 1024}. */
    public String expects() {
        return expects;
    }

    /** All accepted texts, where they are few; else empty. */
    public List<String> choices() {
        return choices;
    }

    /** The prefixes of values that are not files, where {@link #takesFiles}. */
    public List<String> prefixes() {
        return prefixes;
    }

    /**
     * The files that a value names, whether or not they exist; empty for an invalid value and for one with a prefix that does not denote a file.
     *
     * @see #takesFiles
     */
    public List<Path> files(String text) {
        if (!takesFiles || prefixes.stream().anyMatch(text::startsWith)) {
            return List.of();
        }
        try {
            return files.apply(read(text));
        } catch (IllegalArgumentException e) {
            return List.of();
        }
    }

    /** Whether a value may be the name of a file. */
    public boolean takesFiles() {
        return takesFiles;
    }
}
