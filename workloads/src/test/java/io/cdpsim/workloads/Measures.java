package io.cdpsim.workloads;

/** Makes results fit to compare. */
public final class Measures {
    private Measures() {}

    /** The result without the only field that differs from run to run. */
    public static String withoutWallTime(RunResult result) {
        return result.toString().replaceFirst("wallMillis=[^,]*", "");
    }
}
