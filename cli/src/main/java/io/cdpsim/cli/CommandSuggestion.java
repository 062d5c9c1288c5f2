package io.cdpsim.cli;

import io.cdpsim.memory.litmus.text.ShippedTests;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.semantics.rules.catalog.Rule;
import io.cdpsim.semantics.rules.catalog.RuleCatalog;
import io.cdpsim.workloads.examples.Example;
import io.cdpsim.workloads.examples.Examples;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Suggestions for a word that a command does not take: a command, a file, an example, a rule or a GPU that the user may mean. */
final class CommandSuggestion {
    private static final Set<String> SOURCES = Set.of("cu", "cuh", "c", "cc", "cpp", "cxx", "h", "hpp", "py");
    private static final Set<String> BINARIES = Set.of("cubin", "fatbin", "o", "exe", "out");
    private static final Set<String> GRAPHS = Set.of("mtx", "gr", "txt", "el", "edges", "snap");
    private static final String EXAMPLE = "example:";
    private static final String SWEEP = "cdpsim sweep ";

    private final CommandLine at;
    private final String word;
    private final Supplier<CommandLine> all;

    private CommandSuggestion(CommandLine at, String word, Supplier<CommandLine> all) {
        this.at = at;
        this.word = word;
        this.all = all;
    }

    /**
     * What to type instead.
     *
     * @param at the command that the word was given to
     * @param word the word
     * @param all makes the command line with all commands
     * @return the end of a message, from the semicolon on; empty if no suggestion fits
     */
    static Optional<String> of(CommandLine at, String word, Supplier<CommandLine> all) {
        return new CommandSuggestion(at, word, all).suggestion();
    }

    private Optional<String> suggestion() {
        String extension = extension();
        if (extension.equals("cu")) {
            return Optional.of("; 'cdpsim run " + word + "' compiles and runs it, see docs/use/cuda.md");
        }
        if (SOURCES.contains(extension) || BINARIES.contains(extension)) {
            return Optional.of("; cdpsim reads no " + (SOURCES.contains(extension) ? "source code" : "compiled code")
                    + ": 'cdpsim run --help' lists the programs that it simulates, 'cdpsim examples' listings of"
                    + " the guides, and docs/use/guide.md shows how to write a kernel for it");
        }
        List<String> candidates = candidates(extension);
        return candidates.isEmpty()
                ? Optional.empty()
                : Optional.of("; did you mean '" + String.join("' or '", candidates) + "'?");
    }

    private List<String> candidates(String extension) {
        if (at.getSubcommands().isEmpty()) {
            return option(extension).map(List::of).orElse(List.of());
        }
        List<String> commands = commands();
        return commands.isEmpty() ? argument(extension).map(List::of).orElse(List.of()) : commands;
    }

    /** Commands of other commands that have this name. */
    private List<String> commands() {
        List<String> found = new ArrayList<>();
        CommandLine root = all.get();
        String own = at.getCommandSpec().qualifiedName();
        Stream.concat(Stream.of(root), root.getSubcommands().values().stream())
                .filter(each -> !each.getCommandSpec().qualifiedName().equals(own)
                        && each.getSubcommands().containsKey(word))
                .forEach(each -> found.add(each.getCommandSpec().qualifiedName() + " " + word));
        // A workload without a command means a run, not a sweep.
        List<String> others =
                found.stream().filter(each -> !each.startsWith(SWEEP)).toList();
        return others.isEmpty() ? found : others;
    }

    /** The option of a command without subcommands that takes the word as a value. */
    private Optional<String> option(String extension) {
        if (extension.equals("csv") && at.getCommandSpec().optionsMap().containsKey("--data")) {
            return Optional.of("--data FOLDER");
        }
        String name = isGraph(extension) ? "--graph" : isProfile(extension) ? "--profile" : "";
        return at.getCommandSpec().optionsMap().containsKey(name) ? Optional.of(name + " " + word) : Optional.empty();
    }

    /** The command that takes the word as an argument. */
    private Optional<String> argument(String extension) {
        String command;
        if (extension.equals("ptx")) {
            command = "cdpsim run " + word + " --plan FILE";
        } else if (extension.equals("litmus") || word.startsWith("builtin:")) {
            command = "cdpsim litmus " + word;
        } else if (isGraph(extension)) {
            command = "cdpsim run bfs --graph " + word;
        } else if (extension.equals("csv")) {
            command = "cdpsim validate --data FOLDER";
        } else if (isExample()) {
            command = "cdpsim run " + (word.startsWith(EXAMPLE) ? "" : EXAMPLE) + word;
        } else if (word.toLowerCase(Locale.ROOT).endsWith(".check.yaml")) {
            command = "cdpsim check " + word;
        } else if (isProfile(extension)) {
            command = at.getSubcommands().containsKey("bfs")
                    ? "cdpsim run WORKLOAD --profile " + word
                    : "cdpsim profiles show " + word;
        } else {
            return catalogCommand();
        }
        return Optional.of(command);
    }

    private Optional<String> catalogCommand() {
        String id = word.toUpperCase(Locale.ROOT);
        if (RuleCatalog.load().rules().stream().map(Rule::id).anyMatch(id::equals)) {
            return Optional.of("cdpsim rules show " + id);
        }
        if (Stream.of(CudaError.values()).anyMatch(each -> each.isCalled(word))) {
            return Optional.of("cdpsim errors " + word);
        }
        boolean isTest = ShippedTests.names().stream()
                .anyMatch(each -> each.equals(word)
                        || each.substring(each.lastIndexOf('/') + 1).equals(word));
        return isTest ? Optional.of("cdpsim litmus builtin:" + word) : Optional.empty();
    }

    private String extension() {
        String name = word.toLowerCase(Locale.ROOT);
        if (name.endsWith(".gz")) {
            name = name.substring(0, name.length() - 3);
        }
        return name.substring(name.lastIndexOf('.') + 1).equals(name) ? "" : name.substring(name.lastIndexOf('.') + 1);
    }

    private boolean isGraph(String extension) {
        return GRAPHS.contains(extension) || word.matches("(rmat|uniform|grid|star):.*");
    }

    private boolean isProfile(String extension) {
        return extension.equals("yaml")
                || extension.equals("yml")
                || Profiles.names().contains(word);
    }

    private boolean isExample() {
        return word.startsWith(EXAMPLE)
                || Examples.all().stream().map(Example::name).anyMatch(word::equals);
    }
}
