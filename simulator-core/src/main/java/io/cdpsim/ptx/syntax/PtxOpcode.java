package io.cdpsim.ptx.syntax;

import java.util.List;

/**
 * An opcode with its modifiers. Equal texts of a module are one object, so that its semantics is looked up once.
 *
 * @param text as written, such as {@code ld.global.nc.L1::no_allocate.v4.f32}
 * @param base the part before the first dot, such as {@code ld}
 * @param modifiers the part after each dot, such as {@code L1::no_allocate}
 */
public record PtxOpcode(String text, String base, List<String> modifiers) {
    /** Copies the list. */
    public PtxOpcode {
        modifiers = List.copyOf(modifiers);
    }

    @Override
    public String toString() {
        return text;
    }
}
