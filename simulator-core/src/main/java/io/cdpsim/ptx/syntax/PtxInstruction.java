package io.cdpsim.ptx.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An instruction.
 *
 * @param guard the predicate before it; null if it is always done
 * @param opcode its opcode with modifiers
 * @param operands in the order of the text
 * @param at offset of its opcode
 * @param location its line of the user's source; null without line information
 */
public record PtxInstruction(
        @Nullable Guard guard,
        PtxOpcode opcode,
        List<PtxOperand> operands,
        int at,
        @Nullable Location location) implements Statement {

    /** Copies the list. */
    public PtxInstruction {
        operands = List.copyOf(operands);
    }

    /**
     * The predicate before an instruction: {@code @%p1} or {@code @!%p1}.
     *
     * @param predicate the register
     * @param negated whether lanes do the instruction where it is false
     * @param at offset in the text
     */
    public record Guard(String predicate, boolean negated, int at) {}
}
