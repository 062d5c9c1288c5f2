package io.cdpsim.programs.exec;

import io.cdpsim.programs.exec.fatbinary.CudaExecutable;
import io.cdpsim.programs.exec.fatbinary.FatBinaryException;
import io.cdpsim.programs.exec.library.CudartLibrary;
import io.cdpsim.programs.exec.library.KeptFolder;
import io.cdpsim.programs.exec.process.ProgramEnd;
import io.cdpsim.programs.exec.process.ProgramRun;
import io.cdpsim.programs.exec.process.ProgramStreams;
import io.cdpsim.programs.exec.process.ProgramTerms;
import io.cdpsim.programs.exec.process.ProgramWrapper;
import io.cdpsim.programs.exec.process.StopSwitch;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.CommandWords;
import io.cdpsim.workloads.Measure;
import io.cdpsim.workloads.OptionType;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.SharedOptions;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadException;
import io.cdpsim.workloads.WorkloadOption;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A CUDA program as it is: an executable for Linux on x86-64. */
public final class CudaProgram implements Workload {
    /** The name of the workload. */
    public static final String NAME = "exec";

    /** The executable. */
    public static final WorkloadOption<String> PROGRAM = WorkloadOption.of(
            "program",
            "FILE",
            OptionType.text("an executable").orFile(List.of()),
            "Executable that uses the CUDA runtime as a shared library (nvcc -cudart shared)");

    /** What it is called with. */
    public static final WorkloadOption<String> ARGUMENTS = WorkloadOption.of(
                    "arguments",
                    "WORDS",
                    OptionType.of(String.class, "words, parted as a shell does", text -> {
                        CommandWords.of(text);
                        return text;
                    }),
                    "What the program is called with, parted as a shell does")
            .otherwise("none");

    /** Devices of the machine. */
    static final WorkloadOption<Integer> GPUS = WorkloadOption.of(
                    "gpus",
                    "N",
                    OptionType.wholeNumber(1, MachineSettings.MOST_DEVICES),
                    "GPUs of the machine, all of one kind")
            .defaultingTo(1);

    /** {@link MachineSettings#unifiedAddresses()}, turned round. */
    static final WorkloadOption<Boolean> SEPARATE_ADDRESSES = WorkloadOption.flag(
            "separate-addresses",
            "Addresses as before CUDA 4: pinned memory is so for one GPU, or mapped, only where the program asks");

    /** The options that are about the machine. */
    public static final List<WorkloadOption<?>> MACHINE_OPTIONS =
            List.of(GPUS, SEPARATE_ADDRESSES, SharedOptions.POOL, SharedOptions.CUDA);

    /** The program's exit code. */
    public static final ResultName.Count EXIT_CODE = new ResultName.Count("exit_code", "exit code");

    /** Calls of the runtime by the program's host code. */
    static final ResultName.Count CALLS = new ResultName.Count("runtime_calls", "CUDA calls of the host");

    /** The file that was executed. */
    static final ResultName.Text EXECUTED = new ResultName.Text("program", "program");

    /** The calls that returned {@code cudaErrorNotSupported}. */
    static final ResultName.Text NOT_SIMULATED = new ResultName.Text("not_simulated", "calls that are not simulated");

    /** What the program wrote to its standard output. */
    public static final ResultName.Text PRINTED = new ResultName.Text("printed", "printed");

    /** What the program wrote to its standard error, where that is kept. */
    public static final ResultName.Text ERRORS = new ResultName.Text("program_errors", "written as errors");

    private static final int FIRST_SIGNAL = 128;

    private final StopSwitch stop;
    private final ProgramTerms terms;

    /** The workload, for many runs: what a program writes to its standard output is a result. */
    public CudaProgram() {
        this(new StopSwitch(), new ProgramTerms(ProgramStreams.OUTPUT_KEPT, ProgramWrapper.NONE));
    }

    private CudaProgram(StopSwitch stop, ProgramTerms terms) {
        this.stop = stop;
        this.terms = terms;
    }

