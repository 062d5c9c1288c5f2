package io.cdpsim.kernel.verification;

import io.cdpsim.kernel.code.RegisterType;

/** What an instruction wants in one of its places. */
sealed interface Slot {
    /** Nothing. */
    record Empty() implements Slot {}

    /** A predicate. */
    record Truth() implements Slot {}

    /** A register, or a constant where it is read, of a type. */
    record Value(RegisterType type) implements Slot {}

    /** A register or a constant as wide as the destination, whatever it means. */
    record AsWide() implements Slot {}

    Slot EMPTY = new Empty();
    Slot PREDICATE = new Truth();
    Slot AS_WIDE = new AsWide();
    Slot ANYTHING = new Value(RegisterType.ANY);
    Slot I32 = new Value(RegisterType.INTEGER_32);
    Slot I64 = new Value(RegisterType.INTEGER_64);
    Slot F32 = new Value(RegisterType.FLOAT_32);
    Slot F64 = new Value(RegisterType.FLOAT_64);
    Slot B32 = new Value(RegisterType.BITS_32);
    Slot B64 = new Value(RegisterType.BITS_64);
}
