package io.cdpsim.kernel.code;

/**
 * One truth value a lane, kept as a mask of the warp.
 *
 * @param kernel the kernel it belongs to, which alone may use it
 */
public record Predicate(int index, KernelReference kernel) {}