    /** The exit code of the program of a result. */
    public static int exitCode(RunResult result) {
        return result.measures().stream()
                .filter(each -> each.result().equals(EXIT_CODE))
                .mapToInt(each -> (int) ((Measure.Count) each).value())
                .findFirst()
                .orElseThrow();
    }

    /** What the program of a result wrote to its standard output; empty where that went to the standard output of this process. */
    public static String printed(RunResult result) {
        return result.measures().stream()
                .filter(each -> each.result().equals(PRINTED))
                .map(each -> ((Measure.Text) each).value())
                .findFirst()
                .orElse("");
    }

    /** The workload for one run that may be stopped, whose program reads and writes the standard streams of this process. */
    public static CudaProgram attended(StopSwitch stop) {
        return new CudaProgram(stop, new ProgramTerms(ProgramStreams.ATTENDED, ProgramWrapper.NONE));
    }

    /** The workload for one run that may be stopped and is otherwise as all. */
    static CudaProgram stoppable(StopSwitch stop) {
        return new CudaProgram(stop, new ProgramTerms(ProgramStreams.OUTPUT_KEPT, ProgramWrapper.NONE));
    }

    /** The workload for one run that may be stopped, whose program is run by another; what it writes, errors too, is a result. */
    public static CudaProgram wrapped(StopSwitch stop, ProgramWrapper wrapper) {
        return new CudaProgram(stop, new ProgramTerms(ProgramStreams.ALL_KEPT, wrapper));
    }

    /** Options with a program and what it is called with. */
    public static OptionValues with(OptionValues options, Path program, List<String> arguments) {
        return options.with(PROGRAM, program.toString()).with(ARGUMENTS, CommandWords.line(arguments));
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
        return List.of(PROGRAM, ARGUMENTS, GPUS, SEPARATE_ADDRESSES, SharedOptions.POOL, SharedOptions.CUDA);
    }

    @Override
    public List<ResultName> results() {
        return List.of(EXECUTED, EXIT_CODE, CALLS, NOT_SIMULATED, PRINTED, ERRORS);
    }

    @Override
    public RunResult run(RunRequest request) {
        long begin = System.nanoTime();
        Path program = program(request.options());
        try {
            CudaExecutable.open(program).check(request.machine().profile().computeCapability());
            Path libraries = CudartLibrary.folder(KeptFolder.path());
            Machine machine = new Machine(
                    request.machine(each -> each.withDevices(request.options().get(GPUS))
                            .withUnifiedAddresses(!request.options().get(SEPARATE_ADDRESSES))));
            ProgramEnd end = new ProgramRun(machine, request.progress(), stop)
                    .run(
                            program,
                            CommandWords.of(request.options().find(ARGUMENTS).orElse("")),
                            libraries,
                            terms);
            return RunResult.of(
                    NAME, machine, failure(machine, end), (System.nanoTime() - begin) / 1e6, measures(program, end));
        } catch (FatBinaryException e) {
            throw new WorkloadException(String.valueOf(e.getMessage()));
        }
    }

    private static Path program(OptionValues options) {
        String file = options.find(PROGRAM)
                .orElseThrow(() -> new WorkloadException("exec lacks the program to run: give an executable"));
        try {
            return Path.of(file);
        } catch (InvalidPathException e) {
            throw new WorkloadException("found '" + file + "', expected the name of an executable");
        }
    }

    private static List<Measure> measures(Path program, ProgramEnd end) {
        List<Measure> measures = new ArrayList<>();
        measures.add(EXECUTED.of(program.toString()));
        measures.add(EXIT_CODE.of(end.exitCode()));
        measures.add(CALLS.of(end.calls()));
        if (!end.notSimulated().isEmpty()) {
            measures.add(NOT_SIMULATED.of(String.join(", ", end.notSimulated())));
        }
        if (!end.printed().isEmpty()) {
            measures.add(PRINTED.of(end.printed()));
        }
        if (!end.errors().isEmpty()) {
            measures.add(ERRORS.of(end.errors()));
        }
        return measures;
    }

    private static String failure(Machine machine, ProgramEnd end) {
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
