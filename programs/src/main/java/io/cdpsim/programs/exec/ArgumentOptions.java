package io.cdpsim.programs.exec;

import io.cdpsim.workloads.CommandTokens;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.WorkloadOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The command-line arguments of a program as options: all as one text, and each by its position, {@code arg.1} for the first. */
public final class ArgumentOptions {
    private static final String PREFIX = "arg.";

    /** All arguments as one text. */
    public static final WorkloadOption<String> ALL = WorkloadOption.of(
                    "arguments",
                    "WORDS",
                    OptionValueType.of(String.class, "words, parted as a shell does", text -> {
                                CommandTokens.of(text);
                                return text;
                            })
                            .orFile(List.of())
                            .leadingTo(text -> files(CommandTokens.of(text))),
                    "What the program is called with, parted as a shell does")
            .otherwise("none");

    private ArgumentOptions() {}

    /** The option of one argument; empty for another name. */
    public static Optional<WorkloadOption<?>> option(String name) {
        return name.matches("arg\\.[1-9][0-9]{0,3}") ? Optional.of(argument(name)) : Optional.empty();
    }

    private static WorkloadOption<String> argument(String name) {
        return new WorkloadOption<>(
                name, "WORD", TYPE, "", "One argument of the program, by its position", Optional.empty(), "");
    }

    /** One object, so that two options of the same name are equal. */
    private static final OptionValueType<String> TYPE =
            OptionValueType.text("an argument").orFile(List.of()).leadingTo(word -> files(List.of(word)));

    /** The arguments that are names of existing files: what they hold may decide what the program does. */
    private static List<Path> files(List<String> words) {
        List<Path> files = new ArrayList<>();
        for (String each : words) {
            try {
                Path file = Path.of(each);
                if (Files.isRegularFile(file)) {
                    files.add(file);
                }
            } catch (InvalidPathException e) {
                // An argument that is not the name of a file
            }
        }
        return files;
    }

    /**
     * The arguments: those of {@link #ALL}, of which {@code arg.N} replaces the N-th.
     *
     * @throws InvalidInputException if an argument has a position behind the last one
     */
    public static List<String> words(OptionValues options) {
        List<String> words = new ArrayList<>(CommandTokens.of(options.find(ALL).orElse("")));
        Map<Integer, String> numbered = new TreeMap<>();
        options.texts().forEach((name, text) -> {
            if (name.startsWith(PREFIX)) {
                numbered.put(Integer.parseInt(name.substring(PREFIX.length())), text);
            }
        });
        numbered.forEach((position, text) -> {
            if (position > words.size() + 1) {
                throw new InvalidInputException("found " + PREFIX + position + ", but the program gets "
                        + (words.isEmpty() ? "none before it" : "only " + words.size() + " before it")
                        + "; give the missing ones, as arguments or as " + PREFIX + (words.size() + 1));
            }
            if (position <= words.size()) {
                words.set(position - 1, text);
            } else {
                words.add(text);
            }
        });
        return words;
    }
}
