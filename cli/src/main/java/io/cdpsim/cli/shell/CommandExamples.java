package io.cdpsim.cli.shell;

import io.cdpsim.cli.output.ResourceText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Examples of commands for their manual pages, read from the resource {@code examples.txt}. */
final class CommandExamples {
    private static final String FILE = "examples.txt";

    private final Map<String, List<Example>> byCommand = new LinkedHashMap<>();

    /**
     * An example.
     *
     * @param meaning one line on what it does
     * @param line the command line
     */
    record Example(String meaning, String line) {}

    private CommandExamples() {}

    /** Those that come with CDPSim. */
    static CommandExamples load() {
        CommandExamples examples = new CommandExamples();
        examples.read(ResourceText.of(CommandExamples.class, FILE).lines().toList());
        return examples;
    }

    private void read(List<String> lines) {
        List<Example> examples = new ArrayList<>();
        String meaning = "";
        for (String line : lines) {
            if (line.startsWith("[")) {
                examples = byCommand.computeIfAbsent(line.substring(1, line.indexOf(']')), name -> new ArrayList<>());
            } else if (line.startsWith("  ")) {
                examples.add(new Example(meaning, line.strip()));
            } else if (!line.startsWith("#")) {
                meaning = line;
            }
        }
    }

    /** The examples of each command, by its name without {@code cdpsim}. */
    Map<String, List<Example>> all() {
        return byCommand;
    }

    /**
     * The examples of a command; if it has none, such as a workload of another project, those of its parent.
     *
     * @param words the command, such as {@code cdpsim run bfs}
     */
    List<Example> of(String words) {
        String command = words.equals("cdpsim") ? words : words.replaceFirst("^cdpsim ", "");
        while (!byCommand.containsKey(command) && command.contains(" ")) {
            command = command.substring(0, command.lastIndexOf(' '));
        }
        return byCommand.getOrDefault(command, List.of());
    }
}
