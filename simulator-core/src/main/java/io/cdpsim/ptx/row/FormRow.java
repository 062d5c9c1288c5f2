package io.cdpsim.ptx.row;

import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.FormSyntax;
import java.util.List;

/**
 * A row of the table of PTX forms: the syntax, its emission, and the simulator's opcodes.
 *
 * @param text the syntax, see {@link FormSyntax}
 * @param opcodes one for the row, or one for each alternative of the last group that must be chosen; {@code MOV} where the emission decides
 */
public record FormRow(String text, Emission emission, List<Opcode> opcodes) {
    /** Emits the instructions of a form. */
    @FunctionalInterface
    public interface Emission {
        /** Writes them. */
        void emit(FunctionEmitter to, Form form);
    }

    /** A form that reads its operands, runs one opcode with the modifiers that the words name, and writes its result. */
    public static FormRow row(String text, Opcode... opcodes) {
        return new FormRow(text, FunctionEmitter::plain, List.of(opcodes));
    }

    /** A form that needs more than that. */
    public static FormRow row(String text, Emission emission, Opcode... opcodes) {
        return new FormRow(text, emission, opcodes.length == 0 ? List.of(Opcode.MOV) : List.of(opcodes));
    }

    /** The opcode without its modifiers. */
    public String base() {
        return text.substring(0, FormSyntax.baseEnd(text));
    }
}
