package io.cdpsim.ptx.lower;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Rounding;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.form.Spaces;
import io.cdpsim.ptx.syntax.PtxOperand;
import java.util.List;

/** Copies, vectors put together and taken apart, conversions, and addresses from one space to another. */
final class MoveLowering {
    private final Code code;
    private final Operands operands;

    MoveLowering(Code code, Operands operands) {
        this.code = code;
        this.operands = operands;
    }

    void move(Form form) {
        PtxOperand to = form.operand(0);
        PtxOperand from = form.operand(1);
        PtxType type = form.type();
        if (type.isPredicate()) {
            int truth = operands.truth(form, from);
            code.emit(Opcode.PREDICATE_OR, operands.predicateDestination(form, to), truth, truth);
        } else if (to instanceof PtxOperand.Vector parts) {
            takeApart(form, type, parts.elements(), operands.value(form, from, type));
        } else if (from instanceof PtxOperand.Vector parts) {
            putTogether(form, type, parts.elements(), operands.destination(form, to));
        } else {
            code.move(operands.destination(form, to), operands.value(form, from, type));
        }
    }

    private void takeApart(Form form, PtxType type, List<PtxOperand> parts, int whole) {
        int bits = type.bits() / parts.size();
        int source = whole;
        // A part may be written to the register that holds the whole.
        if (!code.isGuarded() && source >= 0) {
            source = code.function().newRegister(type.isWide());
            code.move(source, whole);
        }
        for (int i = 0; i < parts.size(); i++) {
            if (!(parts.get(i) instanceof PtxOperand.Sink)) {
                part(operands.destination(form, parts.get(i)), source, type, bits, i * bits);
            }
        }
    }

    private void part(int destination, int whole, PtxType type, int bits, int from) {
        int shifted = from == 0
                ? whole
                : code.compute(type.isWide() ? Opcode.SHR_U64 : Opcode.SHR_U32, type.isWide(), whole, code.bits(from));
        Opcode cut = bits == 32 ? Opcode.CVT_I64_TO_I32 : bits == 16 ? Opcode.CVT_TO_S16 : Opcode.CVT_TO_U8;
        if (type.isWide() && bits < 32) {
            shifted = code.compute(Opcode.CVT_I64_TO_I32, false, shifted, Code.NONE);
        }
        code.emit(cut, destination, shifted, Code.NONE);
    }

    private void putTogether(Form form, PtxType type, List<PtxOperand> parts, int destination) {
        int bits = type.bits() / parts.size();
        PtxType partType = bits == 32 ? PtxType.B32 : bits == 16 ? PtxType.B16 : PtxType.B8;
        boolean wide = type.isWide();
        int whole = Code.NONE;
        for (int i = 0; i < parts.size(); i++) {
            int part = operands.value(form, parts.get(i), partType);
            boolean last = i == parts.size() - 1;
            // The upper bits of the last part are shifted out.
            int cut = last && !wide
                    ? part
                    : code.compute(
                            bits == 32 ? Opcode.CVT_U32_TO_U64 : bits == 16 ? Opcode.CVT_TO_U16 : Opcode.CVT_TO_U8,
                            wide,
                            part,
                            Code.NONE);
            int shifted = i == 0
                    ? cut
                    : code.compute(wide ? Opcode.SHL_B64 : Opcode.SHL_B32, wide, cut, code.bits((long) i * bits));
            whole = i == 0 ? shifted : code.compute(wide ? Opcode.OR_B64 : Opcode.OR_B32, wide, whole, shifted);
        }
        if (type.bits() == 16) {
            code.emit(Opcode.CVT_TO_S16, destination, whole, Code.NONE);
        } else {
            code.move(destination, whole);
        }
    }

    void convert(Form form) {
        if (form.types() < 2) {
            throw form.refuse("names types that are not known here");
        }
        PtxType to = form.typeFromEnd(1);
        PtxType from = form.type();
        if (to == PtxType.F16X2 || to == PtxType.BF16X2) {
            convertTwo(form, to, from);
            return;
        }
        form.allows("rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi", "ftz", "sat", "relu");
        form.takesTypes(2);
        int destination = operands.destination(form, form.operand(0));
        if (form.has("relu")) {
            int converted = code.function().newRegister(false);
            convertOne(form, converted, to, from);
            new HalvesLowering(code).rectify(form, to, destination, converted);
        } else {
            convertOne(form, destination, to, from);
        }
    }

