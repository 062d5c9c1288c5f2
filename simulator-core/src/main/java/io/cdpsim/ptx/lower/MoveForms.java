package io.cdpsim.ptx.lower;

import static io.cdpsim.ptx.row.FormRow.row;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.ptx.emit.Code;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.row.FormRow;
import io.cdpsim.ptx.row.FunctionEmitter;
import io.cdpsim.ptx.syntax.PtxOperand;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Copies, packing and unpacking of vectors, and address conversions between spaces. */
final class MoveForms {
    private static final String SPACE = ".const|.global|.local|.shared|.shared::cta|.shared::cluster";

    static final List<FormRow> ROWS = List.of(
            row("mov.pred p, q", MoveForms::movePredicate),
            row("mov.b16|.b32|.b64|.u16|.u32|.u64|.s16|.s32|.s64|.f32|.f64 d, a", MoveForms::move),
            row("mov.b16|.b32|.b64 {d}, a", MoveForms::unpack),
            row("mov.b16|.b32|.b64 d, {a}", MoveForms::pack),
            row("mov.b128 d, a", MoveForms::movePair),
            row("mov.b128 {d}, a", MoveForms::unpackPair),
            row("mov.b128 d, {a}", MoveForms::packPair),
            row("cvta" + SPACE + ".u32|.u64 d, a", MoveForms::convertAddress, Opcode.ADD_I64),
            row("cvta.to" + SPACE + ".u32|.u64 d, a", MoveForms::convertAddress, Opcode.SUB_I64),
            row("mov.v2|.v4.b16|.b32|.b64|.u16|.u32|.u64|.s16|.s32|.s64|.f32|.f64 d, a", MoveForms::moveVector),
            row("mov.v2|.v4.b16|.b32|.b64|.u16|.u32|.u64|.s16|.s32|.s64|.f32|.f64 {d}, a", MoveForms::moveVector),
            row("mov.v2|.v4.b16|.b32|.b64|.u16|.u32|.u64|.s16|.s32|.s64|.f32|.f64 d, {a}", MoveForms::moveVector),
            row("mov.v2|.v4.b16|.b32|.b64|.u16|.u32|.u64|.s16|.s32|.s64|.f32|.f64 {d}, {a}", MoveForms::moveVector),
            row("cvta{.to}.param|.param::entry.u32|.u64 d, a", MoveForms::convertParameterAddress, Opcode.ADD_I64),
            row("isspacep" + SPACE + " p, a:u64", MoveForms::isSpace, Opcode.IS_SPACE),
            row("isspacep.param|.param::entry p, a:u64", MoveForms::isParameterSpace));

    private MoveForms() {}

    private static void movePredicate(FunctionEmitter to, Form form) {
        int truth = to.in(form, 1);
        to.write(form, Opcode.PREDICATE_OR, truth, truth, Code.NONE);
    }

    private static void move(FunctionEmitter to, Form form) {
        int destination = to.out(form);
        to.code().move(destination, to.in(form, 1));
    }

    private static void unpack(FunctionEmitter to, Form form) {
        Code code = to.code();
        PtxType type = form.type();
        List<PtxOperand> parts = ((PtxOperand.Vector) form.operand(0)).elements();
        int whole = to.in(form, 1);
        int bits = type.bits() / parts.size();
        int source = whole;
        // A part may be written to the register that holds the whole.
        if (!code.isGuarded() && source >= 0) {
            source = code.function().newRegister(type.isWide());
            code.move(source, whole);
        }
        for (int i = 0; i < parts.size(); i++) {
            if (!(parts.get(i) instanceof PtxOperand.Sink)) {
                part(code, to.operands().destination(form, parts.get(i)), source, type, bits, i * bits);
            }
        }
    }

