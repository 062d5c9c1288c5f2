package io.cdpsim.ptx.lower;

import static io.cdpsim.ptx.row.FormRow.row;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.MatrixType;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Rounding;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.ptx.emit.Code;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.row.FormRow;
import io.cdpsim.ptx.row.FunctionEmitter;
import io.cdpsim.ptx.syntax.PtxOperand;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Products of matrices in registers of a warp, and the loads and stores of their fragments: {@code mma}, {@code ldmatrix} and their kin. */
final class MatrixForms {
    private static final String MMA = "mma.sync.aligned.";
    private static final String FOUR = " {d}, {a}, {b}, {c}";
    private static final int TENSOR_CORES = 70;

    static final List<FormRow> ROWS = rows();

    private MatrixForms() {}

    private static List<FormRow> rows() {
        List<FormRow> rows = new ArrayList<>();
        for (String type : List.of(".f16", ".f32")) {
            multiply(rows, "m8n8k4.row|.col.row|.col" + type + ".f16.f16" + type, TENSOR_CORES);
            for (String shape : List.of("m16n8k8", "m16n8k16")) {
                multiply(rows, shape + ".row.col" + type + ".f16.f16" + type, 75);
            }
            for (String shape : List.of("m16n8k16", "m16n8k32")) {
                multiply(rows, shape + ".row.col" + type + ".e4m3|.e5m2.e4m3|.e5m2" + type, 89);
            }
        }
        multiply(rows, "m8n8k4.row|.col.row|.col.f32.f16.f16.f16", TENSOR_CORES);
        for (String shape : List.of("m16n8k8", "m16n8k16")) {
            multiply(rows, shape + ".row.col.f32.bf16.bf16.f32", 80);
        }
        for (String shape : List.of("m16n8k4", "m16n8k8")) {
            multiply(rows, shape + ".row.col.f32.tf32.tf32.f32", 80);
        }
        multiply(rows, "m8n8k4.row.col{.rn,.rz,.rm,.rp}.f64.f64.f64.f64", 80);
        for (String shape : List.of("m16n8k4", "m16n8k8", "m16n8k16")) {
            multiply(rows, shape + ".row.col{.rn,.rz,.rm,.rp}.f64.f64.f64.f64", 90);
        }
        for (String shape : List.of("m8n8k16", "m16n8k16", "m16n8k32")) {
            multiply(rows, shape + ".row.col{.satfinite}.s32.u8|.s8.u8|.s8.s32", 75);
        }
        for (String shape : List.of("m8n8k32", "m16n8k32", "m16n8k64")) {
            multiply(rows, shape + ".row.col{.satfinite}.s32.u4|.s4.u4|.s4.s32", 75);
        }
        for (String shape : List.of("m8n8k128", "m16n8k128", "m16n8k256")) {
            multiply(rows, shape + ".row.col.s32.b1.b1.s32.and|.xor.popc", 75);
        }
        for (int count : new int[] {1, 2, 4}) {
            String shape = "matrix.sync.aligned.m8n8.x" + count + "{.trans}{.shared,.shared::cta}.b16";
            rows.add(row("ld" + shape + " {d}, [a] @sm_75", MatrixForms::load, Opcode.MATRIX_LOAD));
            rows.add(row("st" + shape + " [a], {b} @sm_90", MatrixForms::store, Opcode.MATRIX_STORE));
        }
        rows.add(row("movmatrix.sync.aligned.m8n8.trans.b16 d:b32, a:b32 @sm_75", Opcode.MATRIX_TRANSPOSE));
        rows.addAll(WmmaForms.ROWS);
        return List.copyOf(rows);
    }

    private static void multiply(List<FormRow> rows, String form, int target) {
        rows.add(row(MMA + form + FOUR + " @sm_" + target, MatrixForms::multiply, Opcode.MATRIX_MULTIPLY));
    }

    /** The types of elements that the words name, in their order. */
    static List<MatrixType> types(Form form) {
        List<MatrixType> types = new ArrayList<>();
        for (String word : form.modifiers()) {
            for (MatrixType type : MatrixType.values()) {
                if (type.name().toLowerCase(Locale.ROOT).equals(word)) {
                    types.add(type);
                }
            }
        }
        return types;
    }

    /** Rows, columns and depth of a shape such as {@code m16n8k16}. */
    static int[] shape(Form form) {
        for (String word : form.modifiers()) {
            if (word.matches("m\\d+n\\d+k\\d+")) {
                String[] sides = word.substring(1).split("[nk]", -1);
                return new int[] {Integer.parseInt(sides[0]), Integer.parseInt(sides[1]), Integer.parseInt(sides[2])};
            }
        }
        throw new IllegalStateException(form.instruction().opcode() + " has a row without a shape");
    }

    static AtomicOperation combination(Form form) {
        return form.has("xor") ? AtomicOperation.XOR : form.has("and") ? AtomicOperation.AND : AtomicOperation.ADD;
    }