    private void convertTwo(Form form, PtxType to, PtxType from) {
        form.allows("rn", "rz", "ftz", "sat", "relu");
        form.takesTypes(2);
        if (from != PtxType.F32) {
            throw form.refuse("makes two halves of what is not .f32, which is not known here");
        }
        int destination = operands.destination(form, form.operand(0));
        int both = form.has("relu") ? code.function().newRegister(false) : destination;
        code.emit(
                Opcode.CONVERT_PACKED,
                both,
                operands.value(form, form.operand(1), from),
                operands.value(form, form.operand(2), from),
                Code.NONE,
                new Modifiers.Convert(
                        from.value(), to.value(), form.rounding(), false, form.has("ftz"), form.has("sat")));
        if (form.has("relu")) {
            new HalvesLowering(code).rectify(form, to, destination, both);
        }
    }

    private void convertOne(Form form, int destination, PtxType to, PtxType from) {
        int source = operands.value(form, form.operand(1), from);
        if (!from.isFloat() && !to.isFloat() && !form.has("sat")) {
            convertWhole(form, destination, source, from, to);
            return;
        }
        boolean rounds = form.has("rni") || form.has("rzi") || form.has("rmi") || form.has("rpi");
        boolean plain = !form.has("sat") && !form.has("ftz");
        if (from == to && from.isFloat() && !rounds && plain) {
            code.move(destination, source);
            return;
        }
        boolean fast = plain && (form.rounding() == Rounding.NEAREST || (from == PtxType.F32 && to == PtxType.F64));
        if (fast && !rounds && frequent(destination, source, from, to)) {
            return;
        }
        if (plain && form.has("rzi") && truncated(destination, source, from, to)) {
            return;
        }
        boolean doubles = from == PtxType.F64 || to == PtxType.F64;
        boolean narrow = to.bits() < 32 && !to.isFloat() && to.bits() == 16;
        code.emit(
                doubles ? Opcode.CONVERT_F64 : Opcode.CONVERT,
                destination,
                source,
                Code.NONE,
                Code.NONE,
                new Modifiers.Convert(
                        from.value(),
                        to.value(),
                        form.rounding(),
                        rounds && to.isFloat() && from.isFloat(),
                        form.has("ftz"),
                        form.has("sat")));
        widen(form, destination, to, narrow);
    }

    /** A result without a sign of 16 bits that goes to a wider register has zeros above it. */
    private void widen(Form form, int destination, PtxType to, boolean narrow) {
        PtxType register = operands.registerType(form.operand(0));
        if (narrow && to.isUnsigned() && register != null && register.bits() > 16) {
            code.emit(Opcode.CVT_TO_U16, destination, destination, Code.NONE);
        }
    }

    private boolean frequent(int destination, int source, PtxType from, PtxType to) {
        Opcode opcode = null;
        if (to == PtxType.F32) {
            opcode = switch (from) {
                case S32 -> Opcode.CVT_S32_TO_F32;
                case U32 -> Opcode.CVT_U32_TO_F32;
                case S64 -> Opcode.CVT_S64_TO_F32;
                case U64 -> Opcode.CVT_U64_TO_F32;
                case F64 -> Opcode.CVT_F64_TO_F32;
                default -> null;
            };
        } else if (to == PtxType.F64) {
            opcode = switch (from) {
                case S32 -> Opcode.CVT_S32_TO_F64;
                case U32 -> Opcode.CVT_U32_TO_F64;
                case S64 -> Opcode.CVT_S64_TO_F64;
                case U64 -> Opcode.CVT_U64_TO_F64;
                case F32 -> Opcode.CVT_F32_TO_F64;
                default -> null;
            };
        }
        if (opcode != null) {
            code.emit(opcode, destination, source, Code.NONE);
        }
        return opcode != null;
    }

    private boolean truncated(int destination, int source, PtxType from, PtxType to) {
        Opcode opcode = null;
        if (from == PtxType.F32) {
            opcode = switch (to) {
                case S32 -> Opcode.CVT_F32_TO_S32;
                case U32 -> Opcode.CVT_F32_TO_U32;
                case S64 -> Opcode.CVT_F32_TO_S64;
                case U64 -> Opcode.CVT_F32_TO_U64;
                default -> null;
            };
        } else if (from == PtxType.F64) {
            opcode = switch (to) {
                case S32 -> Opcode.CVT_F64_TO_S32;
                case U32 -> Opcode.CVT_F64_TO_U32;
                case S64 -> Opcode.CVT_F64_TO_S64;
                case U64 -> Opcode.CVT_F64_TO_U64;
                default -> null;
            };
        }
        if (opcode != null) {
            code.emit(opcode, destination, source, Code.NONE);
        }
        return opcode != null;
    }

