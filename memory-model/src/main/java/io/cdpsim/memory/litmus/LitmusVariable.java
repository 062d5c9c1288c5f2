package io.cdpsim.memory.litmus;

import io.cdpsim.memory.AddressSpace;

/**
 * A word of memory. A block has its own of each shared variable, a thread its own of each local one.
 *
 * @param name as the test calls it
 * @param space where it lies
 * @param initial a number, or the address of a variable
 */
public record LitmusVariable(String name, AddressSpace space, LitmusOperand initial) {}
