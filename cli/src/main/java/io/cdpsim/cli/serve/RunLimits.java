package io.cdpsim.cli.serve;

/**
 * What a run may take.
 *
 * @param seconds wall-clock time
 * @param heapMegabytes the simulator's memory
 * @param addressMegabytes address space of each process of the run
 * @param fileMegabytes the largest file that it may write
 * @param outputBytes what it may print
 */
record RunLimits(int seconds, int heapMegabytes, int addressMegabytes, int fileMegabytes, int outputBytes) {
    private static final int ADDRESS = 12_288;
    private static final int FILE = 2_048;
    private static final int OUTPUT = 8 << 20;

    /** With the usual bounds beside time and memory. */
    static RunLimits of(int seconds, int heapMegabytes) {
        return new RunLimits(seconds, heapMegabytes, ADDRESS, FILE, OUTPUT);
    }
}
