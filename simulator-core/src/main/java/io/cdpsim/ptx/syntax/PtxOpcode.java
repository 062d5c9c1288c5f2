package io.cdpsim.ptx.syntax;

import java.util.List;

/**
 * An opcode with its modifiers. The same text is the same object throughout a module, so that its semantics is found once.
 *
 * @param text as written, such as {@code ld.global.nc.L1::no_allocate.v4.f32}
 * @param base what stands before the first dot, such as {@code ld}
 * @param modifiers what stands behind each dot, such as {@code L1::no_allocate}
 */
public record PtxOpcode(String text, String base, List<String> modifiers) {
    /** Keeps a list of its own. */
    public PtxOpcode {
        modifiers = List.copyOf(modifiers);
    }

    @Override
    public String toString() {
        return text;
    }
}
