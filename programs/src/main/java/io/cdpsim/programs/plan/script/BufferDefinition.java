package io.cdpsim.programs.plan.script;

import io.cdpsim.kernel.code.ValueType;

/**
 * A buffer that exists before the program runs.
 *
 * @param name its name
 * @param type the type of its elements
 * @param count the number of elements
 * @param onHost whether it is pinned host memory, which the device can access
 * @param contents its initial contents
 */
public record BufferDefinition(
        PositionedName name, ValueType type, long count, boolean onHost, BufferContents contents) {
    /** Size of the buffer, bytes. */
    public long bytes() {
        return count * type.bytes();
    }
}