    private static void part(Code code, int destination, int whole, PtxType type, int bits, int from) {
        boolean wide = type.isWide();
        int shifted =
                from == 0 ? whole : code.compute(wide ? Opcode.SHR_U64 : Opcode.SHR_U32, wide, whole, code.bits(from));
        Opcode cut = bits == 32 ? Opcode.CVT_I64_TO_I32 : bits == 16 ? Opcode.CVT_TO_S16 : Opcode.CVT_TO_U8;
        if (wide && bits < 32) {
            shifted = code.compute(Opcode.CVT_I64_TO_I32, false, shifted, Code.NONE);
        }
        code.emit(cut, destination, shifted, Code.NONE);
    }

    private static void pack(FunctionEmitter to, Form form) {
        Code code = to.code();
        boolean wide = form.type().isWide();
        int destination = to.out(form);
        List<PtxOperand> parts = ((PtxOperand.Vector) form.operand(1)).elements();
        int bits = form.type().bits() / parts.size();
        PtxType partType = bits == 32 ? PtxType.B32 : bits == 16 ? PtxType.B16 : PtxType.B8;
        Opcode extension = bits == 32 ? Opcode.CVT_U32_TO_U64 : bits == 16 ? Opcode.CVT_TO_U16 : Opcode.CVT_TO_U8;
        int whole = Code.NONE;
        for (int i = 0; i < parts.size(); i++) {
            int part = to.operands().value(form, parts.get(i), partType);
            // The upper bits of the last part are shifted out.
            boolean isLast = i == parts.size() - 1 && !wide;
            int cut = isLast ? part : code.compute(extension, wide, part, Code.NONE);
            int shifted = i == 0
                    ? cut
                    : code.compute(wide ? Opcode.SHL_B64 : Opcode.SHL_B32, wide, cut, code.bits((long) i * bits));
            whole = i == 0 ? shifted : code.compute(wide ? Opcode.OR_B64 : Opcode.OR_B32, wide, whole, shifted);
        }
        if (form.type().bits() == 16) {
            code.emit(Opcode.CVT_TO_S16, destination, whole, Code.NONE);
        } else {
            code.move(destination, whole);
        }
    }

    private static void movePair(FunctionEmitter to, Form form) {
        int source = to.operands().pair(form, form.operand(1));
        int destination = to.operands().pair(form, form.operand(0));
        to.code().move(destination, source);
        to.code().move(destination + 1, source + 1);
    }

    private static void unpackPair(FunctionEmitter to, Form form) {
        int source = to.operands().pair(form, form.operand(1));
        List<PtxOperand> parts = parts(form, 0);
        int halves = parts.size() / 2;
        for (int i = 0; i < parts.size(); i++) {
            if (!(parts.get(i) instanceof PtxOperand.Sink)) {
                int destination = to.operands().destination(form, parts.get(i));
                int half = source + i / halves;
                if (halves == 1) {
                    to.code().move(destination, half);
                } else {
                    part(to.code(), destination, half, PtxType.B64, 32, i % halves * 32);
                }
            }
        }
    }

    private static void packPair(FunctionEmitter to, Form form) {
        Code code = to.code();
        List<PtxOperand> parts = parts(form, 1);
        int destination = to.operands().pair(form, form.operand(0));
        int[] halves = new int[2];
        for (int i = 0; i < halves.length; i++) {
            if (parts.size() == halves.length) {
                halves[i] = to.operands().value(form, parts.get(i), PtxType.B64);
                continue;
            }
            int low = to.operands().value(form, parts.get(2 * i), PtxType.B32);
            int high = to.operands().value(form, parts.get(2 * i + 1), PtxType.B32);
            int shifted = code.compute(Opcode.SHL_B64, true, wide(code, high), code.bits(32));
            halves[i] = code.compute(Opcode.OR_B64, true, wide(code, low), shifted);
        }
        code.move(destination, halves[0]);
        code.move(destination + 1, halves[1]);
    }

    private static int wide(Code code, int word) {
        return code.compute(Opcode.CVT_U32_TO_U64, true, word, Code.NONE);
    }

