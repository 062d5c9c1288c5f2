package io.cdpsim.ptx.lower;

import static io.cdpsim.ptx.row.FormRow.row;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.emit.Code;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.row.FormRow;
import io.cdpsim.ptx.row.FunctionEmitter;
import java.util.List;

/** Barriers of clusters, and addresses of the shared memory of their blocks. */
final class ClusterForms {
    static final List<FormRow> ROWS = List.of(
            row(
                    "barrier.cluster.arrive{.release,.relaxed}{.aligned} @sm_90",
                    (to, form) -> barrier(to, true, !form.has("relaxed")),
                    Opcode.CLUSTER_BARRIER),
            row(
                    "barrier.cluster.wait{.acquire}{.aligned} @sm_90",
                    (to, form) -> barrier(to, false, true),
                    Opcode.CLUSTER_BARRIER),
            row("mapa{.shared::cluster}.u32|.u64 d, a, b:u32 @sm_90", ClusterForms::address, Opcode.CLUSTER_ADDRESS),
            row(
                    "getctarank{.shared::cluster}.u32|.u64 d:u32, a @sm_90",
                    ClusterForms::address,
                    Opcode.CLUSTER_ADDRESS));

    private ClusterForms() {}

    private static void barrier(FunctionEmitter to, boolean arrives, boolean orders) {
        to.code().emit(Opcode.CLUSTER_BARRIER, new Modifiers.ClusterBarrier(arrives, orders));
    }

    private static void address(FunctionEmitter to, Form form) {
        boolean asksRank = form.instruction().opcode().base().equals("getctarank");
        int a = to.in(form, 1);
        to.code()
                .emit(
                        Opcode.CLUSTER_ADDRESS,
                        to.out(form),
                        a,
                        to.inIfPresent(form, 2),
                        Code.NONE,
                        new Modifiers.ClusterAddress(!form.has("shared::cluster"), asksRank));
    }
}
