package io.cdpsim.workloads;

import io.cdpsim.observe.WarningLog.CountedWarning;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.CompletionSpec;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.launch.RuntimeMetrics;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Warns about device launches that failed: how many, with which error, and how to avoid it. */
final class FailedLaunchWarnings {
    /** The least cost of a larger pool that its advice states. */
    private static final double LEAST_PRICE_MICROS = 1;

    /** Starts the part of a message that says what a full pool was, and how to avoid it. */
    static final String FULL = "the pool of ";

    private static final String CDP1_RULE = "POOL-3";
    private static final String CDP2_RULE = "POOL-6";

    private FailedLaunchWarnings() {}

    /** One warning per error; an error that both a full pool and other causes return, such as 701 according to the documents, has two. */
    static List<CountedWarning> warnings(Machine machine) {
        long requested = 0;
        Map<Integer, Long> refused = new TreeMap<>();
        Map<Integer, Long> failed = new TreeMap<>();
        for (Device device : machine.devices()) {
            RuntimeMetrics metrics = device.runtimeMetrics();
            requested += metrics.childLaunches();
            metrics.refusedByPool().forEach((code, count) -> refused.merge(code, count, Long::sum));
            metrics.failedByCode().forEach((code, count) -> failed.merge(code, count, Long::sum));
        }
        Set<Integer> codes = new TreeSet<>(refused.keySet());
        codes.addAll(failed.keySet());
        List<CountedWarning> warnings = new ArrayList<>();
        for (int code : codes) {
            if (refused.containsKey(code)) {
                String rule = machine.settings().profile().cdp() == CdpSupport.CDP2 ? CDP2_RULE : CDP1_RULE;
                warnings.add(
                        warning(machine, rule, refused.get(code), requested, code, largerPool(machine, requested)));
            }
            if (failed.containsKey(code)) {
                warnings.add(warning(machine, "LNCH-6", failed.get(code), requested, code, fix(machine, code)));
            }
        }
        return warnings;
    }

    /** Whether a full pool refused launches of a run. */
    static boolean isPoolFull(RunResult result) {
        return result.warnings().stream().anyMatch(FailedLaunchWarnings::isPoolFull);
    }

    /** Whether a warning is of a full pool. */
    static boolean isPoolFull(CountedWarning warning) {
        return (warning.rule().equals(CDP1_RULE) || warning.rule().equals(CDP2_RULE))
                && warning.message().contains(FULL);
    }

    private static CountedWarning warning(
            Machine machine, String rule, long count, long requested, int code, String fix) {
        String error = error(machine.settings(), code).map(CudaError::cudaName).orElse("error");
        String message = count + " of " + requested + " launches by device code failed with " + error + " (" + code
                + ") and their grids never ran: " + fix;
        return new CountedWarning(rule, message, count);
    }

    private static Optional<CudaError> error(MachineSettings settings, int code) {
        return Arrays.stream(CudaError.values())
                .filter(each -> each.code(settings.cuda()) == code)
                .findFirst();
    }

    private static String largerPool(Machine machine, long requested) {
        long pool = machine.host().pendingLaunchLimit();
        long enough = largerPool(pool, requested);
        return FULL + pool + " pending launches was full; set a larger one, such as --pool " + enough
                + " (cudaLimitDevRuntimePendingLaunchCount)" + price(machine, pool, enough, requested);
    }

    /** The least power of two above a pool's entries that holds all launches at once. */
    static long largerPool(long pool, long launches) {
        return Long.highestOneBit(Math.max(pool, launches - 1)) << 1;
    }

    /** The fraction of a pool that does not fit into the L2. */
    private static double uncached(GpuProfile profile, long slots) {
        long cached = profile.limits().cachedSlots(profile.l2().bytes());
        return Math.max(0, 1 - (double) cached / slots);
    }

    /** What the larger pool costs where the completion of every launch takes longer (M-2): an estimate from the profile, without scans; else empty. */
    private static String price(Machine machine, long pool, long larger, long launches) {
        GpuProfile profile = machine.settings().profile();
        CompletionSpec.GridCost costs = profile.launch().completion().fireAndForgetGrid();
        double cycles = costs.cycles(false, larger, uncached(profile, larger))
                - costs.cycles(false, pool, uncached(profile, pool));
        double micros = cycles * launches * profile.clock().microsFromCycles(1);
        return micros < LEAST_PRICE_MICROS
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; the completions of %d launches then take %.3g us longer in all, some of it beside other work"
                                + " (M-2): launching less may be faster, 'cdpsim sweep' with --vary pool compares",
                        launches,
                        micros);
    }

    private static String fix(Machine machine, int code) {
        if (error(machine.settings(), code)
                .filter(CudaError.LAUNCH_MAX_DEPTH_EXCEEDED::equals)
                .isPresent()) {
            return "grids nest no deeper than "
                    + machine.settings().profile().limits().maxNestingDepth() + " levels; launch less deep";
        }
        if (error(machine.settings(), code)
                .filter(CudaError.INVALID_CONFIGURATION::equals)
                .isPresent()) {
            return "launch at least one block of one thread, and no more blocks, threads or shared memory than the GPU"
                    + " allows; check the error after each launch";
        }
        return "check the error after each launch; 'cdpsim errors' explains it";
    }
}
