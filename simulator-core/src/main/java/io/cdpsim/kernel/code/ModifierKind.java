package io.cdpsim.kernel.code;

/** The modifiers that an opcode that only computes takes. */
public enum ModifierKind {
    /** None. */
    NONE(Modifiers.None.class),
    /** {@link Modifiers.Arithmetic}, or none. */
    ROUNDING(Modifiers.Arithmetic.class),
    /** {@link Modifiers.Arithmetic} that rounds to the nearest, or none. */
    FLUSHING(Modifiers.Arithmetic.class),
    /** {@link Modifiers.Extreme}, or none. */
    EXTREME(Modifiers.Extreme.class),
    COMPARISON(Modifiers.Compare.class),
    CLASSIFICATION(Modifiers.Classify.class),
    FIND(Modifiers.Find.class),
    PERMUTE(Modifiers.Permute.class),
    LOOKUP(Modifiers.Lookup.class),
    WIDTH(Modifiers.Width.class),
    DOT(Modifiers.Dot.class),
    CONVERSION(Modifiers.Convert.class);

    private static final int LOOKUP_TABLES = 256;

    private final Class<? extends Modifiers> type;

    ModifierKind(Class<? extends Modifiers> type) {
        this.type = type;
    }

    /** Whether the opcode needs these modifiers always. */
    public boolean isRequired() {
        return compareTo(EXTREME) > 0;
    }

    /** The fault of modifiers that an opcode of this kind has, with the fix; empty if they are sound. */
    public String fault(Opcode opcode, Modifiers modifiers) {
        if (modifiers instanceof Modifiers.None && !isRequired()) {
            return "";
        }
        String found = modifiers.getClass().getSimpleName();
        if (this == NONE) {
            return "has modifiers " + found + ", but takes none";
        }
        if (!type.isInstance(modifiers)) {
            return "has modifiers " + found + ", but takes " + type.getSimpleName();
        }
        if (this == FLUSHING && modifiers instanceof Modifiers.Arithmetic a && a.rounding() != Rounding.NEAREST) {
            return "rounds to the nearest only";
        }
        if (modifiers instanceof Modifiers.Lookup l && (l.table() < 0 || l.table() >= LOOKUP_TABLES)) {
            return "has the table " + l.table() + "; use 0 to " + (LOOKUP_TABLES - 1);
        }
        return modifiers instanceof Modifiers.Convert c && !converts(opcode, c)
                ? "does not convert " + c.from() + " to " + c.to() + (c.toIntegral() ? " without fraction" : "")
                : "";
    }

    private static boolean converts(Opcode opcode, Modifiers.Convert convert) {
        ValueType from = convert.from();
        ValueType to = convert.to();
        if (opcode == Opcode.CONVERT_PACKED) {
            return from == ValueType.F32 && isPair(to) && !convert.toIntegral();
        }
        boolean floats = from.isFloat() && to.isFloat();
        return opcode == convert.opcode() && !isPair(from) && !isPair(to) && (floats || !convert.toIntegral());
    }

    private static boolean isPair(ValueType type) {
        return type == ValueType.F16X2 || type == ValueType.BF16X2;
    }
}
