package io.cdpsim.ptx.form;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import java.util.ArrayList;
import java.util.List;

/**
 * A form with a choice in each of its groups: the part of a PTX instruction that its opcode and modifiers determine.
 *
 * @param types the types that the modifiers name, in the order of the syntax
 * @param opcode the opcode of the simulator; the first of the form where an emission decides for itself
 * @param modifiers the modifiers of the simulator's opcode
 */
public record FormChoice(FormSyntax syntax, List<PtxType> types, Opcode opcode, Modifiers modifiers) {
    /**
     * The choice that modifiers make.
     *
     * @param chosen the modifier of each group, from {@link FormSyntax#match}
     * @param words all words in the order of the text
     * @param opcodes one opcode, or one for each alternative of the deciding group
     */
    public static FormChoice of(FormSyntax syntax, List<String> chosen, List<String> words, List<Opcode> opcodes) {
        List<PtxType> types = new ArrayList<>();
        for (String word : chosen) {
            PtxType type = PtxType.of(word);
            if (type != null) {
                types.add(type);
            }
        }
        int deciding = opcodes.size() > 1 ? syntax.decidingGroup() : -1;
        int index = deciding < 0 ? 0 : syntax.groups().get(deciding).words().indexOf(chosen.get(deciding));
        Opcode opcode = opcodes.get(index);
        return new FormChoice(syntax, List.copyOf(types), opcode, FormModifiers.of(opcode.modifiers(), words, types));
    }

    /** The type of the operands: the last that the modifiers name, or 32 bits where they name none. */
    public PtxType type() {
        return types.isEmpty() ? PtxType.B32 : types.get(types.size() - 1);
    }
}
