package io.cdpsim.profile;

/**
 * What the barrier of a cooperative grid costs beyond the instructions that it consists of (rule K-4). Each block arrives with an atomic in
 * the grid's workspace, which all blocks poll.
 *
 * @param arrivalCycles extra time of a block's atomic, cycles
 * @param contentionCycles extra time of the atomic among a thousand blocks, cycles; it grows with the square of the number of blocks
 */
public record GridBarrierSpec(int arrivalCycles, int contentionCycles) {}
