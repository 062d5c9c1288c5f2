package io.cdpsim.semantics.check.scenario;

import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.text.ShippedTests;
import io.cdpsim.semantics.check.RunMatrix;
import io.cdpsim.semantics.check.run.CheckedProgram;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import io.cdpsim.workloads.yaml.YamlFields;
import io.cdpsim.workloads.yaml.YamlNode;
import io.cdpsim.workloads.yaml.YamlReader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads scenario files; docs/use/check.md describes their format. */
public final class ScenarioReader {
    private static final List<String> PROGRAM_KEYS = List.of("program", "ptx", "workload", "litmus");
    private static final List<String> KEYS = List.of(
            "name",
            "program",
            "ptx",
            "workload",
            "litmus",
            "plan",
            "arguments",
            "compiler",
            "compiler-options",
            "options",
            "runs",
            "expect");

    private final Workloads workloads;

    /** @param workloads the workloads that scenarios may name */
    public ScenarioReader(Workloads workloads) {
        this.workloads = workloads;
    }

    /**
     * Reads a file: one scenario, or a list of them under {@code scenarios}. A scenario whose program is missing is an
     * {@link CheckScenario.UnavailableTask}, so that the others can run.
     *
     * @throws InvalidInputException if the file cannot be read or is malformed; the message names file, line and column
     */
    public List<CheckScenario> read(Path file) {
        return read(file.toString(), FileErrors.textOf(file, "scenarios as YAML"), folder(file));
    }

    private static Path folder(Path file) {
        Path folder = file.getParent();
        return folder == null ? Path.of("") : folder;
    }

    /**
     * Reads a text.
     *
     * @param name the name in messages
     * @param folder the folder of the files that the scenarios name
     */
    public List<CheckScenario> read(String name, String text, Path folder) {
        YamlNode root = YamlReader.read(name, text);
        boolean isList = root instanceof YamlNode.Mapping mapping
                && mapping.entries().stream().anyMatch(each -> each.key().equals("scenarios"));
        if (!isList) {
            return List.of(scenario(root, folder, base(name)));
        }
        YamlNode list =
                YamlFields.of(root, "a file of scenarios", List.of("scenarios")).get("scenarios");
        List<CheckScenario> scenarios = new ArrayList<>();
        for (YamlNode each : items(list, "a list of scenarios")) {
            scenarios.add(scenario(each, folder, base(name) + " " + (scenarios.size() + 1)));
        }
        if (scenarios.isEmpty()) {
            throw list.place().problem("found no scenario, expected at least one");
        }
        return scenarios;
    }

    private static String base(String file) {
        String name = file.substring(file.lastIndexOf('/') + 1);
        return name.replaceAll("(\\.check)?\\.ya?ml$", "");
    }

    private CheckScenario scenario(YamlNode node, Path folder, String defaultName) {
        YamlFields fields = YamlFields.of(node, "a scenario", KEYS);
        String name = fields.find("name")
                .map(each -> YamlFields.text(each, "a name").text())
                .orElse(defaultName);
        YamlNode.Entry program = fields.oneOf(PROGRAM_KEYS);
        if (program.key().equals("litmus")) {
            refuse(fields, List.of("plan", "arguments", "compiler", "compiler-options", "options", "runs"), "litmus");
            LitmusTest test = litmus(YamlFields.text(program.value(), "a litmus test"), folder);
            List<LitmusExpectation> expected = fields.find("expect")
                    .map(ScenarioExpectationReader::ofLitmus)
                    .orElseGet(() ->
                            List.of(new LitmusExpectation(program.place(), LitmusExpectation.Question.VERDICT, "Ok")));
            return new CheckScenario(name, program.place(), new CheckScenario.LitmusTask(test, expected));
        }
        CheckedProgram checked;
        try {
            checked = program(fields, program, folder);
        } catch (MissingFileException e) {
            return new CheckScenario(
                    name, program.place(), new CheckScenario.UnavailableTask(String.valueOf(e.getMessage())));
        }
        RunMatrixReader runs = new RunMatrixReader(checked);
        RunMatrix matrix = runs.matrix(fields.find("runs"), folder);
        return new CheckScenario(
                name,
                program.place(),
                new CheckScenario.ProgramTask(
                        checked,
                        matrix,
                        RunMatrixReader.limit(fields.find("runs")),
                        fields.find("expect")
                                .map(ScenarioExpectationReader::ofRuns)
                                .orElse(List.of())));
    }

