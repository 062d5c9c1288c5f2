package io.cdpsim.workloads;

import io.cdpsim.observe.CountedWarning;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Warns of launches by device code that failed: how many, with which error, and what mends it. */
final class FailedLaunches {
    private FailedLaunches() {}

    /** A warning for each error. */
    static List<CountedWarning> warnings(Machine machine) {
        long asked = 0;
        Map<Integer, Long> failed = new TreeMap<>();
        for (Device device : machine.devices()) {
            asked += device.runtimeMetrics().childLaunches();
            device.runtimeMetrics().failedByCode().forEach((code, count) -> failed.merge(code, count, Long::sum));
        }
        List<CountedWarning> warnings = new ArrayList<>();
        for (Map.Entry<Integer, Long> each : failed.entrySet()) {
            Optional<CudaError> error = error(machine.settings(), each.getKey());
            String message = each.getValue() + " of " + asked + " launches by device code failed with "
                    + error.map(CudaError::cudaName).orElse("error") + " (" + each.getKey()
                    + ") and their grids never ran: "
                    + mend(machine, error, asked);
            warnings.add(new CountedWarning(rule(machine.settings(), error), message, each.getValue()));
        }
        return warnings;
    }

    private static Optional<CudaError> error(MachineSettings settings, int code) {
        return Arrays.stream(CudaError.values())
                .filter(each -> each.code(settings.cuda()) == code)
                .findFirst();
    }

    private static boolean isPoolFull(Optional<CudaError> error) {
        return error.isPresent() && error.get() == CudaError.LAUNCH_PENDING_COUNT_EXCEEDED;
    }

    private static String rule(MachineSettings settings, Optional<CudaError> error) {
        if (isPoolFull(error)) {
            return settings.profile().cdp() == CdpSupport.CDP2 ? "POOL-6" : "POOL-3";
        }
        return "LNCH-6";
    }

    private static String mend(Machine machine, Optional<CudaError> error, long asked) {
        if (isPoolFull(error)) {
            long pool = machine.host().pendingLaunchLimit();
            long enough = Long.highestOneBit(Math.max(pool, asked - 1)) << 1;
            return "the pool of " + pool + " pending launches was full; ask for a larger one, such as --pool " + enough
                    + " (cudaLimitDevRuntimePendingLaunchCount)";
        }
        if (error.isPresent() && error.get() == CudaError.LAUNCH_MAX_DEPTH_EXCEEDED) {
            return "grids nest no deeper than "
                    + machine.settings().profile().limits().maxNestingDepth() + " levels; launch less deep";
        }
        return "ask for the error after each launch; 'cdpsim errors' tells what it means";
    }
}
