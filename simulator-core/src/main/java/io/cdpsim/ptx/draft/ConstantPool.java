package io.cdpsim.ptx.draft;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The constants of a kernel, once each. */
public final class ConstantPool {
    /** A constant. */
    public sealed interface Entry {}

    /** A value, as a register would hold it. */
    public record Bits(long bits) implements Entry {}

    /**
     * The bytes of a function's frame in the thread's own memory, which are known once the function is lowered.
     *
     * @param function its number among the functions of the kernel
     */
    public record FrameBytes(int function) implements Entry {}

    private final List<Entry> entries = new ArrayList<>();
    private final Map<Entry, Integer> codes = new HashMap<>();

    /** A pool without constants. */
    public ConstantPool() {}

    /** The operand code of a value. */
    public int bits(long bits) {
        return code(new Bits(bits));
    }

    /** The operand code of the size of a function's frame. */
    public int frameBytes(int function) {
        return code(new FrameBytes(function));
    }

    private int code(Entry entry) {
        return codes.computeIfAbsent(entry, each -> {
            entries.add(each);
            return ~(entries.size() - 1);
        });
    }

    /** The constant of an operand code. */
    public Entry entry(int code) {
        return entries.get(~code);
    }

    /** Whether an operand code is a value known now. */
    public boolean isBits(int code) {
        return code < 0 && code != DraftInstruction.NONE && entry(code) instanceof Bits;
    }

    /** The value of an operand code that {@link #isBits}. */
    public long bitsOf(int code) {
        return ((Bits) entry(code)).bits();
    }
}
