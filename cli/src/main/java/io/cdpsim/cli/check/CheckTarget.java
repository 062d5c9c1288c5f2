package io.cdpsim.cli.check;

import io.cdpsim.cli.option.PathArgument;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** An input of a check: a file of scenarios, or a program. */
sealed interface CheckTarget {
    /** The suffix by which files of scenarios are found in a folder. */
    String SCENARIOS = ".check.yaml";

    /** A file of scenarios. */
    record OfScenarios(Path file) implements CheckTarget {}

    /** A program from its source: all of the sources given are linked. */
    record OfCuda(List<Path> sources) implements CheckTarget {}

    /** Kernels of PTX: all of the files given are linked. */
    record OfPtx(List<Path> files) implements CheckTarget {}

    /** An executable. */
    record OfExecutable(Path file) implements CheckTarget {}

    /**
     * The targets that arguments of the command line name.
     *
     * @throws InvalidInputException if a file is missing, or a folder has nothing to check
     */
    static List<CheckTarget> of(List<String> words) {
        List<CheckTarget> targets = new ArrayList<>();
        List<Path> sources = new ArrayList<>();
        List<Path> ptx = new ArrayList<>();
        for (String word : words) {
            Path path = PathArgument.of(word, "a file or a folder");
            String name = word.toLowerCase(Locale.ROOT);
            if (Files.isDirectory(path)) {
                inFolder(path).forEach(each -> targets.add(new OfScenarios(each)));
            } else if (!Files.exists(path)) {
                throw new InvalidInputException("there is no file " + word
                        + "; give files of scenarios, a folder with *" + SCENARIOS
                        + ", a .cu file, .ptx with --plan, or an"
                        + " executable");
            } else if (name.endsWith(".yaml") || name.endsWith(".yml")) {
                targets.add(new OfScenarios(path));
            } else if (name.endsWith(".cu")) {
                sources.add(path);
            } else if (name.endsWith(".ptx")) {
                ptx.add(path);
            } else {
                targets.add(new OfExecutable(path));
            }
        }
        if (!sources.isEmpty()) {
            targets.add(new OfCuda(sources));
        }
        if (!ptx.isEmpty()) {
            targets.add(new OfPtx(ptx));
        }
        return targets;
    }

    private static List<Path> inFolder(Path folder) {
        List<Path> found;
        try (Stream<Path> files = Files.walk(folder)) {
            found = files.filter(each -> each.toString().endsWith(SCENARIOS))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            throw new InvalidInputException("cannot look through folder " + folder + ": " + e.getMessage());
        }
        if (found.isEmpty()) {
            throw new InvalidInputException(
                    "folder " + folder + " has no files of scenarios, whose names end in " + SCENARIOS);
        }
        return found;
    }
}
