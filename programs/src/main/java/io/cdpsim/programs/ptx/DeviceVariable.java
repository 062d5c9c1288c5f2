package io.cdpsim.programs.ptx;

import io.cdpsim.kernel.code.ValueType;

/**
 * A variable of a loaded program, in global or constant memory.
 *
 * @param name its name in the PTX
 * @param type its type, or that of its elements
 * @param bytes its size
 * @param address its address
 * @param isConstant whether it is in constant memory
 */
public record DeviceVariable(String name, ValueType type, long bytes, long address, boolean isConstant) {}
