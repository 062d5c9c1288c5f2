package io.cdpsim.ptx.lower;

import static io.cdpsim.ptx.row.FormRow.row;

import io.cdpsim.kernel.code.MatrixType;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.ptx.emit.Code;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.row.FormRow;
import io.cdpsim.ptx.row.FunctionEmitter;
import io.cdpsim.ptx.syntax.PtxOperand;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code wmma}: products of matrices whose fragments' layouts PTX leaves open. They are those of an H100 (measurements/tensor): the fragments of one
 * or two {@code mma}, and where a matrix of half precision needs fewer than eight registers, copies in the others.
 */
final class WmmaForms {
    private static final String LARGE = ".m16n16k16|.m32n8k16|.m8n32k16";
    private static final String SPACE = "{.global,.shared,.shared::cta}";
    private static final String ROW_OR_COLUMN = ".row|.col";
    private static final int HALF_REGISTERS = 8;
    private static final int STRIDE_OPERAND = 2;
    private static final int GROUP = 8;
    private static final int MEMBERS = 4;

    static final List<FormRow> ROWS = rows();

    private WmmaForms() {}

    private static List<FormRow> rows() {
        List<FormRow> rows = new ArrayList<>();
        for (String each : List.of(".m16n16k16", ".m32n8k16", ".m8n32k16")) {
            inputs(rows, ROW_OR_COLUMN, ROW_OR_COLUMN, each, ".f16", 70);
            inputs(rows, ROW_OR_COLUMN, ROW_OR_COLUMN, each, ".bf16", 80);
            inputs(rows, ROW_OR_COLUMN, ROW_OR_COLUMN, each, ".s8|.u8", 72);
        }
        inputs(rows, ROW_OR_COLUMN, ROW_OR_COLUMN, ".m16n16k8", ".tf32", 80);
        inputs(rows, ROW_OR_COLUMN, ROW_OR_COLUMN, ".m8n8k4", ".f64", 80);
        inputs(rows, ".row", ".col", ".m8n8k32", ".s4|.u4", 75);
        inputs(rows, ".row", ".col", ".m8n8k128", ".b1", 75);
        sums(rows, LARGE, ".f16", 70);
        sums(rows, LARGE, ".f32", 70);
        sums(rows, LARGE, ".s32", 72);
        sums(rows, ".m16n16k8", ".f32", 80);
        sums(rows, ".m8n8k4", ".f64", 80);
        sums(rows, ".m8n8k32|.m8n8k128", ".s32", 75);
        for (String each : List.of(".m16n16k16", ".m32n8k16", ".m8n32k16")) {
            for (String d : List.of(".f16", ".f32")) {
                for (String c : List.of(".f16", ".f32")) {
                    multiply(rows, ROW_OR_COLUMN + ROW_OR_COLUMN + each + d + c + "{.satfinite}", 70);
                }
            }
            multiply(rows, ROW_OR_COLUMN + ROW_OR_COLUMN + each + ".f32.bf16.bf16.f32", 80);
            multiply(rows, ROW_OR_COLUMN + ROW_OR_COLUMN + each + ".s32.s8.s8.s32{.satfinite}", 72);
            multiply(rows, ROW_OR_COLUMN + ROW_OR_COLUMN + each + ".s32.u8.u8.s32{.satfinite}", 72);
        }
        multiply(rows, ROW_OR_COLUMN + ROW_OR_COLUMN + ".m16n16k8.f32.tf32.tf32.f32", 80);
        multiply(rows, ROW_OR_COLUMN + ROW_OR_COLUMN + ".m8n8k4.f64.f64.f64.f64{.rn,.rz,.rm,.rp}", 80);
        multiply(rows, ".row.col.m8n8k32.s32.s4.s4.s32{.satfinite}", 75);
        multiply(rows, ".row.col.m8n8k32.s32.u4.u4.s32{.satfinite}", 75);
        rows.add(row(
                "wmma.mma.and|.xor.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 {d}, {a}, {b}, {c} @sm_75",
                WmmaForms::multiply,
                Opcode.MATRIX_MULTIPLY));
        return List.copyOf(rows);
    }

    private static void inputs(
            List<FormRow> rows, String layoutsOfA, String layoutsOfB, String shape, String type, int target) {
        String operands = " {d}, [a]{, b:u32} @sm_" + target;
        rows.add(row(
                "wmma.load.a.sync.aligned" + layoutsOfA + shape + SPACE + type + operands,
                WmmaForms::load,
                Opcode.LOAD));
        rows.add(row(
                "wmma.load.b.sync.aligned" + layoutsOfB + shape + SPACE + type + operands,
                WmmaForms::load,
                Opcode.LOAD));
    }

