package io.cdpsim.cli.fuzz;

import io.cdpsim.cli.CommandRun;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Short commands with options that they have, each with a value that fits or nearly fits. With JSON as without, a line is taken or refused.
 * What makes a run short is always given, and no option is taken twice.
 */
final class Options implements InputKind {
    private static final List<String> COMMANDS = List.of(
            "run bfs",
            "run bfs --variant driver",
            "run irregular",
            "run irregular --variant consolidate",
            "run nbody",
            "run nbody --variant aos",
            "run persistent",
            "run pending",
            "run pending --profile k20x",
            "run graph",
            "run recursive",
            "run recursive --profile k20x",
            "run example hello-world",
            "run ptx twice.ptx",
            "run ptx twice.ptx --plan plan.yaml",
            "run exec --program none",
            "run cuda",
            "exec",
            "run",
            "profiles",
            "profiles list",
            "profiles show h200",
            "profiles diff h200 k40c",
            "occupancy",
            "occupancy --threads 64",
            "occupancy --threads 64 --registers 32",
            "errors 7",
            "rules",
            "rules show TAIL-1",
            "examples",
            "litmus builtin:MP-weak",
            "litmus builtin:MP-weak --explain P1:r0=1",
            "litmus input.litmus",
            "check twice.ptx",
            "check twice.ptx --plan plan.yaml",
            "check none.check.yaml",
            "lab list",
            "lab start 2 out.csv",
            "lab start 10",
            "lab check 2 none",
            "lab check 2 --ptx plan.yaml",
            "lab report none",
            "lab pack out.csv",
            "doctor",
            // A port that there is not: a server that starts would not end.
            "serve --port 65536",
            "completion",
            "man",
            "sweep bfs --vary seed=1,2 --out out.csv",
            "sweep bfs --variant threshold --vary seed=1,2 --out out.csv",
            "sweep irregular --vary seed=1,2 --out out.csv",
            "sweep nbody --vary seed=1,2 --out out.csv",
            "sweep persistent --vary seed=1,2 --out out.csv",
            "sweep pending --vary seed=1,2 --out out.csv",
            "sweep graph --vary seed=1,2 --out out.csv",
            "sweep recursive --vary seed=1,2 --out out.csv",
            "sweep ptx --files twice.ptx --plan plan.yaml --vary seed=1,2 --out out.csv",
            "sweep exec --program none --vary seed=1,2 --out out.csv",
            "sweep cuda none.cu --vary seed=1,2 --out out.csv",
            "sweep example hello-world --out out.csv",
            "sweep file input.yaml",
            "sweep merge rows.csv",
            "sweep submit --slurm --tasks 2 --dry-run -- input.yaml",
            "why rows.csv",
            "plot rows.csv",
            "step twice.ptx --plan plan.yaml",
            "compare recursive recursive",
            "compare rows.csv recursive",
            "compare h200 k20x -- recursive",
            "tune bfs",
            "tune bfs --variant threshold",
            "tune irregular --variant serial",
            "tune nbody --variant aos --block 32",
            "tune exec --program none",
            "tune ptx --files twice.ptx --plan plan.yaml",
            "tune cuda none.cu",
            "validate --data @",
            "validate --bench clock",
            "fit --data @ --out fitted.yaml --quick");
    private static final List<String> NUMBERS = List.of("0", "1", "2", "3", "4", "16", "31", "32", "33", "64");
    /** Options by which a run is long or short: always given. */
    private static final Map<String, List<String>> SIZES = Map.of(
            "--bodies", List.of("32", "64", "33"),
            "--block", List.of("32", "64", "16"),
            "--blocks", List.of("1", "2"),
            "--threads", List.of("32", "64"),
            "--ints", List.of("64", "33"),
            "--iterations", List.of("1", "2"),
            "--depth", List.of("0", "1", "2"),
            "--repeat", List.of("1", "2"),
            "--graph", List.of(),
            "--sizes", List.of());

    private static final Set<String> RUNNING = Set.of("run", "sweep", "tune");

    private static final Set<String> WRITTEN = Set.of(
            "--csv",
            "--trace",
            "--report",
            "--plot",
            "--picture",
            "--out",
            "--regimes",
            "--junit",
            "--sarif",
            "--svg",
            "--html");
    /** Files of the input, so that nothing is written elsewhere. */
    private static final List<String> OUTPUTS = List.of("out.csv", "out.svg", "out.dot", "/dev/null", "@");

    private static final List<String> GRAPHS = List.of("grid:3", "star:2:3", "rmat:3:2:1", "uniform:3:2:1");
    private static final List<String> SIZES_SPECS =
            List.of("constant:3:4", "uniform:0:3:5", "zipf:1.5:4:3", "bimodal:1:4:0.5:3", "exponential:2:3");
    private static final List<String> STATES = List.of("P1:r0=1", "P1:r0=1 P1:r1=0", "x=1", "P1:r0=1; P1:r1=1;");
    private static final String TEST = """
        PTX two
        { x=0; }
        P0@cta 0, gpu 0 | P1@cta 0, gpu 0 ;
        st.weak x, 1    | bar.cta.sync 0  ;
        bar.cta.sync 0  | ld.weak r0, x   ;
        exists (P1:r0=1)
        """;