    private void convertWhole(Form form, int destination, int source, PtxType from, PtxType to) {
        int number = number(source, from);
        if (to.bits() == 64) {
            if (from.bits() == 64) {
                code.move(destination, number);
            } else if (from.bits() == 32) {
                code.emit(
                        from.isSigned() ? Opcode.CVT_S32_TO_S64 : Opcode.CVT_U32_TO_U64,
                        destination,
                        number,
                        Code.NONE);
            } else {
                code.move(destination, number);
            }
            return;
        }
        int low = from.bits() == 64 ? code.compute(Opcode.CVT_I64_TO_I32, false, number, Code.NONE) : number;
        PtxType register = operands.registerType(form.operand(0));
        int room = register == null ? to.bits() : register.bits();
        switch (to.bits()) {
            case 8 -> code.emit(to.isSigned() ? Opcode.CVT_TO_S8 : Opcode.CVT_TO_U8, destination, low, Code.NONE);
            case 16 ->
                code.emit(
                        to.isSigned() || room == 16 ? Opcode.CVT_TO_S16 : Opcode.CVT_TO_U16,
                        destination,
                        low,
                        Code.NONE);
            default -> code.move(destination, low);
        }
    }

    /** A number of fewer than 32 bits as a register of 32 holds it. */
    private int number(int source, PtxType from) {
        return switch (from.bits()) {
            case 8 -> code.compute(from.isSigned() ? Opcode.CVT_TO_S8 : Opcode.CVT_TO_U8, false, source, Code.NONE);
            case 16 -> code.compute(from.isSigned() ? Opcode.CVT_TO_S16 : Opcode.CVT_TO_U16, false, source, Code.NONE);
            default -> source;
        };
    }

    /** {@code cvta}: between a space's own addresses and generic ones. */
    void convertAddress(Form form) {
        StateSpace space = ownSpace(form);
        int destination = operands.destination(form, form.operand(0));
        int source = operands.value(form, form.operand(1), form.type());
        long window = space == StateSpace.SHARED
                ? AddressMap.SHARED_BASE
                : space == StateSpace.LOCAL ? AddressMap.LOCAL_BASE : 0;
        if (window == 0) {
            code.move(destination, source);
        } else {
            code.emit(form.has("to") ? Opcode.SUB_I64 : Opcode.ADD_I64, destination, source, code.bits(window));
        }
    }

    private static StateSpace ownSpace(Form form) {
        if (Spaces.isParameter(form)) {
            throw form.refuse("asks for the address of a kernel's parameters, which have none here");
        }
        return Spaces.of(form);
    }

    void isSpace(Form form) {
        StateSpace space = ownSpace(form);
        AddressSpace asked = switch (space) {
            case SHARED -> AddressSpace.SHARED;
            case LOCAL -> AddressSpace.LOCAL;
            case CONSTANT -> AddressSpace.CONSTANT;
            default -> AddressSpace.GLOBAL;
        };
        code.emit(
                Opcode.IS_SPACE,
                operands.predicateDestination(form, form.operand(0)),
                operands.value(form, form.operand(1), PtxType.U64),
                Code.NONE,
                Code.NONE,
                new Modifiers.Space(asked));
    }

    void permute(Form form) {
        Modifiers.PermuteMode mode = form.has("f4e")
                ? Modifiers.PermuteMode.FORWARD_4
                : form.has("b4e")
                        ? Modifiers.PermuteMode.BACKWARD_4
                        : form.has("rc8")
                                ? Modifiers.PermuteMode.REPLICATE_8
                                : form.has("ecl")
                                        ? Modifiers.PermuteMode.EDGE_CLAMP_LEFT
                                        : form.has("ecr")
                                                ? Modifiers.PermuteMode.EDGE_CLAMP_RIGHT
                                                : form.has("rc16")
                                                        ? Modifiers.PermuteMode.REPLICATE_16
                                                        : Modifiers.PermuteMode.SELECT;
        code.emit(
                Opcode.PRMT_B32,
                operands.destination(form, form.operand(0)),
                operands.value(form, form.operand(1), PtxType.B32),
                operands.value(form, form.operand(2), PtxType.B32),
                operands.value(form, form.operand(3), PtxType.B32),
                new Modifiers.Permute(mode));
    }
}