    private static void sums(List<FormRow> rows, String shape, String type, int target) {
        String form = ".sync.aligned" + ROW_OR_COLUMN + shape + SPACE + type;
        rows.add(row("wmma.load.c" + form + " {d}, [a]{, b:u32} @sm_" + target, WmmaForms::load, Opcode.LOAD));
        rows.add(row("wmma.store.d" + form + " [a], {b}{, c:u32} @sm_" + target, WmmaForms::store, Opcode.STORE));
    }

    private static void multiply(List<FormRow> rows, String form, int target) {
        rows.add(row(
                "wmma.mma.sync.aligned" + form + " {d}, {a}, {b}, {c} @sm_" + target,
                WmmaForms::multiply,
                Opcode.MATRIX_MULTIPLY));
    }

    /** Which of the matrices a fragment is of. */
    private enum Role {
        A,
        B,
        SUM
    }

    /**
     * A fragment in registers. Groups of four lanes go down lines of the matrix, eight lines at a time; the lanes of a group hold neighbours along a
     * line. A line is a row of A and of the sum, and a column of B; of the sum of m8n32 it is a column.
     *
     * @param lines of the matrix
     * @param length of a line, elements
     * @param isAlong whether a line's elements follow each other in memory
     */
    private record Fragment(Role role, MatrixType type, int lines, int length, boolean isAlong) {
        static Fragment of(Role role, MatrixType type, int[] shape, boolean isRowMajor) {
            boolean isTurned = role == Role.B || (role == Role.SUM && shape[0] < shape[1]);
            int lines = isTurned ? shape[1] : shape[0];
            int length = role == Role.SUM ? (isTurned ? shape[0] : shape[1]) : shape[2];
            return new Fragment(role, type, lines, length, isRowMajor != isTurned);
        }

        /** Neighbours that a lane holds: those of a register, or two of a sum. */
        private int neighbours() {
            return role == Role.SUM ? 2 : type.perRegister();
        }

        /** The first line and the first element in it of each set of neighbours, for the first lane. */
        List<int[]> places(int[] shape) {
            int step = MEMBERS * neighbours();
            List<int[]> places = new ArrayList<>();
            boolean isLeft = isLeft(role, shape);
            int block = role == Role.SUM ? lines : isLeft ? 2 * GROUP : GROUP;
            for (int first = 0; first < lines; first += block) {
                for (int along = 0; along < length; along += step) {
                    for (int line = first; line < first + block; line += GROUP) {
                        places.add(new int[] {line, along});
                    }
                }
            }
            return places;
        }

        int registers(int[] shape) {
            int needed = places(shape).size() * neighbours() / type.perRegister();
            return type == MatrixType.F16 && role != Role.SUM ? HALF_REGISTERS : needed;
        }
    }

    /** Whether a matrix has the place of A in {@code mma}, whose fragments have 16 lines: A, or B where that is the longer one. */
    private static boolean isLeft(Role role, int[] shape) {
        return role == (shape[0] < shape[1] ? Role.B : Role.A) && shape[0] + shape[1] > 2 * GROUP;
    }

    /** The operands of the addresses of a warp's elements. */
    private static final class Addresses {
        private final FunctionEmitter to;
        private final Fragment fragment;
        private final StateSpace space;
        private final long offset;
        private final int stride;
        private final int start;

