package io.cdpsim.programs.exec;

import io.cdpsim.profile.ComputeCapability;
import io.cdpsim.programs.exec.fatbinary.CudaExecutable;
import io.cdpsim.programs.exec.fatbinary.FatBinaryException;
import io.cdpsim.programs.exec.library.CacheDirectory;
import io.cdpsim.programs.exec.library.CudartLibrary;
import io.cdpsim.programs.exec.module.StrictLoad;
import io.cdpsim.programs.exec.process.ProgramOutcome;
import io.cdpsim.programs.exec.process.ProgramRun;
import io.cdpsim.programs.exec.process.ProgramSettings;
import io.cdpsim.programs.exec.process.ProgramSettings.ProgramStreams;
import io.cdpsim.programs.exec.process.ProgramSettings.ProgramWrapper;
import io.cdpsim.programs.exec.process.ProgramSettings.StopSwitch;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.CommandTokens;
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
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** An unmodified CUDA program: an executable for Linux on x86-64. */
public final class ExecWorkload implements Workload {
    /** The name of the workload. */
    public static final String NAME = "exec";

    /** The executable. */
    public static final WorkloadOption<String> PROGRAM = WorkloadOption.of(
            "program",
            "FILE",
            OptionValueType.text("an executable").orFile(List.of()),
            "Executable that uses the CUDA runtime, shared or in itself");

    /** Its command-line arguments. */
    public static final WorkloadOption<String> ARGUMENTS = ArgumentOptions.ALL;

    /** Devices of the machine. */
    static final WorkloadOption<Integer> GPUS = WorkloadOption.of(
                    "gpus",
                    "N",
                    OptionValueType.wholeNumber(1, MachineSettings.MAX_DEVICES),
                    "GPUs of the machine, all of one kind")
            .defaultingTo(1);

    /** The negation of {@link MachineSettings#unifiedAddresses()}. */
    static final WorkloadOption<Boolean> SEPARATE_ADDRESSES = WorkloadOption.flag(
            "separate-addresses",
            "Addresses as before CUDA 4: pinned memory is so for one GPU, or mapped, only where the program asks");

    /** Whether an unsupported instruction in any kernel of the file is an error before the program starts. */
    static final WorkloadOption<Boolean> STRICT_LOAD = WorkloadOption.flag(
            "strict-load",
            "Refuse a program with an instruction that is not simulated before it starts; otherwise only a launch of a"
                    + " kernel that needs it fails, with cudaErrorNotSupported");

    /** The options that describe the machine. */
    public static final List<WorkloadOption<?>> MACHINE_OPTIONS =
            List.of(GPUS, SEPARATE_ADDRESSES, STRICT_LOAD, SharedOptions.POOL, SharedOptions.CUDA);

    /** The program's exit code. */
    public static final ResultName.Count EXIT_CODE = new ResultName.Count("exit_code", "exit code");

    /** Calls of the CUDA runtime by the program's host code. */
    static final ResultName.Count CALLS = new ResultName.Count("runtime_calls", "CUDA calls of the host");

    /** The most event times that are results each. */
    private static final int MOST_EVENT_TIMES = 8;

    /** How often the program asked for the time between two events. */
    public static final ResultName.Count EVENT_TIMES = new ResultName.Count("event_times", "event times");

    /** The first results of {@code cudaEventElapsedTime}, in the order of the calls. */
    public static final List<ResultName.Quantity> EVENT_TIME = IntStream.rangeClosed(1, MOST_EVENT_TIMES)
            .mapToObj(each -> new ResultName.Quantity("event_" + each + "_us", "event time " + each, "us"))
            .toList();

    /** Simulated time that passed outside of the program's calls, which depends on this computer; absent where none did. */
    static final ResultName.Quantity OUTSIDE_CALLS =
            new ResultName.Quantity("outside_calls_us", "outside of calls, not repeatable", "us");

    /** The file that ran. */
    public static final ResultName.Text EXECUTED = new ResultName.Text("program", "program");

