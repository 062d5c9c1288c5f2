package io.cdpsim.profile;

/**
 * What the ports of a scheduler's register file cost in time in which it issues nothing else. All of it is 0 where nothing was measured:
 * then an instruction takes one issue slot, whatever it reads and writes.
 *
 * @param readsPerCycle registers that instructions that compute can read in a cycle; 0 for as many as they have
 * @param sharedLoad32Cycles what a load of one register from shared memory takes beyond its issue slot, cycles
 * @param sharedLoad64Cycles the same, of two registers
 * @param sharedLoad128Cycles the same, of four
 * @param sharedStoreCycles the same for a store to shared memory, of any width
 * @param load32Cycles the same for a load of one register from memory of another kind
 * @param load64Cycles the same, of two registers
 * @param load128Cycles the same, of four
 * @param shuffleCycles the same for an exchange between lanes
 * @param specialFunctionCycles the same for a reciprocal, root, exponent, sine
 */
public record RegisterPortsSpec(
        int readsPerCycle,
        double sharedLoad32Cycles,
        double sharedLoad64Cycles,
        double sharedLoad128Cycles,
        double sharedStoreCycles,
        double load32Cycles,
        double load64Cycles,
        double load128Cycles,
        double shuffleCycles,
        double specialFunctionCycles) {}