        Addresses(FunctionEmitter to, Form form, Fragment fragment, int index) {
            this.to = to;
            this.fragment = fragment;
            PtxOperand.Address address = MemoryForms.address(form, index);
            space = MemoryForms.space(form);
            offset = address.base() == null ? 0 : address.offset();
            Code code = to.code();
            // Without a stride, lines follow each other in memory.
            stride = form.count() > STRIDE_OPERAND
                    ? to.in(form, STRIDE_OPERAND, PtxType.U32)
                    : code.bits(fragment.isAlong() ? fragment.length() : fragment.lines());
            int lane = code.compute(
                    Opcode.READ_SPECIAL,
                    false,
                    Code.NONE,
                    Code.NONE,
                    Code.NONE,
                    new Modifiers.Special(SpecialRegister.LANE));
            int group = code.compute(Opcode.SHR_U32, false, lane, code.bits(2));
            int member = code.compute(Opcode.AND_B32, false, lane, code.bits(MEMBERS - 1));
            int place = MemoryForms.place(to, form, address);
            PtxType register = address.base() == null ? null : to.operands().registerType(address.base());
            boolean isNarrow = register != null && register.bits() == Integer.SIZE;
            int base = isNarrow ? code.compute(Opcode.CVT_U32_TO_U64, true, place, Code.NONE) : place;
            int neighbours = fragment.neighbours();
            int first = fragment.isAlong() ? group : member;
            int second = fragment.isAlong() ? member : group;
            int far = code.compute(Opcode.MUL_I32, false, first, times(fragment.isAlong() ? 1 : neighbours));
            int near = code.bits(bytes(fragment.isAlong() ? neighbours : 1));
            int sum = code.compute(Opcode.MUL_WIDE_S32, true, second, near);
            int all = code.compute(Opcode.ADD_I64, true, sum, base);
            int wide = code.compute(Opcode.CVT_S32_TO_S64, true, far, Code.NONE);
            start = code.compute(Opcode.ADD_I64, true, wide, all);
        }

        private long bytes(int elements) {
            return (long) elements * fragment.type().bits() / Byte.SIZE;
        }

        /** A number of strides, bytes. */
        private int times(int count) {
            Code code = to.code();
            int bits = fragment.type().bits();
            if (bits >= Byte.SIZE) {
                return code.compute(Opcode.MUL_I32, false, stride, code.bits((long) count * bits / Byte.SIZE));
            }
            int all = code.compute(Opcode.MUL_I32, false, stride, code.bits((long) count * bits));
            return code.compute(Opcode.SHR_U32, false, all, code.bits(3));
        }

        private int at(int line, int along) {
            int strides = fragment.isAlong() ? line : along;
            if (strides == 0) {
                return start;
            }
            Code code = to.code();
            int wide = code.compute(Opcode.CVT_S32_TO_S64, true, times(strides), Code.NONE);
            return code.compute(Opcode.ADD_I64, true, start, wide);
        }

        private Modifiers.Access access(ValueType type, int count, int line, int along) {
            return Modifiers.Access.weak(space, type, count, offset + bytes(fragment.isAlong() ? along : line));
        }
    }

    private static Role role(Form form) {
        return form.has("a") ? Role.A : form.has("b") ? Role.B : Role.SUM;
    }

    private static Fragment fragment(Form form) {
        List<MatrixType> types = MatrixForms.types(form);
        return Fragment.of(role(form), types.get(types.size() - 1), MatrixForms.shape(form), form.has("row"));
    }

    private static ValueType valueOf(MatrixType type) {
        return switch (type.bits()) {
            case 64 -> ValueType.U64;
            case 16 -> ValueType.U16;
            case 8 -> ValueType.U8;
            default -> ValueType.U32;
        };
    }

