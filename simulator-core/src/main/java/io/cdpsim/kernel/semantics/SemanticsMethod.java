package io.cdpsim.kernel.semantics;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.OperandKind;
import java.util.Locale;

/**
 * The public static method that gives the semantics of an opcode: it takes {@code operands} values of type {@code long}, then an
 * {@code int} with the modifiers if it takes them, and returns a {@code long}, or a {@code boolean} if the opcode writes a predicate. Its
 * name is the opcode's in camel case.
 *
 * @param modifiers as {@link ModifierBits} encodes them
 */
public record SemanticsMethod(
        Class<?> owner, String name, int operands, boolean takesModifiers, int modifiers, boolean isTest) {
    /**
     * The method for an opcode that only computes, {@code SELECT} and the logic of predicates aside.
     *
     * @throws IllegalArgumentException if the opcode does more
     */
    public static SemanticsMethod of(Opcode opcode, Modifiers modifiers) {
        return new SemanticsMethod(
                ownerOf(opcode),
                nameOf(opcode),
                opcode.signature().operands(),
                !(modifiers instanceof Modifiers.None) || alwaysTakesModifiers(opcode),
                ModifierBits.of(modifiers),
                opcode.signature().destination() == OperandKind.PREDICATE);
    }

    /** The overload that takes modifiers, or the one that does not. */
    SemanticsMethod withModifiers(boolean takes) {
        return new SemanticsMethod(owner, name, operands, takes, modifiers, isTest);
    }

    /** The descriptor of the method, as class files have it. */
    public String descriptor() {
        return "(" + "J".repeat(operands) + (takesModifiers ? "I" : "") + ")" + (isTest ? "Z" : "J");
    }

    /** Halves have one method for results with and without modifiers. */
    private static boolean alwaysTakesModifiers(Opcode opcode) {
        return opcode.modifiers().isRequired()
                || opcode.owner() == Opcode.Owner.HALF
                || opcode.owner() == Opcode.Owner.PACKED;
    }

    private static String nameOf(Opcode opcode) {
        StringBuilder name = new StringBuilder();
        for (String part : opcode.name().split("_", -1)) {
            String lower = part.toLowerCase(Locale.ROOT);
            name.append(name.isEmpty() ? lower : part.charAt(0) + lower.substring(1));
        }
        return name.toString();
    }

    private static Class<?> ownerOf(Opcode opcode) {
        return switch (opcode.owner()) {
            case BIT -> BitSemantics.class;
            case BYTE -> ByteSemantics.class;
            case COMPARISON -> ComparisonSemantics.class;
            case CONVERSION -> ConversionSemantics.class;
            case DOUBLE -> DoubleSemantics.class;
            case EIGHT_BIT -> EightBitSemantics.class;
            case FIELD -> FieldSemantics.class;
            case HALF -> HalfSemantics.class;
            case INTEGER -> IntegerSemantics.class;
            case PACKED -> PackedSemantics.class;
            case SINGLE -> SingleSemantics.class;
            case WIDE -> WideSemantics.class;
            case NONE -> throw new IllegalArgumentException(opcode + " does more than compute");
        };
    }
}