    /**
     * The modifiers of a product of a shape.
     *
     * @param types those of D, A, B and C
     */
    static Modifiers.MatrixMultiply product(
            Form form, int[] shape, List<MatrixType> types, boolean aIsColumns, boolean bIsRows) {
        Rounding rounding = form.rounding();
        return new Modifiers.MatrixMultiply(
                shape[0],
                shape[1],
                shape[2],
                types.get(1),
                types.get(2),
                types.get(3),
                types.get(0),
                rounding,
                form.has("satfinite"),
                combination(form),
                aIsColumns,
                bIsRows);
    }

    private static void multiply(FunctionEmitter to, Form form) {
        List<String> words = form.modifiers();
        int layout = words.indexOf("m8n8k4");
        boolean isQuarters = layout >= 0 && types(form).get(1) == MatrixType.F16;
        Modifiers.MatrixMultiply product = product(
                form,
                shape(form),
                types(form),
                isQuarters && words.get(layout + 1).equals("col"),
                isQuarters && words.get(layout + 2).equals("row"));
        List<Integer> a = values(to, form, 1, product.registersOfA(), product.a());
        List<Integer> b = values(to, form, 2, product.registersOfB(), product.b());
        List<Integer> c = values(to, form, 3, product.registersOfC(), product.c());
        write(to, form, 0, product.registersOfD(), emit(to.code(), product, a, b, c));
    }

    /** Multiplies fragments. @return the first register of D */
    static int emit(Code code, Modifiers.MatrixMultiply product, List<Integer> a, List<Integer> b, List<Integer> c) {
        int first = code.function().newRow(product.d() == MatrixType.F64, product.registersOfD());
        code.emit(
                Opcode.MATRIX_MULTIPLY,
                first,
                inRow(code, a, product.a() == MatrixType.F64),
                inRow(code, b, product.b() == MatrixType.F64),
                inRow(code, c, product.c() == MatrixType.F64),
                product);
        return first;
    }

    /** The first of adjacent registers that hold values. */
    static int inRow(Code code, List<Integer> values, boolean isWide) {
        int first = code.function().newRow(isWide, values.size());
        for (int i = 0; i < values.size(); i++) {
            code.move(first + i, values.get(i));
        }
        return first;
    }

    private static PtxOperand.Vector vector(Form form, int index, int count) {
        PtxOperand.Vector vector = (PtxOperand.Vector) form.operand(index);
        if (vector.elements().size() != count) {
            throw form.refuseAt(
                    vector.at(),
                    "has " + vector.elements().size() + " registers in operand " + (index + 1) + "; name " + count);
        }
        return vector;
    }

    /** The values of a vector that holds a fragment. */
    static List<Integer> values(FunctionEmitter to, Form form, int index, int count, MatrixType type) {
        PtxType element = switch (type) {
            case F64 -> PtxType.F64;
            case F32 -> PtxType.F32;
            default -> PtxType.B32;
        };
        List<Integer> values = new ArrayList<>();
        for (PtxOperand operand : vector(form, index, count).elements()) {
            values.add(to.operands().value(form, operand, element));
        }
        return values;
    }

    /** Moves adjacent registers to those of a vector operand. */
    static void write(FunctionEmitter to, Form form, int index, int count, int first) {
        List<PtxOperand> elements = vector(form, index, count).elements();
        for (int i = 0; i < count; i++) {
            if (!(elements.get(i) instanceof PtxOperand.Sink)) {
                to.code().move(to.operands().destination(form, elements.get(i)), first + i);
            }
        }
    }

    private static Modifiers.MatrixRows rowsOf(Form form, PtxOperand.Address address) {
        int count = form.has("x4") ? 4 : form.has("x2") ? 2 : 1;
        StateSpace space = MemoryForms.space(form);
        return new Modifiers.MatrixRows(space, count, form.has("trans"), address.base() == null ? 0 : address.offset());
    }

    private static void load(FunctionEmitter to, Form form) {
        PtxOperand.Address address = MemoryForms.address(form, 1);
        Modifiers.MatrixRows rows = rowsOf(form, address);
        int place = MemoryForms.place(to, form, address);
        int first = to.code().function().newRow(false, rows.count());
        to.code().emit(Opcode.MATRIX_LOAD, first, place, rows);
        write(to, form, 0, rows.count(), first);
    }

    private static void store(FunctionEmitter to, Form form) {
        PtxOperand.Address address = MemoryForms.address(form, 0);
        Modifiers.MatrixRows rows = rowsOf(form, address);
        int place = MemoryForms.place(to, form, address);
        int first = inRow(to.code(), values(to, form, 1, rows.count(), MatrixType.S32), false);
        to.code().emit(Opcode.MATRIX_STORE, -1, place, first, Code.NONE, rows);
    }
}