    private static void load(FunctionEmitter to, Form form) {
        Fragment fragment = fragment(form);
        int[] shape = MatrixForms.shape(form);
        Addresses addresses = new Addresses(to, form, fragment, 1);
        List<Integer> loaded = new ArrayList<>();
        for (int[] place : fragment.places(shape)) {
            loadNeighbours(to.code(), addresses, place, loaded);
        }
        int count = fragment.registers(shape);
        List<Integer> registers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            registers.add(loaded.get(i % loaded.size()));
        }
        boolean isWide = fragment.type() == MatrixType.F64;
        MatrixForms.write(to, form, 0, count, MatrixForms.inRow(to.code(), registers, isWide));
    }

    private static void loadNeighbours(Code code, Addresses addresses, int[] place, List<Integer> loaded) {
        Fragment fragment = addresses.fragment;
        boolean isWide = fragment.type() == MatrixType.F64;
        int each = fragment.type().perRegister();
        int neighbours = fragment.neighbours();
        if (fragment.isAlong()) {
            int count = neighbours / each;
            int first = code.function().newRow(isWide, count);
            ValueType type = isWide ? ValueType.U64 : ValueType.U32;
            code.emit(
                    Opcode.LOAD,
                    first,
                    addresses.at(place[0], place[1]),
                    addresses.access(type, count, place[0], place[1]));
            for (int i = 0; i < count; i++) {
                loaded.add(first + i);
            }
            return;
        }
        int packed = Code.NONE;
        for (int i = 0; i < neighbours; i++) {
            int register = code.function().newRegister(isWide);
            code.emit(
                    Opcode.LOAD,
                    register,
                    addresses.at(place[0], place[1] + i),
                    addresses.access(valueOf(fragment.type()), 1, place[0], place[1] + i));
            int element = i % each;
            if (element == 0) {
                packed = register;
            } else {
                int shifted = code.compute(
                        Opcode.SHL_B32,
                        false,
                        register,
                        code.bits((long) element * fragment.type().bits()));
                packed = code.compute(Opcode.OR_B32, false, packed, shifted);
            }
            if (element == each - 1) {
                loaded.add(packed);
            }
        }
    }

    private static void store(FunctionEmitter to, Form form) {
        Code code = to.code();
        Fragment fragment = fragment(form);
        int[] shape = MatrixForms.shape(form);
        List<Integer> values = MatrixForms.values(to, form, 1, fragment.registers(shape), fragment.type());
        Addresses addresses = new Addresses(to, form, fragment, 0);
        boolean isWide = fragment.type() == MatrixType.F64;
        int each = fragment.type().perRegister();
        int next = 0;
        for (int[] place : fragment.places(shape)) {
            int count = fragment.neighbours() / each;
            List<Integer> stored = values.subList(next, next + count);
            next += count;
            if (fragment.isAlong()) {
                ValueType type = isWide ? ValueType.U64 : ValueType.U32;
                code.emit(
                        Opcode.STORE,
                        -1,
                        addresses.at(place[0], place[1]),
                        MatrixForms.inRow(code, stored, isWide),
                        Code.NONE,
                        addresses.access(type, count, place[0], place[1]));
                continue;
            }
            for (int i = 0; i < fragment.neighbours(); i++) {
                int value = stored.get(i / each);
                int element = i % each == 0
                        ? value
                        : code.compute(Opcode.SHR_U32, false, value, code.bits((long) i % each * Short.SIZE));
                code.emit(
                        Opcode.STORE,
                        -1,
                        addresses.at(place[0], place[1] + i),
                        element,
                        Code.NONE,
                        addresses.access(valueOf(fragment.type()), 1, place[0], place[1] + i));
            }
        }
    }

    /** One {@code mma} for each 8 columns of the sum, or each 16 of its lines. */
    private static void multiply(FunctionEmitter to, Form form) {
        int[] shape = MatrixForms.shape(form);
        List<MatrixType> types = MatrixForms.types(form);
        boolean isHalf = types.size() == 2;
        MatrixType d = types.get(0);
        MatrixType a = isHalf ? MatrixType.F16 : types.get(1);
        MatrixType c = isHalf ? types.get(1) : types.get(3);
        Fragment ofA = Fragment.of(Role.A, a, shape, true);
        Fragment ofB = Fragment.of(Role.B, a, shape, true);
        List<Integer> left = MatrixForms.values(to, form, 1, ofA.registers(shape), a);
        List<Integer> right = MatrixForms.values(to, form, 2, ofB.registers(shape), a);
        List<Integer> added = MatrixForms.values(
                to, form, 3, Fragment.of(Role.SUM, c, shape, true).registers(shape), c);
        boolean isTurned = shape[0] < shape[1];
        if (isTurned) {
            List<Integer> exchanged = left;
            left = right;
            right = exchanged;
        }
        int rows = isLeft(Role.A, shape) || isTurned ? 2 * GROUP : GROUP;
        Modifiers.MatrixMultiply product =
                MatrixForms.product(form, new int[] {rows, GROUP, shape[2]}, List.of(d, a, a, c), false, false);
        int parts = shape[0] * shape[1] / (rows * GROUP);
        List<Integer> results = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            boolean sharesRight = shape[0] != shape[1];
            int first = MatrixForms.emit(
                    to.code(),
                    product,
                    part(left, product.registersOfA(), sharesRight ? part : 0),
                    part(right, product.registersOfB(), sharesRight ? 0 : part),
                    part(added, product.registersOfC(), part));
            for (int i = 0; i < product.registersOfD(); i++) {
                results.add(first + i);
            }
        }
        MatrixForms.write(to, form, 0, results.size(), MatrixForms.inRow(to.code(), results, d == MatrixType.F64));
    }

    private static List<Integer> part(List<Integer> registers, int count, int index) {
        return registers.subList(index * count, (index + 1) * count);
    }
}
