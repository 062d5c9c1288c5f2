package io.cdpsim.kernel.code;

/**
 * One truth value per lane, stored as a mask of the warp.
 *
 * @param kernel the only kernel that may use it
 */
public record Predicate(int index, KernelReference kernel) {}
