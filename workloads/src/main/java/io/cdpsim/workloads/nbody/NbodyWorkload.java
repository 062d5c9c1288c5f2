package io.cdpsim.workloads.nbody;

import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.BlockSizeCheck;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.RegimeMatch;
import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workload.TunableOption;
import io.cdpsim.workloads.WorkloadOption;
import io.cdpsim.workloads.nbody.NbodySettings.HostThreading;
import io.cdpsim.workloads.nbody.NbodySettings.NbodyVariant;
import java.util.List;
import java.util.Optional;

/** {@link NbodyProgram} as a workload: {@code nbody}. */
public final class NbodyWorkload implements Workload {
    /** {@link NbodySettings#variant()}. */
    public static final WorkloadOption<NbodyVariant> VARIANT = WorkloadOption.of(
                    "variant", "VARIANT", OptionValueType.choice(NbodyVariant.values()), "How bodies are read")
            .defaultingTo(NbodyVariant.SHARED);

    /** {@link NbodySettings#bodies()}. */
    public static final WorkloadOption<Integer> BODIES = WorkloadOption.of(
                    "bodies", "N", OptionValueType.wholeNumber(1, InitialBodies.MOST), "Number of bodies")
            .in("bodies")
            .defaultingTo(4096);

    /** {@link NbodySettings#blockThreads()}. */
    public static final WorkloadOption<Integer> BLOCK = WorkloadOption.of(
                    "block", "N", OptionValueType.wholeNumber(1), "Threads of a block")
            .in("threads")
            .defaultingTo(256);

    /** {@link NbodySettings#bulk()}. */
    public static final WorkloadOption<Boolean> BULK = WorkloadOption.flag(
            "bulk", "Run the force sum as one bulk instruction: the same time much sooner, but no forces");

    /** {@link NbodySettings#gpus()}. */
    public static final WorkloadOption<Integer> GPUS = WorkloadOption.of(
                    "gpus",
                    "N",
                    OptionValueType.wholeNumber(1, MachineSettings.MAX_DEVICES),
                    "GPUs that share the bodies")
            .in("GPUs")
            .defaultingTo(1);

    /** {@link NbodySettings#steps()}. */
    public static final WorkloadOption<Integer> STEPS = WorkloadOption.of(
                    "steps", "N", OptionValueType.wholeNumber(1), "Time steps")
            .in("steps")
            .defaultingTo(1);

    /** {@link NbodySettings#hostThreads()}. */
    public static final WorkloadOption<HostThreading> HOST_THREADS = WorkloadOption.of(
                    "host-threads",
                    "WHICH",
                    OptionValueType.choice(HostThreading.values()),
                    "Host threads that issue a step: one for all GPUs, or one per GPU")
            .defaultingTo(HostThreading.ONE);

    /** {@link NbodySettings#unoptimized()}. */
    public static final WorkloadOption<Boolean> UNOPTIMIZED = WorkloadOption.flag(
            "unoptimized", "Code of a build without optimisation, which keeps every variable in local memory");

    /** {@link NbodySettings#cpuBaseline()}. */
    public static final WorkloadOption<Boolean> CPU = WorkloadOption.flag(
            "cpu",
            "Report how long two servers with SSE would take, and how much faster the GPU is: an analytic estimate,"
                    + " not simulated");

    /** The workload. */
    public NbodyWorkload() {}

    @Override
    public String name() {
        return NbodyProgram.NAME;
    }

    @Override
    public String summary() {
        return "Force steps of an N-body simulation, every pair of bodies computed.";
    }

    @Override
    public List<WorkloadOption<?>> options() {
        return List.of(VARIANT, BODIES, BLOCK, BULK, GPUS, HOST_THREADS, STEPS, UNOPTIMIZED, CPU);
    }

    @Override
    public List<ResultName> results() {
        return NbodyResults.all();
    }

    @Override
    public List<TunableOption> tuned() {
        return List.of(TunableOption.of(VARIANT), new TunableOption(BLOCK, "32..1024:x2"));
    }

    @Override
    public RunResult run(RunRequest request) {
        NbodySettings settings = settings(request.options());
        MachineSettings machine = request.machine(each -> each.withDevices(settings.gpus()));
        BlockSizeCheck.check("--" + BLOCK.name(), settings.blockThreads(), machine.profile());
        return new NbodyProgram(settings).run(machine, request.progress());
    }

    @Override
    public Optional<RegimeMatch> regime(RunRequest request) {
        return Optional.of(NbodyRegime.of(settings(request.options())));
    }

    /** The settings that the options specify. */
    public static NbodySettings settings(OptionValues options) {
        return new NbodySettings(
                options.get(VARIANT),
                options.get(BODIES),
                options.get(BLOCK),
                options.get(BULK),
                options.get(GPUS),
                options.get(STEPS),
                options.get(HOST_THREADS),
                options.get(UNOPTIMIZED),
                options.get(CPU));
    }
}
