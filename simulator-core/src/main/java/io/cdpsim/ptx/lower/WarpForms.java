package io.cdpsim.ptx.lower;

import static io.cdpsim.ptx.row.FormRow.row;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.ShuffleMode;
import io.cdpsim.kernel.code.Modifiers.VoteMode;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.ptx.emit.Code;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.row.FormRow;
import io.cdpsim.ptx.row.FunctionEmitter;
import io.cdpsim.ptx.syntax.IntegerLiteral;
import io.cdpsim.ptx.syntax.PtxOperand;
import io.cdpsim.warp.Lanes;
import java.util.ArrayList;
import java.util.List;

/** Collective instructions of the lanes of a warp and the warps of a block. */
final class WarpForms {
    static final List<FormRow> ROWS = rows();

    private WarpForms() {}

    private static List<FormRow> rows() {
        List<FormRow> rows = new ArrayList<>(List.of(
                row("shfl.sync.up|.down|.bfly|.idx.b32 d{|p}, a, b, c, e", WarpForms::shuffle),
                row("shfl.up|.down|.bfly|.idx.b32 d{|p}, a, b, c", WarpForms::shuffle),
                row("vote.sync.all|.any|.uni.pred p, {!}q, a:b32", WarpForms::vote),
                row("vote.all|.any|.uni.pred p, {!}q", WarpForms::vote),
                row("vote.sync.ballot.b32 d, {!}q, a", WarpForms::vote),
                row("vote.ballot.b32 d, {!}q", WarpForms::vote),
                row("match.any.sync.b32|.b64 d:b32, a, b:b32 @sm_70", WarpForms::match),
                row("match.all.sync.b32|.b64 d{|p}:b32, a, b:b32 @sm_70", WarpForms::match),
                row("redux.sync.add|.min|.max.u32|.s32 d, a, b @sm_80", WarpForms::reduce),
                row("redux.sync.and|.or|.xor.b32 d, a, b @sm_80", WarpForms::reduce),
                row("elect.sync d|p, a @sm_90", WarpForms::elect),
                row("activemask.b32 d", WarpForms::activeMask),
                row("bar.warp.sync a", WarpForms::warpBarrier)));
        for (String barrier : List.of("bar{.cta}", "barrier{.cta}")) {
            String aligned = barrier.startsWith("barrier") ? "{.aligned}" : "";
            rows.add(row(barrier + ".sync" + aligned + " a{, b}", WarpForms::barrier));
            rows.add(row(barrier + ".arrive" + aligned + " a, b", WarpForms::barrier));
            rows.add(row(barrier + ".red.popc" + aligned + ".u32 d, a, {!}q", WarpForms::barrierReduction));
            rows.add(row(barrier + ".red.popc" + aligned + ".u32 d, a, b, {!}q", WarpForms::barrierReduction));
            rows.add(row(barrier + ".red.and|.or" + aligned + ".pred p, a:u32, {!}q", WarpForms::barrierReduction));
            rows.add(row(
                    barrier + ".red.and|.or" + aligned + ".pred p, a:u32, b:u32, {!}q", WarpForms::barrierReduction));
        }
        return List.copyOf(rows);
    }

    /** The predicate that a pair of results names second; -1 if the instruction has one result. */
    private static int second(FunctionEmitter to, Form form) {
        return form.operand(0) instanceof PtxOperand.Pair pair
                ? to.operands().predicateDestination(form, pair.second())
                : -1;
    }

    private static PtxOperand first(Form form) {
        return form.operand(0) instanceof PtxOperand.Pair pair ? pair.first() : form.operand(0);
    }

    private static void shuffle(FunctionEmitter to, Form form) {
        ShuffleMode mode = form.has("up")
                ? ShuffleMode.UP
                : form.has("down") ? ShuffleMode.DOWN : form.has("bfly") ? ShuffleMode.BUTTERFLY : ShuffleMode.INDEX;
        int inRange = second(to, form);
        int members = to.inIfPresent(form, 4);
        int destination = to.operands().destination(form, first(form));
        int a = to.in(form, 1);
        int b = to.in(form, 2);
        to.code()
                .emit(
                        Opcode.SHUFFLE,
                        destination,
                        a,
                        b,
                        to.in(form, 3),
                        new Modifiers.Shuffle(mode, Lanes.COUNT, members, inRange));
    }

