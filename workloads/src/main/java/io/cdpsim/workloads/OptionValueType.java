package io.cdpsim.workloads;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The values that an option takes, and how they are written.
 *
 * @param <T> the values in Java
 */
public final class OptionValueType<T> {
    private final Class<T> javaType;
    private final String expects;
    private final List<String> choices;
    private final Function<String, T> reader;
    private final Function<T, String> writer;
    private final List<String> beginnings;
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
            List<String> beginnings,
            boolean takesFiles,
            Function<T, List<Path>> files) {
        this.javaType = javaType;
        this.expects = expects;
        this.choices = List.copyOf(choices);
        this.beginnings = List.copyOf(beginnings);
        this.takesFiles = takesFiles;
        this.files = files;
        this.reader = reader;
        this.writer = writer;
    }

    /**
     * Any type that a text can be read as.
     *
     * @param javaType its class; the text of a value reads as an equal value
     * @param expects what is accepted, for messages, such as {@code a CUDA version}
     * @param reader reads a value; throws {@link IllegalArgumentException} with {@code found '...', expected ...} if the text is none
     */
    public static <T> OptionValueType<T> of(Class<T> javaType, String expects, Function<String, T> reader) {
        return new OptionValueType<>(javaType, expects, List.of(), reader, String::valueOf);
    }

    /** Any text, such as the name of a file. */
    public static OptionValueType<String> text(String expects) {
        return of(String.class, expects, Function.identity());
    }

    /**
     * The same type, of which a shell is told that a value may be the name of a file.
     *
     * @param others what values that are no files begin with, such as {@code rmat:}
     */
    public OptionValueType<T> orFile(List<String> others) {
        return new OptionValueType<>(
                javaType, expects, choices, reader, writer, others, true, value -> file(writer.apply(value)));
    }

    /**
     * The same type, whose values name several files, or a file that names others.
     *
     * @param named all the files that a value leads to
     */
    public OptionValueType<T> leadingTo(Function<T, List<Path>> named) {
        return new OptionValueType<>(javaType, expects, choices, reader, writer, beginnings, takesFiles, named);
    }

    private static List<Path> file(String name) {
        try {
            return List.of(Path.of(name));
        } catch (InvalidPathException e) {
            return List.of();
        }
    }

    /** A whole number from {@code least} up. */
    public static OptionValueType<Integer> wholeNumber(int least) {
        return wholeNumber(least, Integer.MAX_VALUE);
    }

    /** A whole number from {@code least} to {@code most}, both accepted. */
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

    /** Yes or no; on the command line the option alone means yes. */
    public static OptionValueType<Boolean> flag() {
        return of(Boolean.class, "true or false", text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw unexpected(text, "true or false");
        });
    }

    /** One of some constants, at least one of them, each written as {@link #word}. */
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

    /** How a constant is written: {@code per-thread} for {@code PER_THREAD}. */
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static IllegalArgumentException unexpected(String found, String expects) {
        return new IllegalArgumentException("found '" + found + "', expected " + expects);
    }

    /**
     * Reads a value.
     *
     * @throws IllegalArgumentException if the text is none; the message says what was found and what was expected
     */
    public T read(String text) {
        return reader.apply(text);
    }

    /** The text of a value, which {@link #read} reads as that value. */
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

    /** Every text that is accepted, where they are few; else empty. */
    public List<String> choices() {
        return choices;
    }

    /** What values begin with that are no files, where {@link #takesFiles}. */
    public List<String> beginnings() {
        return beginnings;
    }

    /**
     * The files that a value names, whether they are there or not; none if it is no value, or begins as those do that are no files.
     *
     * @see #takesFiles
     */
    public List<Path> files(String text) {
        if (!takesFiles || beginnings.stream().anyMatch(text::startsWith)) {
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