    /** The two or four elements in braces. */
    private static List<PtxOperand> parts(Form form, int index) {
        List<PtxOperand> parts = ((PtxOperand.Vector) form.operand(index)).elements();
        if (parts.size() != 2 && parts.size() != 4) {
            throw form.refuse("has " + parts.size() + " parts; two of 64 bits or four of 32 make 128");
        }
        return parts;
    }

    /** Between a space's own addresses and generic ones: the space's window is added or subtracted. */
    private static void convertAddress(FunctionEmitter to, Form form) {
        int destination = to.out(form);
        int source = to.in(form, 1);
        StateSpace space = MemoryForms.space(form);
        long window = space == StateSpace.SHARED || space == StateSpace.SHARED_CLUSTER
                ? AddressMap.SHARED_BASE
                : space == StateSpace.LOCAL ? AddressMap.LOCAL_BASE : 0;
        if (window == 0) {
            to.code().move(destination, source);
        } else {
            to.code().emit(form.opcode(), destination, source, to.code().bits(window));
        }
    }

    /** Parameters are copied to the thread's own memory where their generic addresses are taken. */
    private static void convertParameterAddress(FunctionEmitter to, Form form) {
        if (to.parameters() < 0) {
            throw form.refuse("takes the address of a function's parameter; copy it to a .local variable");
        }
        long distance = AddressMap.LOCAL_BASE + to.parameters();
        to.code()
                .emit(
                        Opcode.ADD_I64,
                        to.out(form),
                        to.in(form, 1),
                        to.code().bits(form.has("to") ? -distance : distance));
    }

    /** A vector register or a special register by its elements, or elements in braces. */
    private static void moveVector(FunctionEmitter to, Form form) {
        int count = form.vector();
        int[] values = new int[count];
        Set<Integer> written = new HashSet<>();
        for (int i = 0; i < count; i++) {
            int value = to.operands().value(form, element(form, 1, i), form.type());
            // All elements are read before the first is written.
            values[i] = written.contains(value)
                    ? to.code().compute(Opcode.MOV, form.type().isWide(), value, Code.NONE)
                    : value;
            if (!(element(form, 0, i) instanceof PtxOperand.Sink)) {
                written.add(to.operands().destination(form, element(form, 0, i)));
            }
        }
        for (int i = 0; i < count; i++) {
            PtxOperand target = element(form, 0, i);
            if (!(target instanceof PtxOperand.Sink)) {
                to.code().move(to.operands().destination(form, target), values[i]);
            }
        }
    }

    private static PtxOperand element(Form form, int index, int element) {
        PtxOperand operand = form.operand(index);
        if (operand instanceof PtxOperand.Vector vector) {
            if (vector.elements().size() != form.vector()) {
                throw form.refuseAt(operand.at(), "moves " + form.vector() + " elements; name as many");
            }
            return vector.elements().get(element);
        }
        if (operand instanceof PtxOperand.Name name && name.component().isEmpty()) {
            return new PtxOperand.Name(name.text(), "xyzw".substring(element, element + 1), name.at());
        }
        throw form.refuseAt(operand.at(), "needs a vector here");
    }

    /** Kernel parameters are in constant memory, into which no generic address points here. */
    private static void isParameterSpace(FunctionEmitter to, Form form) {
        to.write(
                form,
                Opcode.PREDICATE_OR,
                to.operands().constantPredicate(false),
                to.operands().constantPredicate(false),
                Code.NONE);
    }

    private static void isSpace(FunctionEmitter to, Form form) {
        AddressSpace space = switch (MemoryForms.space(form)) {
            case SHARED, SHARED_CLUSTER -> AddressSpace.SHARED;
            case LOCAL -> AddressSpace.LOCAL;
            case CONSTANT -> AddressSpace.CONSTANT;
            default -> AddressSpace.GLOBAL;
        };
        int destination = to.out(form);
        to.code()
                .emit(
                        form.opcode(),
                        destination,
                        to.in(form, 1),
                        new Modifiers.Space(space, MemoryForms.space(form) == StateSpace.SHARED));
    }
}