    /** The calls that returned {@code cudaErrorNotSupported}. */
    static final ResultName.Text NOT_SIMULATED = new ResultName.Text("not_simulated", "calls that are not simulated");

    /** The kernels that the program needed and that contain unsupported instructions, each with opcode and position. */
    public static final ResultName.Text UNSUPPORTED_KERNELS =
            new ResultName.Text("unsupported_kernels", "kernels that are not simulated");

    /** The program's standard output. */
    public static final ResultName.Text PRINTED = new ResultName.Text("printed", "printed");

    /** The program's standard error, where it is captured. */
    public static final ResultName.Text ERRORS = new ResultName.Text("program_errors", "written as errors");

    private static final int FIRST_SIGNAL = 128;

    private final StopSwitch stop;
    private final ProgramSettings terms;

    /** The workload for many runs: the program's standard output is a result. */
    public ExecWorkload() {
        this(new StopSwitch(), new ProgramSettings(ProgramStreams.OUTPUT_KEPT, ProgramWrapper.NONE));
    }

    private ExecWorkload(StopSwitch stop, ProgramSettings terms) {
        this.stop = stop;
        this.terms = terms;
    }

    /** The exit code of the program in a result. */
    public static int exitCode(RunResult result) {
        return result.measures().stream()
                .filter(each -> each.result().equals(EXIT_CODE))
                .mapToInt(each -> (int) ((ResultValue.Count) each).value())
                .findFirst()
                .orElseThrow();
    }

    /** The program's standard output in a result; empty where the program inherited that of this process. */
    public static String printed(RunResult result) {
        return result.measures().stream()
                .filter(each -> each.result().equals(PRINTED))
                .map(each -> ((ResultValue.Text) each).value())
                .findFirst()
                .orElse("");
    }

    /** The workload for one run that can be stopped, whose program inherits the standard streams of this process. */
    public static ExecWorkload attended(StopSwitch stop) {
        return new ExecWorkload(stop, new ProgramSettings(ProgramStreams.ATTENDED, ProgramWrapper.NONE));
    }

    /** The workload for one run that can be stopped and is otherwise as all. */
    static ExecWorkload stoppable(StopSwitch stop) {
        return new ExecWorkload(stop, new ProgramSettings(ProgramStreams.OUTPUT_KEPT, ProgramWrapper.NONE));
    }

    /** The workload for one run that can be stopped, whose program runs under a wrapper; its standard output and standard error are results. */
    public static ExecWorkload wrapped(StopSwitch stop, ProgramWrapper wrapper) {
        return wrapped(stop, wrapper, (output, isIdle) -> {}, Set.of());
    }

    /**
     * As {@link #wrapped(StopSwitch, ProgramWrapper)}, with a listener to the end of the program.
     *
     * @param discarded the calls whose error codes the program never uses: a failure of one is warned of
     */
    public static ExecWorkload wrapped(
            StopSwitch stop, ProgramWrapper wrapper, ProgramSettings.EndListener end, Set<String> discarded) {
        return new ExecWorkload(stop, new ProgramSettings(ProgramStreams.ALL_KEPT, wrapper, end, discarded));
    }

    /** Options with a program and its arguments. */
    public static OptionValues with(OptionValues options, Path program, List<String> arguments) {
        return options.with(PROGRAM, program.toString()).with(ARGUMENTS, CommandTokens.line(arguments));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "A CUDA program as nvcc or clang built it: its host code runs on the CPU, its kernels on the simulated"
                + " GPU.";
    }

    @Override
    public List<WorkloadOption<?>> options() {
        return List.of(
                PROGRAM, ARGUMENTS, GPUS, SEPARATE_ADDRESSES, STRICT_LOAD, SharedOptions.POOL, SharedOptions.CUDA);
    }

    /** Also {@code arg.1} and so on, one argument each. */
    @Override
    public Optional<WorkloadOption<?>> option(String name) {
        return Workload.super.option(name).or(() -> ArgumentOptions.option(name));
    }

