package io.cdpsim.semantics.lab.sandbox;

/**
 * What a process may take of the computer.
 *
 * @param memoryKib of memory, addresses that are never used among it
 * @param fileKib how large a file it may write, what it prints among them
 * @param cpuSeconds of a processor
 */
public record ResourceLimits(long memoryKib, long fileKib, long cpuSeconds) {
    private static final long MIB = 1024;

    /** Of a student's program, besides the time of a run. */
    public static final ResourceLimits PROGRAM = new ResourceLimits(3072 * MIB, MIB, 60);

    /** Of a compiler. */
    public static final ResourceLimits COMPILER = new ResourceLimits(8192 * MIB, 64 * MIB, 60);

    /** What a shell does to set them. A file's size counts in blocks of 512 bytes. */
    String shell() {
        return "ulimit -c 0; ulimit -v " + memoryKib + "; ulimit -f " + 2 * fileKib + "; ulimit -t " + cpuSeconds
                + "; ";
    }
}
