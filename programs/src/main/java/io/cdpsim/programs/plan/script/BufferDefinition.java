package io.cdpsim.programs.plan.script;

import io.cdpsim.kernel.code.ValueType;

/**
 * A buffer that is there before the program runs.
 *
 * @param name its name
 * @param type of its elements
 * @param count how many
 * @param onHost whether it is pinned memory of the host, which the device reaches too
 * @param contents what it holds at first
 */
public record BufferDefinition(
        PositionedName name, ValueType type, long count, boolean onHost, BufferContents contents) {
    /** Size of the buffer, bytes. */
    public long bytes() {
        return count * type.bytes();
    }
}
