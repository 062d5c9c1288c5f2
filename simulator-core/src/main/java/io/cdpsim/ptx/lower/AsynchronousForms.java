package io.cdpsim.ptx.lower;

import static io.cdpsim.ptx.row.FormRow.row;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.MbarrierOperation;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.semantics.MbarrierSemantics;
import io.cdpsim.ptx.emit.Code;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.row.FormRow;
import io.cdpsim.ptx.row.FunctionEmitter;
import io.cdpsim.ptx.syntax.IntegerLiteral;
import io.cdpsim.ptx.syntax.PtxOperand;
import java.util.ArrayList;
import java.util.List;

/** mbarrier objects, and copies that threads do not wait for. */
final class AsynchronousForms {
    private static final String OWN = "{.shared,.shared::cta}";
    private static final String ANY = "{.shared,.shared::cta,.shared::cluster}";
    private static final String SCOPE = "{.cta,.cluster}";
    private static final String COUNTED = ".mbarrier::complete_tx::bytes";
    private static final String TARGET = " @sm_80";
    private static final String CLUSTER_TARGET = " @sm_90";

    static final List<FormRow> ROWS = rows();

    private AsynchronousForms() {}

    private static List<FormRow> rows() {
        List<FormRow> rows = new ArrayList<>();
        rows.add(update("mbarrier.init" + OWN + ".b64 [a], b:u32" + TARGET, MbarrierOperation.INIT, 0));
        rows.add(update("mbarrier.inval" + OWN + ".b64 [a]" + TARGET, MbarrierOperation.INVALIDATE, 0));
        rows.add(update(
                "mbarrier.expect_tx{.relaxed}" + SCOPE + ANY + ".b64 [a], b:u32" + CLUSTER_TARGET,
                MbarrierOperation.EXPECT_TX,
                0));
        rows.add(update(
                "mbarrier.complete_tx{.relaxed}" + SCOPE + ANY + ".b64 [a], b:u32" + CLUSTER_TARGET,
                MbarrierOperation.COMPLETE_TX,
                0));
        for (boolean drops : new boolean[] {false, true}) {
            String name = drops ? "mbarrier.arrive_drop" : "mbarrier.arrive";
            MbarrierOperation plain = drops ? MbarrierOperation.ARRIVE_DROP : MbarrierOperation.ARRIVE;
            MbarrierOperation expecting =
                    drops ? MbarrierOperation.ARRIVE_DROP_EXPECT_TX : MbarrierOperation.ARRIVE_EXPECT_TX;
            rows.add(update(
                    name + ".expect_tx{.release,.relaxed}" + SCOPE + ANY + ".b64 d, [a], b:u32" + CLUSTER_TARGET,
                    expecting,
                    1));
            rows.add(update(name + ".noComplete{.release}{.cta}" + OWN + ".b64 d, [a], b:u32" + TARGET, plain, 1));
            rows.add(update(name + "{.release,.relaxed}" + SCOPE + ANY + ".b64 d, [a]{, b:u32}" + TARGET, plain, 1));
        }
        for (String wait : List.of("test_wait", "try_wait")) {
            String hint = wait.equals("try_wait") ? "{, c:u32}" : "";
            String target = wait.equals("try_wait") ? CLUSTER_TARGET : TARGET;
            String how = "mbarrier." + wait;
            rows.add(row(
                    how + ".parity{.acquire,.relaxed}" + SCOPE + OWN + ".b64 p, [a], b:u32" + hint + target,
                    AsynchronousForms::test,
                    Opcode.MBARRIER_WAIT));
            rows.add(row(
                    how + "{.acquire,.relaxed}" + SCOPE + OWN + ".b64 p, [a], b:b64" + hint + target,
                    AsynchronousForms::test,
                    Opcode.MBARRIER_WAIT));
        }
        rows.add(row(
                "mbarrier.pending_count.b64 d:u32, a:b64" + TARGET, AsynchronousForms::pendingCount, Opcode.AND_B32));
        // The copies before it are complete when they are issued: what is left is the arrival, for which .noinc does
        // not make room.
        rows.add(row(
                "cp.async.mbarrier.arrive{.noinc}" + OWN + ".b64 [a]" + TARGET,
                AsynchronousForms::arriveOfCopies,
                Opcode.MBARRIER));
        copies(rows);
        return List.copyOf(rows);
    }

