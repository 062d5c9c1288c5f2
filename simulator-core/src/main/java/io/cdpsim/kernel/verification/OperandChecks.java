package io.cdpsim.kernel.verification;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.OperandKind;
import io.cdpsim.kernel.code.RegisterType;
import io.cdpsim.kernel.code.RegisterTypes;
import io.cdpsim.warp.Lanes;

/** Checks that an operand is of the kind that its place in the instruction takes. */
final class OperandChecks {
    private final Kernel kernel;
    private final RegisterTypes types;
    private int index;

    OperandChecks(Kernel kernel) {
        this.kernel = kernel;
        this.types = kernel.types();
    }

    /** Sets the instruction that messages name. */
    void at(int instruction) {
        index = instruction;
    }

    /** A complaint about the present instruction. */
    KernelVerificationException refuse(String why) {
        return refuse(index, why);
    }

    /** A complaint about any instruction. */
    KernelVerificationException refuse(int instruction, String why) {
        return new KernelVerificationException(kernel.name(), instruction, place(kernel.code()[instruction]), why);
    }

    private static String place(Instruction in) {
        String what = in.opcode().name();
        if (in.modifiers() instanceof Modifiers.Device device) {
            what = device.call().cudaName()
                    + (device.callee() == null ? "" : " of " + device.callee().name());
        }
        return in.place().isEmpty() ? what : what + " at " + in.place();
    }

    /** The modifiers of the instruction, which must be of a class. */
    <T extends Modifiers> T modifiers(Instruction in, Class<T> wanted) {
        if (!wanted.isInstance(in.modifiers())) {
            throw refuse("has modifiers " + in.modifiers().getClass().getSimpleName() + ", but takes "
                    + wanted.getSimpleName());
        }
        return wanted.cast(in.modifiers());
    }

    /** Something that is read. */
    void read(String name, int operand, OperandKind wanted, RegisterType destination) {
        if (wanted == OperandKind.NONE) {
            if (operand != Instruction.NO_OPERAND) {
                throw refuse(name + " is not taken here, but is given");
            }
        } else if (wanted == OperandKind.PREDICATE) {
            predicate(name, operand);
        } else if (wanted != OperandKind.SAME_WIDTH) {
            value(name, operand, wanted.type());
        } else if (!isAsWide(operand, typeOf(name, operand), destination)) {
            throw refuse(name + " is " + describe(operand) + ", but the destination is of " + destination.words());
        }
    }

    /** The declared type of the destination; {@link RegisterType#ANY} for a predicate. */
    RegisterType written(int destination, OperandKind wanted) {
        if (wanted == OperandKind.PREDICATE) {
            predicate("the destination", destination);
            return RegisterType.ANY;
        }
        RegisterType found = register("the destination", destination);
        if (!found.agreesWith(wanted.type())) {
            throw refuse("the destination is " + describe(destination) + ", but the result is "
                    + wanted.type().words());
        }
        return found;
    }

    /** Registers from a destination on that take values of a type. */
    void writtenRow(int destination, int count, RegisterType type) {
        for (int i = 0; i < count; i++) {
            written(destination + i, OperandKind.of(type));
        }
    }

    /** A register or a constant of a type. */
    void value(String name, int operand, RegisterType wanted) {
        if (!fits(operand, typeOf(name, operand), wanted)) {
            throw refuse(name + " is " + describe(operand) + ", where " + wanted.words() + " is meant");
        }
    }

    /** The same, or a 64-bit integer whose low half counts, as where C or a store narrows one. */
    void valueOrWider(String name, int operand, RegisterType wanted) {
        boolean narrowed = wanted.isAsWideAs(RegisterType.INTEGER_32)
                && wanted.mayBeInteger()
                && operand >= 0
                && register(name, operand) == RegisterType.INTEGER_64;
        if (!narrowed) {
            value(name, operand, wanted);
        }
    }

    /** An integer constant is any integer type's that it fits in; a constant without a type is any type's whose size it fits in. */
    private boolean fits(int operand, RegisterType found, RegisterType wanted) {
        if (operand >= 0) {
            return found.agreesWith(wanted);
        }
        if (wanted != RegisterType.ANY && wanted.isAsWideAs(RegisterType.INTEGER_32) && !fitsInWord(operand)) {
            return false;
        }
        return found.agreesWith(wanted)
                || (wanted.mayBeInteger() && (found == RegisterType.INTEGER_32 || found == RegisterType.INTEGER_64));
    }

    private boolean isAsWide(int operand, RegisterType found, RegisterType destination) {
        if (operand >= 0) {
            return found.isAsWideAs(destination);
        }
        return found.isAsWideAs(destination)
                ? destination == RegisterType.ANY
                        || !destination.isAsWideAs(RegisterType.INTEGER_32)
                        || fitsInWord(operand)
                : fits(operand, found, destination);
    }

    private boolean fitsInWord(int operand) {
        long bits = bits(operand);
        return bits == (int) bits;
    }

    private long bits(int operand) {
        return kernel.constants()[~operand * Lanes.COUNT];
    }

    private RegisterType typeOf(String name, int operand) {
        if (operand == Instruction.NO_OPERAND) {
            throw refuse(name + " is missing");
        }
        if (operand >= 0) {
            return register(name, operand);
        }
        if (~operand >= types.constants().size()) {
            throw refuse(name + " is constant " + ~operand + ", but the kernel has "
                    + types.constants().size());
        }
        return types.constants().get(~operand);
    }

    private RegisterType register(String name, int register) {
        if (register < 0 || register >= types.registers().size()) {
            throw refuse(name + " is register " + register + ", but the kernel has "
                    + types.registers().size());
        }
        return types.registers().get(register);
    }

    /** A predicate that the kernel has. */
    void predicate(String name, int predicate) {
        if (predicate < 0 || predicate >= kernel.predicates()) {
            throw refuse(name + " is predicate " + predicate + ", but the kernel has " + kernel.predicates());
        }
    }

    /** An operand in words, for messages. */
    String describe(int operand) {
        return operand >= 0
                ? "register " + operand + ", " + types.registers().get(operand).words()
                : "the constant " + bits(operand) + ", "
                        + types.constants().get(~operand).words();
    }
}
