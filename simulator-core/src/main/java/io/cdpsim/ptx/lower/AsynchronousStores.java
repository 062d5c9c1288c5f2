package io.cdpsim.ptx.lower;

import static io.cdpsim.ptx.row.FormRow.row;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.ptx.emit.Code;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.row.FormRow;
import io.cdpsim.ptx.row.FunctionEmitter;
import io.cdpsim.ptx.syntax.PtxOperand;
import java.util.List;

/**
 * Stores and reductions in the shared memory of a cluster that an mbarrier object counts. They are complete when they are issued, which is as soon as
 * PTX allows; the object then counts their bytes.
 */
final class AsynchronousStores {
    private static final String COUNTED = "{.shared::cluster}.mbarrier::complete_tx::bytes";
    private static final String REDUCTION = "red.async.relaxed.cluster" + COUNTED;

    static final List<FormRow> ROWS = List.of(
            row(
                    "st.async{.weak}" + COUNTED + ".b32|.b64|.u32|.u64|.s32|.s64|.f32|.f64 [a], b, [c] @sm_90",
                    AsynchronousStores::store,
                    Opcode.STORE),
            row(
                    "st.async{.weak}" + COUNTED + ".v2|.v4.b32|.b64|.u32|.u64|.s32|.s64|.f32|.f64 [a], {b}, [c] @sm_90",
                    AsynchronousStores::store,
                    Opcode.STORE),
            row(REDUCTION + ".inc|.dec.u32 [a], b, [c] @sm_90", AsynchronousStores::reduce, Opcode.ATOMIC),
            row(REDUCTION + ".min|.max.u32|.s32 [a], b, [c] @sm_90", AsynchronousStores::reduce, Opcode.ATOMIC),
            row(REDUCTION + ".add.u32|.s32|.u64|.s64 [a], b, [c] @sm_90", AsynchronousStores::reduce, Opcode.ATOMIC),
            row(REDUCTION + ".and|.or|.xor.b32 [a], b, [c] @sm_90", AsynchronousStores::reduce, Opcode.ATOMIC));

    private AsynchronousStores() {}

    private static void store(FunctionEmitter to, Form form) {
        PtxOperand.Address address = MemoryForms.address(form, 0);
        int value = form.operand(1) instanceof PtxOperand.Vector vector
                ? MemoryForms.inRow(to, form, MemoryForms.elements(form, vector))
                : to.in(form, 1);
        to.code()
                .emit(
                        Opcode.STORE,
                        -1,
                        MemoryForms.place(to, form, address),
                        value,
                        Code.NONE,
                        Modifiers.Access.weak(
                                StateSpace.SHARED_CLUSTER,
                                form.type().value(),
                                form.vector(),
                                address.base() == null ? 0 : address.offset()));
        count(to, form, form.type().bytes() * form.vector());
    }

    private static void reduce(FunctionEmitter to, Form form) {
        PtxOperand.Address address = MemoryForms.address(form, 0);
        to.code()
                .emit(
                        Opcode.ATOMIC,
                        -1,
                        MemoryForms.place(to, form, address),
                        to.in(form, 1),
                        Code.NONE,
                        new Modifiers.Atomic(
                                StateSpace.SHARED_CLUSTER,
                                form.type().value(),
                                MemoryForms.operation(form),
                                false,
                                MemoryOrder.RELAXED,
                                Scope.DEVICE,
                                address.base() == null ? 0 : address.offset()));
        count(to, form, form.type().bytes());
    }

    private static void count(FunctionEmitter to, Form form, int bytes) {
        PtxOperand.Address object = MemoryForms.address(form, 2);
        to.code()
                .emit(
                        Opcode.MBARRIER,
                        -1,
                        MemoryForms.base(to, form, object),
                        to.code().bits(bytes),
                        Code.NONE,
                        new Modifiers.Mbarrier(
                                Modifiers.MbarrierOperation.COMPLETE_TX,
                                StateSpace.SHARED_CLUSTER,
                                object.offset(),
                                false,
                                true));
    }
}