    private static final CommandLine ROOT = CommandRun.commandLine();

    @Override
    public String name() {
        return "options";
    }

    @Override
    public FuzzedInput draw(Draw draw) {
        List<String> line = new ArrayList<>(List.of(draw.of(COMMANDS).split(" ")));
        List<OptionSpec> options = command(line).getCommandSpec().options();
        for (int i = draw.below(4); i > 0; i--) {
            add(line, draw.of(options), draw);
        }
        for (OptionSpec option : options) {
            if (SIZES.containsKey(option.longestName()) && RUNNING.contains(line.get(0))) {
                add(line, option, draw);
            }
        }
        List<List<String>> readings = new ArrayList<>();
        readings.add(ordered(line));
        OptionSpec json = command(line).getCommandSpec().findOption("--json");
        if (json != null && !line.contains("--json")) {
            line.add("--json");
            if (json.arity().max() > 0) {
                line.add("/dev/null");
            }
            readings.add(ordered(line));
        }
        return new FuzzedInput(
                Map.of(
                        "input.litmus", bytes(TEST),
                        "input.yaml", bytes("workload: recursive\nvary: {seed: [1, 2]}\n"),
                        "twice.ptx", bytes(PlanFiles.ptx()),
                        "plan.yaml", bytes(PlanFiles.plan()),
                        "rows.csv", bytes("api,clock_overhead,-,0,cost,cycles,2,2,2,11\n"),
                        "out.csv", bytes(""),
                        "out.svg", bytes(""),
                        "out.dot", bytes("")),
                readings,
                List.of());
    }

    private static void add(List<String> line, OptionSpec option, Draw draw) {
        String name = option.longestName();
        // Of two sizes the larger might count.
        if (line.contains(name)) {
            return;
        }
        line.add(name);
        if (option.arity().max() > 0 && !draw.oneIn(30)) {
            line.add(value(name, option, draw));
        }
    }

    private static String value(String name, OptionSpec option, Draw draw) {
        if (WRITTEN.contains(name)) {
            return draw.of(OUTPUTS);
        }
        return switch (name) {
            case "--files" -> draw.word(List.of("twice.ptx"));
            case "--plan" -> draw.word(List.of("plan.yaml", "twice.ptx"));
            case "--data" -> draw.word(List.of("@"));
            case "--graph" ->
                text(draw, draw.of(GRAPHS), ":", List.of("1", "2", "3", "4", "5", "grid", "star", "rmat"));
            case "--sizes" -> text(draw, draw.of(SIZES_SPECS), ":", List.of("1", "2", "3", "0.5", "zipf", "uniform"));
            case "--explain" -> draw.oneIn(3) ? text(draw, draw.of(STATES), " =:;", NUMBERS) : draw.of(STATES);
            case "--set" -> {
                String path = draw.of(Overrides.PATHS);
                yield path + "=" + Overrides.value(draw, path);
            }
            default -> draw.word(SIZES.getOrDefault(name, candidates(option)));
        };
    }

    private static String text(Draw draw, String text, String separators, List<String> words) {
        return new String(draw.changed(text, separators, words), StandardCharsets.UTF_8);
    }

    private static List<String> candidates(OptionSpec option) {
        List<String> candidates = new ArrayList<>();
        if (option.completionCandidates() != null) {
            option.completionCandidates().forEach(candidates::add);
        }
        return candidates.isEmpty() ? NUMBERS : candidates;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The command that a line is for. */
    private static CommandLine command(List<String> line) {
        CommandLine command = ROOT;
        for (String word : line) {
            CommandLine next = command.getSubcommands().get(word);
            if (next == null) {
                break;
            }
            command = next;
        }
        return command;
    }

    /** The options of a line, each after its command. */
    static Set<String> given(List<String> line) {
        String command = command(line).getCommandSpec().qualifiedName();
        Set<String> given = new TreeSet<>();
        line.stream().filter(word -> word.startsWith("-")).forEach(word -> given.add(command + " " + word));
        return given;
    }

    /** The words of a command that is compared stand behind the options of the one that compares it. */
    private static List<String> ordered(List<String> line) {
        int inner = line.indexOf("--");
        if (inner < 0) {
            return List.copyOf(line);
        }
        List<String> ordered = new ArrayList<>(line.subList(0, inner));
        ordered.addAll(line.subList(inner + 2, line.size()));
        ordered.addAll(line.subList(inner, inner + 2));
        return ordered;
    }

    /** The options of all commands that do something, each after its command. */
    static Set<String> all() {
        Set<String> all = new TreeSet<>();
        collect(ROOT, all);
        return all;
    }

    private static void collect(CommandLine command, Set<String> all) {
        if (command.getSubcommands().isEmpty()) {
            String name = command.getCommandSpec().qualifiedName();
            command.getCommandSpec().options().forEach(option -> all.add(name + " " + option.longestName()));
        }
        command.getSubcommands().values().forEach(each -> collect(each, all));
    }
}
