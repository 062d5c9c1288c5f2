package io.cdpsim.kernel.semantics;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Rounding;
import io.cdpsim.kernel.code.ValueType;

/**
 * Modifiers as one integer, which methods of this package take last: compiled code holds it as a constant. 0 stands for
 * {@link Modifiers#NONE} and for modifiers that change nothing.
 */
@SuppressWarnings("EnumOrdinal") // never leaves the process
public final class ModifierBits {
    private static final int ROUNDING = 3;
    private static final int PROPAGATES_NAN = 1;
    private static final int XORS_SIGNS = 2;
    private static final int FLUSHES = 4;
    private static final int SATURATES = 8;
    private static final int TO_INTEGRAL = 16;
    private static final int FLUSHES_COMPARED = 16;
    private static final int ORDERS = 15;
    private static final int FROM = 8;
    private static final int TO = 16;

    private static final Rounding[] ROUNDINGS = Rounding.values();
    private static final ValueType[] TYPES = ValueType.values();

    private ModifierBits() {}

    /** The encoded modifiers of an instruction that only computes. */
    public static int of(Modifiers detail) {
        if (detail instanceof Modifiers.None) {
            return 0;
        }
        if (detail instanceof Modifiers.Arithmetic d) {
            return d.rounding().ordinal() | bit(d.flushesSubnormals(), FLUSHES) | bit(d.saturates(), SATURATES);
        }
        if (detail instanceof Modifiers.Compare d) {
            return d.comparison().orders() | bit(d.flushesSubnormals(), FLUSHES_COMPARED);
        }
        if (detail instanceof Modifiers.Convert d) {
            return d.rounding().ordinal()
                    | bit(d.flushesSubnormals(), FLUSHES)
                    | bit(d.saturates(), SATURATES)
                    | bit(d.toIntegral(), TO_INTEGRAL)
                    | (d.from().ordinal() << FROM)
                    | (d.to().ordinal() << TO);
        }
        return ofFewer(detail);
    }

    private static int ofFewer(Modifiers detail) {
        if (detail instanceof Modifiers.Extreme d) {
            return bit(d.flushesSubnormals(), FLUSHES)
                    | bit(d.propagatesNan(), PROPAGATES_NAN)
                    | bit(d.xorsSigns(), XORS_SIGNS);
        }
        if (detail instanceof Modifiers.Classify d) {
            return d.kind().ordinal();
        }
        if (detail instanceof Modifiers.Find d) {
            return bit(d.fromTop(), 1);
        }
        if (detail instanceof Modifiers.Permute d) {
            return d.mode().ordinal();
        }
        if (detail instanceof Modifiers.Lookup d) {
            return d.table();
        }
        if (detail instanceof Modifiers.Width d) {
            return bit(d.clamps(), 1);
        }
        if (detail instanceof Modifiers.Dot d) {
            return bit(d.signedA(), 1) | bit(d.signedB(), 2) | bit(d.upperBytes(), 4);
        }
        return 0;
    }

    private static int bit(boolean set, int bit) {
        return set ? bit : 0;
    }

    static Rounding rounding(int modifiers) {
        return ROUNDINGS[modifiers & ROUNDING];
    }

    static boolean flushes(int modifiers) {
        return (modifiers & FLUSHES) != 0;
    }

    static boolean saturates(int modifiers) {
        return (modifiers & SATURATES) != 0;
    }

    static boolean propagatesNan(int modifiers) {
        return (modifiers & PROPAGATES_NAN) != 0;
    }

    static boolean xorsSigns(int modifiers) {
        return (modifiers & XORS_SIGNS) != 0;
    }

    static boolean flushesCompared(int modifiers) {
        return (modifiers & FLUSHES_COMPARED) != 0;
    }

    static int orders(int modifiers) {
        return modifiers & ORDERS;
    }

    static boolean toIntegral(int modifiers) {
        return (modifiers & TO_INTEGRAL) != 0;
    }

    static ValueType from(int modifiers) {
        return TYPES[(modifiers >>> FROM) & 0xFF];
    }

    static ValueType to(int modifiers) {
        return TYPES[(modifiers >>> TO) & 0xFF];
    }
}
