package io.cdpsim.workloads;

import io.cdpsim.runtime.settings.MachineSettings;

/** Makes results fit to compare. */
public final class Measures {
    private Measures() {}

    /** The result without the only field that differs from run to run. */
    public static String withoutWallTime(RunResult result) {
        return result.toString().replaceFirst("wallMillis=[^,]*", "");
    }

    /** Runs a workload with options such as {@code "bodies=1024 variant=shuffle"}. */
    static RunResult run(String workload, MachineSettings machine, String options) {
        Workload found = Workloads.installed().named(workload);
        OptionValues values = OptionValues.of(found);
        for (String each : options.isEmpty() ? new String[0] : options.split(" ")) {
            values = values.with(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
        }
        return Workloads.run(found, RunRequest.of(found, machine).withOptions(values));
    }
}
