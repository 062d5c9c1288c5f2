package io.cdpsim.workloads.recursive;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostEvent;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.ResultValue;
import io.cdpsim.workloads.RunResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs the recursion of the rulebook's 22.1 and checks its depth, the number of grids and their order. */
public final class RecursiveProgram {
    /** The name of the workload. */
    static final String NAME = "recursive";

    private static final int DEFAULT_SYNC_AT = 3;
    private static final int DEEPEST = 1_000_000;

    private final RecursiveSettings settings;

    /**
     * A recursion.
     *
     * @throws InvalidInputException if a setting is out of range
     */
    public RecursiveProgram(RecursiveSettings settings) {
        checkRange("depth", settings.depth());
        settings.syncAt().ifPresent(depth -> checkRange("sync-at", depth));
        settings.syncLimit().ifPresent(depth -> checkRange("sync-limit", depth));
        this.settings = settings;
    }

    private static void checkRange(String name, int value) {
        if (value < 0 || value > DEEPEST) {
            throw new InvalidInputException("--" + name + " " + value + " is out of range: give 0 to " + DEEPEST);
        }
    }

    /**
     * Runs the program.
     *
     * @throws InvalidInputException if the profile does not support the requested device synchronisation, or rejects the limit
     * @throws io.cdpsim.runtime.load.KernelLoadException if the profile does not support dynamic parallelism
     */
    public RunResult run(MachineSettings machineSettings, Progress progress) {
        long start = System.nanoTime();
        GpuProfile profile = machineSettings.profile();
        if (profile.cdp() == CdpSupport.CDP2) {
            refuseSynchronization(profile);
        }
        int syncAt = settings.syncAt().orElse(DEFAULT_SYNC_AT);
        RecursiveCheck.SiblingOrder order = new RecursiveCheck.SiblingOrder(syncAt + 1);
        Machine machine = new Machine(machineSettings, order);
        Host host = machine.host();
        if (profile.cdp() == CdpSupport.CDP1) {
            settings.syncLimit().ifPresent(levels -> setSyncLimit(host, levels));
        }
        progress.start("grids", settings.depth() + 1L);
        long counters = host.malloc(RecursiveKernel.Counters.BYTES);
        host.memory().fill(counters, 0, RecursiveKernel.Counters.BYTES);
        Kernel kernel = RecursiveKernel.build(profile.cdp() == CdpSupport.CDP1, counters);
        HostEvent before = host.createEvent();
        HostEvent after = host.createEvent();
        host.record(before, host.defaultStream());
        host.launch(kernel, LaunchShape.of(1, 1), host.defaultStream(), 0, settings.depth(), syncAt);
        host.record(after, host.defaultStream());
        CudaError error = host.synchronize(after);
        RecursiveKernel.Counters counted = RecursiveKernel.Counters.read(host, counters);
        progress.done(counted.ran());
        String failure = error == CudaError.SUCCESS
                ? new RecursiveCheck(settings.depth(), syncAt, syncLimit(profile), machine).failure(counted, order)
                : "the host's synchronisation gave " + error.cudaName() + ": " + host.faultMessage();
        double micros = error == CudaError.SUCCESS ? 1000 * host.elapsedMillis(before, after) : machine.nowMicros();
        return RunResult.of(
                NAME, machine, micros, failure, (System.nanoTime() - start) / 1e6, measures(machine, syncAt, counted));
    }

    private void refuseSynchronization(GpuProfile profile) {
        String why = "profile " + profile.name() + " runs CDP2, which has no cudaDeviceSynchronize on the device";
        String fix = "leave it out, or use a CDP1 profile such as k20x";
        if (settings.syncAt().isPresent()) {
            throw new InvalidInputException("--sync-at is given, but " + why + " (rule VER-3); " + fix);
        }
        if (settings.syncLimit().isPresent()) {
            throw new InvalidInputException(
                    "--sync-limit is given, but " + why + " and no such limit (rule DEPTH-8); " + fix);
        }
    }

    private static void setSyncLimit(Host host, int levels) {
        CudaError error = host.setSyncDepth(levels);
        GpuProfile profile = host.device().profile();
        if (error == CudaError.MEMORY_ALLOCATION) {
            throw new InvalidInputException("--sync-limit " + levels + " takes more memory than " + profile.name()
                    + " has: each level sets " + (profile.limits().syncDepthBytesPerLevel() >> 20)
                    + " MiB aside (rules DEPTH-5, DEPTH-6); give a smaller one");
        }
        if (error != CudaError.SUCCESS) {
            throw new InvalidInputException("--sync-limit " + levels + " gives " + error.cudaName() + " on "
                    + profile.name() + ": give 0 to " + profile.limits().maxNestingDepth());
        }
    }

    private int syncLimit(GpuProfile profile) {
        return settings.syncLimit().orElse(profile.limits().syncDepthDefault());
    }

    private List<ResultValue> measures(Machine machine, int syncAt, RecursiveKernel.Counters counted) {
        List<ResultValue> measures = new ArrayList<>();
        boolean synchronizes = machine.settings().profile().cdp() == CdpSupport.CDP1;
        measures.add(RecursiveResults.SYNCHRONIZES.of(
                synchronizes
                        ? "at depth " + syncAt + ", limit "
                                + syncLimit(machine.settings().profile())
                        : "not at all (CDP2)"));
        measures.add(RecursiveResults.LAST_SYNC_ERROR.of(name(machine, counted.lastSyncError())));
        measures.add(RecursiveResults.DEEPEST.of(counted.deepest()));
        measures.add(RecursiveResults.SYNC_ERRORS.of(counted.syncErrors()));
        measures.add(RecursiveResults.LAST_SYNC_ERROR_CODE.of(counted.lastSyncError()));
        measures.add(RecursiveResults.LAST_LAUNCH_ERROR_CODE.of(counted.lastLaunchError()));
        return measures;
    }

    private static String name(Machine machine, int code) {
        return Arrays.stream(CudaError.values())
                .filter(error -> error.code(machine.settings().cuda()) == code)
                .findFirst()
                .map(CudaError::cudaName)
                .orElse("code " + code);
    }
}
