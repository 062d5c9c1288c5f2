package io.cdpsim.ptx.call;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.ptx.emit.Code;
import io.cdpsim.ptx.form.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The structures that calls of the device runtime take, laid out as CUDA's driver_types.h has them on a machine of 64 bits. */
final class CallArgumentLayouts {
    /** {@code cudaPitchedPtr}: the pointer, its pitch, and how many rows an image has; the width between them is not used. */
    private static final List<Long> PITCHED_POINTER = List.of(0L, 8L, 24L);

    /** {@code cudaExtent}: width in bytes, height, depth. */
    private static final List<Long> EXTENT = List.of(0L, 8L, 16L);

    // cudaMemcpy3DParms
    private static final int SOURCE = 8;
    private static final int DESTINATION = 72;
    private static final int POINTER_BEHIND_POSITION = 24;
    private static final int COPY_EXTENT = 128;
    private static final int COPY_KIND = 152;

    private final Code code;

    /** Arguments that are read in a function. */
    CallArgumentLayouts(Code code) {
        this.code = code;
    }

    /** The values of a {@code cudaPitchedPtr} that is passed. */
    static List<Integer> pitchedPointer(Form form, Map<Long, Integer> values) {
        return at(form, values, PITCHED_POINTER);
    }

    /** The values of a {@code cudaExtent} that is passed. */
    static List<Integer> extent(Form form, Map<Long, Integer> values) {
        return at(form, values, EXTENT);
    }

    private static List<Integer> at(Form form, Map<Long, Integer> values, List<Long> offsets) {
        List<Integer> found = new ArrayList<>();
        for (long offset : offsets) {
            Integer value = values.get(offset);
            if (value == null) {
                throw form.refuse("passes a structure without a value of 64 bits at byte " + offset);
            }
            found.add(value);
        }
        return found;
    }

    /** The values of a {@code cudaMemcpy3DParms} at an address, in the order of the table of calls. */
    List<Integer> copyParameters(int address) {
        List<Integer> values = new ArrayList<>();
        values.addAll(side(address, DESTINATION));
        values.addAll(side(address, SOURCE));
        EXTENT.forEach(offset -> values.add(load(address, ValueType.U64, (int) (COPY_EXTENT + offset))));
        values.add(load(address, ValueType.U32, COPY_KIND));
        return values;
    }

    /** Where a copy starts on one side: its pointer moved by its position, its pitch, and its rows. */
    private List<Integer> side(int address, int position) {
        int pointer = position + POINTER_BEHIND_POSITION;
        int x = load(address, ValueType.U64, position);
        int y = load(address, ValueType.U64, position + 8);
        int z = load(address, ValueType.U64, position + 16);
        int base = load(address, ValueType.U64, pointer);
        int pitch = load(address, ValueType.U64, pointer + 8);
        int rows = load(address, ValueType.U64, pointer + 24);
        int row = code.compute(Opcode.ADD_I64, true, code.compute(Opcode.MUL_I64, true, z, rows), y);
        int offset = code.compute(Opcode.ADD_I64, true, code.compute(Opcode.MUL_I64, true, row, pitch), x);
        return List.of(code.compute(Opcode.ADD_I64, true, base, offset), pitch, rows);
    }

    private int load(int address, ValueType type, int offset) {
        int register = code.function().newRegister(type.isWide());
        code.emit(Opcode.LOAD, register, address, plain(type, offset));
        return register;
    }

    /** Leaves a value in a structure. */
    void store(int address, ValueType type, int offset, int value) {
        code.emit(Opcode.STORE, -1, address, value, Code.NONE, plain(type, offset));
    }

    private static Modifiers plain(ValueType type, int offset) {
        return Modifiers.Access.weak(StateSpace.GENERIC, type, 1, offset);
    }
}