    private static void copies(List<FormRow> rows) {
        for (String target : List.of("shared::cluster", "shared::cta")) {
            rows.add(row(
                    "cp.async.bulk." + target + ".global" + COUNTED + "{.L2::cache_hint} [a], [b], c:u32, [e]{, f:b64}"
                            + CLUSTER_TARGET,
                    AsynchronousForms::copy,
                    Opcode.BULK_COPY));
        }
        rows.add(row(
                "cp.async.bulk.shared::cluster.global" + COUNTED
                        + ".multicast::cluster{.L2::cache_hint} [a], [b], c:u32, [e], f:u16{, g:b64}" + CLUSTER_TARGET,
                AsynchronousForms::copy,
                Opcode.BULK_COPY));
        rows.add(row(
                "cp.async.bulk.shared::cluster.shared::cta" + COUNTED + " [a], [b], c:u32, [e]" + CLUSTER_TARGET,
                AsynchronousForms::copy,
                Opcode.BULK_COPY));
        rows.add(row(
                "cp.async.bulk.global.shared::cta.bulk_group{.L2::cache_hint} [a], [b], c:u32{, e:b64}"
                        + CLUSTER_TARGET,
                AsynchronousForms::copy,
                Opcode.BULK_COPY));
        rows.add(row(
                "cp.reduce.async.bulk.shared::cluster.shared::cta" + COUNTED
                        + ".and|.or|.xor|.add|.inc|.dec|.min|.max.b32|.u32|.s32|.u64 [a], [b], c:u32, [e]"
                        + CLUSTER_TARGET,
                AsynchronousForms::copy,
                Opcode.BULK_COPY));
        rows.add(row(
                "cp.reduce.async.bulk.global.shared::cta.bulk_group{.L2::cache_hint}.and|.or|.xor|.add|.inc|.dec|.min|.max{.noftz}.f16|.bf16|.b32|.u32|.s32|.b64|.u64|.s64|.f32|.f64"
                        + " [a], [b], c:u32{, e:b64}"
                        + CLUSTER_TARGET,
                AsynchronousForms::copy,
                Opcode.BULK_COPY));
        rows.add(row("cp.async.bulk.commit_group" + CLUSTER_TARGET, AsynchronousForms::commit, Opcode.BULK_GROUP));
        rows.add(row(
                "cp.async.bulk.wait_group{.read} imm" + CLUSTER_TARGET,
                AsynchronousForms::awaitGroup,
                Opcode.BULK_GROUP));
        rows.add(row(
                "cp.async.bulk.prefetch.L2.global{.L2::cache_hint} [a], b:u32{, c:b64}" + CLUSTER_TARGET,
                MemoryForms::hint));
    }

    private static FormRow update(String text, MbarrierOperation operation, int first) {
        return row(text, (to, form) -> update(to, form, operation, first), Opcode.MBARRIER);
    }

    /** The space of an mbarrier object. */
    private static StateSpace space(Form form) {
        return form.has("shared::cluster") ? StateSpace.SHARED_CLUSTER : MemoryForms.space(form);
    }

    private static void update(FunctionEmitter to, Form form, MbarrierOperation operation, int first) {
        PtxOperand.Address address = MemoryForms.address(form, first);
        int place = MemoryForms.base(to, form, address);
        boolean arrives = first == 1;
        int count = operation == MbarrierOperation.INVALIDATE
                ? Code.NONE
                : form.count() > first + 1 ? to.in(form, first + 1) : to.code().bits(1);
        boolean returns = arrives && !(form.operand(0) instanceof PtxOperand.Sink) && !form.has("shared::cluster");
        to.code()
                .emit(
                        Opcode.MBARRIER,
                        returns ? to.out(form) : -1,
                        place,
                        count,
                        Code.NONE,
                        new Modifiers.Mbarrier(
                                operation,
                                space(form),
                                address.offset(),
                                arrives && !form.has("relaxed"),
                                !form.has("noComplete")));
    }