    private static void vote(FunctionEmitter to, Form form) {
        VoteMode mode = form.has("ballot")
                ? VoteMode.BALLOT
                : form.has("all") ? VoteMode.ALL : form.has("uni") ? VoteMode.UNIFORM : VoteMode.ANY;
        int members = to.inIfPresent(form, 2);
        int predicate = to.in(form, 1);
        to.write(form, Opcode.VOTE, predicate, Code.NONE, Code.NONE, new Modifiers.Vote(mode, members));
    }

    private static void match(FunctionEmitter to, Form form) {
        int agreed = second(to, form);
        int destination = to.operands().destination(form, first(form));
        int value = to.in(form, 1);
        to.code()
                .emit(
                        Opcode.MATCH,
                        destination,
                        value,
                        Code.NONE,
                        Code.NONE,
                        new Modifiers.Match(form.has("all"), form.type().isWide(), to.in(form, 2), agreed));
    }

    private static void reduce(FunctionEmitter to, Form form) {
        int value = to.in(form, 1);
        Modifiers.Reduce reduction =
                new Modifiers.Reduce(MemoryForms.operation(form), form.type().value(), to.in(form, 2));
        to.write(form, Opcode.REDUCE, value, Code.NONE, Code.NONE, reduction);
    }

    private static void elect(FunctionEmitter to, Form form) {
        int elected = second(to, form);
        PtxOperand lane = first(form);
        to.code()
                .emit(
                        Opcode.ELECT,
                        lane instanceof PtxOperand.Sink ? -1 : to.operands().destination(form, lane),
                        Code.NONE,
                        Code.NONE,
                        Code.NONE,
                        new Modifiers.Elect(to.in(form, 1), elected));
    }

    private static void activeMask(FunctionEmitter to, Form form) {
        Modifiers.Special mask = new Modifiers.Special(SpecialRegister.ACTIVE_MASK);
        to.write(form, Opcode.READ_SPECIAL, Code.NONE, Code.NONE, Code.NONE, mask);
    }

    private static void warpBarrier(FunctionEmitter to, Form form) {
        Modifiers.WarpSync members = new Modifiers.WarpSync(to.in(form, 0));
        to.code().emit(Opcode.WARP_SYNC, members);
    }

    private static void barrier(FunctionEmitter to, Form form) {
        int number = constant(form, 0);
        int count = form.count() > 1 ? constant(form, 1) : 0;
        // PTX ISA, barrier: bar is short for barrier.aligned.
        boolean aligned = form.instruction().opcode().base().equals("bar") || form.has("aligned");
        to.code()
                .emit(
                        Opcode.BARRIER,
                        -1,
                        number < 0 ? to.in(form, 0) : Code.NONE,
                        count < 0 ? to.in(form, 1) : Code.NONE,
                        Code.NONE,
                        new Modifiers.Barrier(Math.max(0, number), Math.max(0, count), form.has("arrive"), aligned));
    }

    private static void barrierReduction(FunctionEmitter to, Form form) {
        Modifiers.BarrierReduction.Question question = form.has("popc")
                ? Modifiers.BarrierReduction.Question.COUNT
                : form.has("and") ? Modifiers.BarrierReduction.Question.ALL : Modifiers.BarrierReduction.Question.ANY;
        int last = form.count() - 1;
        int number = constant(form, 1);
        int count = last > 2 ? constant(form, 2) : 0;
        int truth = to.in(form, last);
        int destination = to.out(form);
        to.code()
                .emit(
                        Opcode.BARRIER_REDUCE,
                        destination,
                        number < 0 ? to.in(form, 1) : Code.NONE,
                        count < 0 ? to.in(form, 2) : Code.NONE,
                        truth,
                        new Modifiers.BarrierReduction(Math.max(0, number), Math.max(0, count), question));
    }

    /** The constant that an operand is; -1 if it is a register. */
    private static int constant(Form form, int index) {
        return form.operand(index) instanceof IntegerLiteral number ? (int) number.value() : -1;
    }
}
