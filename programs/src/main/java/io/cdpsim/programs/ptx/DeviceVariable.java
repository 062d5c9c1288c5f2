package io.cdpsim.programs.ptx;

import io.cdpsim.kernel.code.ValueType;

/**
 * A variable of a loaded program, in global or constant memory.
 *
 * @param name as the PTX has it
 * @param type of the variable, or of each of its elements
 * @param bytes its size
 * @param address where it lies
 * @param isConstant whether it is in constant memory
 */
public record DeviceVariable(String name, ValueType type, long bytes, long address, boolean isConstant) {}
