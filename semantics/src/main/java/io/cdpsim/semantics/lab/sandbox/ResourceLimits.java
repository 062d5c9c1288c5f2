package io.cdpsim.semantics.lab.sandbox;

/**
 * Resource limits of a process.
 *
 * @param memoryKib virtual memory, KiB
 * @param fileKib size of a written file, KiB
 * @param cpuSeconds processor time, seconds
 */
public record ResourceLimits(long memoryKib, long fileKib, long cpuSeconds) {
    private static final long MIB = 1024;

    /** The limits of a compiler. */
    public static final ResourceLimits COMPILER = new ResourceLimits(4096 * MIB, 64 * MIB, 60);

    /** Shell commands that set the limits. The shell counts the size of a file in blocks of 512 bytes. */
    String shell() {
        return "ulimit -c 0; ulimit -v " + memoryKib + "; ulimit -f " + 2 * fileKib + "; ulimit -t " + cpuSeconds
                + "; ";
    }
}
