package io.cdpsim.profile;

/**
 * The caches from which an SM reads a grid's parameters and the sizes of the grid and its blocks: a small one of each scheduler, and one of the SM behind them. A grid finds both empty,
 * but what the host launches has brought its parameters into the second.
 *
 * @param lineBytes line of a scheduler's cache; 0 if reads take no time
 * @param missCycles how long an instruction waits for a line that its scheduler's cache lacks and the SM's holds, cycles
 * @param serviceCycles the SM's cache answers one scheduler in this time; those of a block ask together, cycles
 * @param sharedLineBytes line of the SM's cache
 * @param sharedMissCycles how much longer a line takes that the SM's cache lacks, cycles
 * @param parametersAtBytes where the parameters are; the sizes are at 0
 */
public record ConstantSpec(
        int lineBytes,
        int missCycles,
        int serviceCycles,
        int sharedLineBytes,
        int sharedMissCycles,
        int parametersAtBytes) {}