    private CheckedProgram program(YamlFields fields, YamlNode.Entry program, Path folder) {
        List<String> arguments = texts(fields.find("arguments"), "command-line arguments of the program");
        switch (program.key()) {
            case "workload" -> {
                refuse(fields, List.of("plan", "arguments", "compiler", "compiler-options"), "workload");
                return workload(YamlFields.text(program.value(), "the name of a workload"), fields.find("options"));
            }
            case "ptx" -> {
                refuse(fields, List.of("arguments", "compiler", "compiler-options", "options"), "ptx");
                YamlNode plan = fields.get("plan");
                return new CheckedProgram.PtxWithPlan(files(program.value(), folder), file(plan, folder));
            }
            default -> {
                refuse(fields, List.of("plan", "options"), "program");
                List<Path> files = files(program.value(), folder);
                boolean isSource =
                        files.get(0).toString().toLowerCase(Locale.ROOT).endsWith(".cu");
                if (isSource) {
                    return new CheckedProgram.CudaSource(
                            files,
                            texts(fields.find("compiler-options"), "options for the compiler"),
                            fields.find("compiler")
                                    .map(each ->
                                            YamlFields.text(each, "a compiler").text()),
                            arguments);
                }
                refuse(fields, List.of("compiler", "compiler-options"), "an executable");
                return new CheckedProgram.Executable(files.get(0), arguments);
            }
        }
    }

    private CheckedProgram workload(YamlNode.Scalar name, Optional<YamlNode> given) {
        Workload workload;
        try {
            workload = workloads.named(name.text());
        } catch (InvalidInputException e) {
            throw name.place().problem(String.valueOf(e.getMessage()));
        }
        OptionValues options = OptionValues.of(workload);
        if (given.isPresent()) {
            if (!(given.get() instanceof YamlNode.Mapping mapping)) {
                throw given.get()
                        .place()
                        .problem("found " + given.get().kind() + ", expected values of options by their names");
            }
            for (YamlNode.Entry each : mapping.entries()) {
                try {
                    options = options.with(
                            each.key(),
                            YamlFields.text(each.value(), "a value of '" + each.key() + "'")
                                    .text());
                } catch (InvalidInputException e) {
                    String said = String.valueOf(e.getMessage());
                    throw said.startsWith(each.place().file())
                            ? e
                            : each.place().problem(said);
                }
            }
        }
        return new CheckedProgram.WorkloadWithOptions(workload, options);
    }

    private static LitmusTest litmus(YamlNode.Scalar name, Path folder) {
        try {
            String file = name.text().startsWith("builtin:")
                    ? name.text()
                    : file(name, folder).toString();
            return ShippedTests.read(file);
        } catch (MissingFileException e) {
            throw new InvalidInputException(String.valueOf(e.getMessage()));
        } catch (LitmusException e) {
            throw name.place().problem(String.valueOf(e.getMessage()));
        }
    }

    private static void refuse(YamlFields fields, List<String> keys, String what) {
        for (YamlNode.Entry each : fields.entries()) {
            if (keys.contains(each.key())) {
                throw each.place().problem("'" + each.key() + "' does not apply to " + what + ", remove it");
            }
        }
    }

    private static List<Path> files(YamlNode node, Path folder) {
        List<YamlNode> items = node instanceof YamlNode.Sequence list ? list.items() : List.of(node);
        if (items.isEmpty()) {
            throw node.place().problem("found no file, expected at least one");
        }
        return items.stream().map(each -> file(each, folder)).toList();
    }

    static Path file(YamlNode node, Path folder) {
        YamlNode.Scalar text = YamlFields.text(node, "the name of a file");
        Path file;
        try {
            file = folder.resolve(text.text());
        } catch (InvalidPathException e) {
            throw text.place().problem("found '" + text.text() + "', expected the name of a file");
        }
        if (!Files.exists(file)) {
            throw new MissingFileException(
                    text.place() + ": there is no file " + file + "; names are looked up from the scenario's folder");
        }
        return file;
    }

    /** A file of a scenario does not exist. */
    private static final class MissingFileException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        MissingFileException(String message) {
            super(message);
        }
    }

    static List<YamlNode> items(YamlNode node, String expected) {
        if (node instanceof YamlNode.Sequence list) {
            return list.items();
        }
        throw node.place().problem("found " + node.kind() + ", expected " + expected);
    }

    private static List<String> texts(Optional<YamlNode> node, String expected) {
        if (node.isEmpty()) {
            return List.of();
        }
        return items(node.get(), "a list: " + expected).stream()
                .map(each -> YamlFields.text(each, "a text").text())
                .toList();
    }
}