    private static void arriveOfCopies(FunctionEmitter to, Form form) {
        PtxOperand.Address address = MemoryForms.address(form, 0);
        int count = form.has("noinc") ? 1 : 0;
        to.code()
                .emit(
                        Opcode.MBARRIER,
                        -1,
                        MemoryForms.base(to, form, address),
                        to.code().bits(count),
                        Code.NONE,
                        new Modifiers.Mbarrier(MbarrierOperation.ARRIVE, space(form), address.offset(), true, true));
    }

    private static void test(FunctionEmitter to, Form form) {
        PtxOperand.Address address = MemoryForms.address(form, 1);
        int place = MemoryForms.base(to, form, address);
        int phase = to.in(form, 2);
        to.code()
                .emit(
                        Opcode.MBARRIER_WAIT,
                        to.out(form),
                        place,
                        phase,
                        to.inIfPresent(form, 3),
                        new Modifiers.MbarrierWait(
                                space(form),
                                address.offset(),
                                form.has("parity"),
                                form.has("try_wait"),
                                !form.has("relaxed")));
    }

    private static void pendingCount(FunctionEmitter to, Form form) {
        Code code = to.code();
        int low = code.compute(Opcode.CVT_I64_TO_I32, false, to.in(form, 1), Code.NONE);
        code.emit(Opcode.AND_B32, to.out(form), low, code.bits(MbarrierSemantics.MOST_ARRIVALS));
    }

    private static int sum(FunctionEmitter to, Form form, int index, boolean isGlobal) {
        PtxOperand.Address address = MemoryForms.address(form, index);
        int base = MemoryForms.base(to, form, address);
        if (address.base() == null) {
            return to.code().bits(address.offset());
        }
        if (address.offset() == 0) {
            return base;
        }
        PtxType type = to.operands().registerType(address.base());
        boolean isWide = isGlobal || type == null || type.isWide();
        return to.code()
                .compute(
                        isWide ? Opcode.ADD_I64 : Opcode.ADD_I32,
                        isWide,
                        base,
                        to.code().bits(address.offset()));
    }

    private static void copy(FunctionEmitter to, Form form) {
        boolean stores = form.modifiers().indexOf("global") < sharedAt(form) && form.has("global");
        boolean loads = form.has("global") && !stores;
        int target = sum(to, form, 0, stores);
        int source = sum(to, form, 1, loads);
        int bytes = to.in(form, 2);
        int mbarrier = stores ? Code.NONE : sum(to, form, 3, false);
        int blocks = form.has("multicast::cluster") ? to.in(form, 4) : Code.NONE;
        boolean reduces = form.instruction().opcode().text().startsWith("cp.reduce");
        AtomicOperation operation = reduces ? MemoryForms.operation(form) : null;
        ValueType type = reduces ? form.type().value() : ValueType.U8;
        to.code()
                .emit(
                        Opcode.BULK_COPY,
                        -1,
                        target,
                        source,
                        bytes,
                        new Modifiers.BulkCopy(
                                stores ? StateSpace.GLOBAL : StateSpace.SHARED_CLUSTER,
                                loads ? StateSpace.GLOBAL : StateSpace.SHARED,
                                mbarrier,
                                blocks,
                                operation,
                                type));
    }

    private static int sharedAt(Form form) {
        for (int i = 0; i < form.modifiers().size(); i++) {
            if (form.modifiers().get(i).startsWith("shared")) {
                return i;
            }
        }
        return form.modifiers().size();
    }

    private static void commit(FunctionEmitter to, Form form) {
        to.code().emit(Opcode.BULK_GROUP, new Modifiers.BulkGroup(false, 0, false));
    }

    private static void awaitGroup(FunctionEmitter to, Form form) {
        int groups = form.operand(0) instanceof IntegerLiteral number ? (int) number.value() : 0;
        to.code().emit(Opcode.BULK_GROUP, new Modifiers.BulkGroup(true, groups, form.has("read")));
    }
}