    @Override
    public List<ResultName> results() {
        List<ResultName> results = new ArrayList<>(List.of(EXECUTED, EXIT_CODE, CALLS, EVENT_TIMES));
        results.addAll(EVENT_TIME);
        results.addAll(List.of(OUTSIDE_CALLS, NOT_SIMULATED, UNSUPPORTED_KERNELS, PRINTED, ERRORS));
        return results;
    }

    @Override
    public boolean runsHostCode() {
        return true;
    }

    @Override
    public RunResult run(RunRequest request) {
        long start = System.nanoTime();
        Path program = program(request.options());
        try {
            ComputeCapability device = request.machine().profile().computeCapability();
            // What a script starts finds the simulator through the environment, like all programs that a program
            // starts.
            if (!CudaExecutable.isScript(program)) {
                CudaExecutable executable = CudaExecutable.open(program);
                executable.check(device);
                if (request.options().get(STRICT_LOAD)) {
                    StrictLoad.check(executable.ptx(device));
                }
            }
            Path libraries = CudartLibrary.folder(CacheDirectory.path());
            Machine machine = new Machine(
                    request.machine(each -> each.withDevices(request.options().get(GPUS))
                            .withUnifiedAddresses(!request.options().get(SEPARATE_ADDRESSES))));
            ProgramOutcome end = new ProgramRun(machine, request.progress(), stop)
                    .run(program, ArgumentOptions.words(request.options()), libraries, terms);
            return RunResult.of(
                    NAME, machine, failure(machine, end), (System.nanoTime() - start) / 1e6, measures(program, end));
        } catch (FatBinaryException e) {
            throw new InvalidInputException(String.valueOf(e.getMessage()));
        }
    }

    private static Path program(OptionValues options) {
        String file = options.find(PROGRAM)
                .orElseThrow(() -> new InvalidInputException("exec lacks the program to run: give an executable"));
        try {
            return Path.of(file);
        } catch (InvalidPathException e) {
            throw new InvalidInputException("found '" + file + "', expected the name of an executable");
        }
    }

    private static List<ResultValue> measures(Path program, ProgramOutcome end) {
        List<ResultValue> measures = new ArrayList<>();
        measures.add(EXECUTED.of(program.toString()));
        measures.add(EXIT_CODE.of(end.exitCode()));
        measures.add(CALLS.of(end.calls()));
        List<Double> elapsed = end.elapsedMillis();
        if (!elapsed.isEmpty()) {
            measures.add(EVENT_TIMES.of(elapsed.size()));
        }
        for (int i = 0; i < Math.min(elapsed.size(), MOST_EVENT_TIMES); i++) {
            measures.add(EVENT_TIME.get(i).of(1000 * elapsed.get(i)));
        }
        if (end.outsideCallsMicros() > 0) {
            measures.add(OUTSIDE_CALLS.of(end.outsideCallsMicros()));
        }
        if (!end.notSimulated().isEmpty()) {
            measures.add(NOT_SIMULATED.of(String.join(", ", end.notSimulated())));
        }
        if (!end.unsupportedKernels().isEmpty()) {
            measures.add(UNSUPPORTED_KERNELS.of(String.join("; ", end.unsupportedKernels())));
        }
        if (!end.printed().isEmpty()) {
            measures.add(PRINTED.of(end.printed()));
        }
        if (!end.errors().isEmpty()) {
            measures.add(ERRORS.of(end.errors()));
        }
        return measures;
    }

    private static String failure(Machine machine, ProgramOutcome end) {
        String fault = machine.host().faultMessage();
        String because = fault.isEmpty() ? "" : ": " + fault;
        if (end.stopped()) {
            return "the program was stopped before its end";
        }
        if (end.exitCode() > FIRST_SIGNAL) {
            return "signal " + (end.exitCode() - FIRST_SIGNAL) + " ended the program" + because;
        }
        if (end.exitCode() != 0) {
            return "the program ended with exit code " + end.exitCode() + because;
        }
        return fault;
    }
}
