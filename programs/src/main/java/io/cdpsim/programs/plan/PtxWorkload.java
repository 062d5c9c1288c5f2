package io.cdpsim.programs.plan;

import io.cdpsim.observe.times.GridTimeRecorder;
import io.cdpsim.observe.times.GridTimeTotals;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.programs.plan.script.Plan;
import io.cdpsim.programs.plan.script.Plan.PositionedName;
import io.cdpsim.programs.plan.script.PlanReader;
import io.cdpsim.programs.ptx.LoadedPtx;
import io.cdpsim.programs.ptx.PtxFiles;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.runtime.Machine;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.ResultValue;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.SharedOptions;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadOption;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** PTX kernels, run according to a launch plan. */
public final class PtxWorkload implements Workload {
    /** The name of the workload. */
    public static final String NAME = "ptx";

    /** The PTX files. */
    public static final WorkloadOption<PtxPaths> FILES = WorkloadOption.of(
                    "files",
                    "FILES",
                    OptionValueType.of(PtxPaths.class, "files of PTX", PtxPaths::parse)
                            .orFile(List.of())
                            .leadingTo(PtxPaths::files),
                    "Files of PTX, parted as in a class path; the same as giving them without an option")
            .otherwise("the files given without an option");

    /** The launch plan. */
    public static final WorkloadOption<String> PLAN = WorkloadOption.of(
                    "plan",
                    "FILE",
                    OptionValueType.text("a launch plan").orFile(List.of()).leadingTo(PtxWorkload::filesOfPlan),
                    "Launch plan: a .yaml file that says which buffers there are, what is launched and what should come"
                            + " of it")
            .otherwise("none: list the kernels");

    /** For each kernel how many grids completed, and their total run time. */
    static final ResultName.Text KERNELS = new ResultName.Text("kernels", "kernels");

    /** Number of expectations of the plan. */
    static final ResultName.Count EXPECTATIONS = new ResultName.Count("expectations", "expectations");

    /** The device output of the program. */
    static final ResultName.Text PRINTED = new ResultName.Text("printed", "printed");

    /** The workload. */
    public PtxWorkload() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "Kernels of PTX, as nvcc and others make it, launched as a plan says.";
    }

    @Override
    public List<WorkloadOption<?>> options() {
        return List.of(FILES, PLAN, SharedOptions.POOL, SharedOptions.CUDA);
    }

    @Override
    public List<ResultName> results() {
        return List.of(KERNELS, EXPECTATIONS, PRINTED);
    }

    /** The profile that the plan in some options names; empty if it names none, or there is no plan. */
    public static Optional<String> profile(OptionValues options) {
        return options.find(PLAN)
                .flatMap(file -> PlanReader.read(Path.of(file)).profile().map(PositionedName::text));
    }

    /** A plan and the files that it names; only itself if it is invalid. */
    private static List<Path> filesOfPlan(String name) {
        List<Path> files = new ArrayList<>();
        try {
            Path plan = Path.of(name);
            files.add(plan);
            for (String each : PlanReader.read(plan).files()) {
                files.add(plan.resolveSibling(each));
            }
        } catch (InvalidPathException | InvalidInputException e) {
            // The run reports it, with its line
        }
        return files;
    }

    /**
     * The PTX files in some options.
     *
     * @throws InvalidInputException if there are none
     */
    public static List<Path> files(OptionValues options) {
        return options.find(FILES)
                .orElseThrow(() -> new InvalidInputException("ptx lacks the files to run: give .ptx files"))
                .files();
    }

    @Override
    public RunResult run(RunRequest request) {
        long start = System.nanoTime();
        List<Path> files = files(request.options());
        String file = request.options()
                .find(PLAN)
                .orElseThrow(() -> new InvalidInputException("ptx lacks --plan FILE, which says what to launch"));
        Plan plan = PlanReader.read(Path.of(file));
        PtxProgram linked = PtxFiles.read(files);
        GridTimeRecorder times = new GridTimeRecorder();
        Machine machine = new Machine(request.machine(), times);
        LoadedPtx loaded = LoadedPtx.load(machine.host(), linked);
        PlannedProgram program = new PlannedProgram(
                plan,
                loaded,
                machine.host(),
                request.machine().pendingLaunches().isPresent());
        String failure = program.run(request.progress());
        List<ResultValue> measures = new ArrayList<>();
        measures.add(KERNELS.of(kernels(times, machine.settings().profile().clock())));
        measures.add(EXPECTATIONS.of(plan.expectations().size()));
        if (!program.printed().isEmpty()) {
            measures.add(PRINTED.of(program.printed()));
        }
        return RunResult.of(NAME, machine, failure, (System.nanoTime() - start) / 1e6, measures);
    }

    private static String kernels(GridTimeRecorder times, ClockSpec clock) {
        Map<String, GridTimeTotals> sums = times.byKernel();
        return times.kernels().stream()
                .map(kernel -> {
                    GridTimeTotals ended = sums.get(kernel);
                    long grids = ended == null ? 0 : ended.grids();
                    return String.format(
                            Locale.ROOT,
                            "%s: %d %s, %.2f us",
                            kernel,
                            grids,
                            grids == 1 ? "grid" : "grids",
                            ended == null ? 0.0 : clock.microsFromCycles(ended.ranCycles()));
                })
                .collect(Collectors.joining("; "));
    }
}
