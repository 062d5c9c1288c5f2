package io.cdpsim.ptx.lower;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.ShuffleMode;
import io.cdpsim.kernel.code.Modifiers.VoteMode;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.syntax.IntegerLiteral;
import io.cdpsim.ptx.syntax.PtxOperand;
import io.cdpsim.warp.Lanes;

/** What the lanes of a warp, and the warps of a block, do together. */
final class WarpLowering {
    private final Code code;
    private final Operands operands;

    WarpLowering(Code code, Operands operands) {
        this.code = code;
        this.operands = operands;
    }

    private int in(Form form, int index) {
        return operands.value(form, form.operand(index), PtxType.B32);
    }

    void shuffle(Form form) {
        ShuffleMode mode = form.has("up")
                ? ShuffleMode.UP
                : form.has("down") ? ShuffleMode.DOWN : form.has("bfly") ? ShuffleMode.BUTTERFLY : ShuffleMode.INDEX;
        PtxOperand destination = form.operand(0);
        int inRange = -1;
        if (destination instanceof PtxOperand.Pair pair) {
            inRange = operands.predicateDestination(form, pair.second());
            destination = pair.first();
        }
        int members = form.has("sync") ? in(form, 4) : Code.NONE;
        code.emit(
                Opcode.SHUFFLE,
                operands.destination(form, destination),
                in(form, 1),
                in(form, 2),
                in(form, 3),
                new Modifiers.Shuffle(mode, Lanes.COUNT, members, inRange));
    }

    void vote(Form form) {
        int members = form.has("sync") ? in(form, 2) : Code.NONE;
        int predicate = operands.truth(form, form.operand(1));
        if (form.has("ballot")) {
            code.emit(
                    Opcode.VOTE,
                    operands.destination(form, form.operand(0)),
                    predicate,
                    Code.NONE,
                    Code.NONE,
                    new Modifiers.Vote(VoteMode.BALLOT, members));
            return;
        }
        VoteMode mode = form.has("all") ? VoteMode.ALL : form.has("uni") ? VoteMode.UNIFORM : VoteMode.ANY;
        code.emit(
                Opcode.VOTE,
                operands.predicateDestination(form, form.operand(0)),
                predicate,
                Code.NONE,
                Code.NONE,
                new Modifiers.Vote(mode, members));
    }

    void match(Form form) {
        PtxOperand destination = form.operand(0);
        int agreed = -1;
        if (destination instanceof PtxOperand.Pair pair) {
            agreed = operands.predicateDestination(form, pair.second());
            destination = pair.first();
        }
        PtxType type = form.type();
        code.emit(
                Opcode.MATCH,
                operands.destination(form, destination),
                operands.value(form, form.operand(1), type),
                Code.NONE,
                Code.NONE,
                new Modifiers.Match(form.has("all"), type.isWide(), in(form, 2), agreed));
    }

    void reduce(Form form) {
        AtomicOperation operation = form.has("add")
                ? AtomicOperation.ADD
                : form.has("min")
                        ? AtomicOperation.MINIMUM
                        : form.has("max")
                                ? AtomicOperation.MAXIMUM
                                : form.has("and")
                                        ? AtomicOperation.AND
                                        : form.has("or") ? AtomicOperation.OR : AtomicOperation.XOR;
        PtxType type = form.type();
        if (type.isFloat()) {
            throw form.refuse("of floats is not known here");
        }
        code.emit(
                Opcode.REDUCE,
                operands.destination(form, form.operand(0)),
                in(form, 1),
                Code.NONE,
                Code.NONE,
                new Modifiers.Reduce(operation, type.value(), in(form, 2)));
    }

    void elect(Form form) {
        PtxOperand destination = form.operand(0);
        int elected = -1;
        if (destination instanceof PtxOperand.Pair pair) {
            elected = operands.predicateDestination(form, pair.second());
            destination = pair.first();
        }
        code.emit(
                Opcode.ELECT,
                destination instanceof PtxOperand.Sink ? -1 : operands.destination(form, destination),
                Code.NONE,
                Code.NONE,
                Code.NONE,
                new Modifiers.Elect(in(form, 1), elected));
    }

    void activeMask(Form form) {
        code.emit(
                Opcode.READ_SPECIAL,
                operands.destination(form, form.operand(0)),
                Code.NONE,
                Code.NONE,
                Code.NONE,
                new Modifiers.Special(SpecialRegister.ACTIVE_MASK));
    }

    /** {@code bar} and {@code barrier}, of the block or of the warp. */
    void barrier(Form form) {
        if (form.has("warp")) {
            code.emit(Opcode.WARP_SYNC, -1, Code.NONE, Code.NONE, Code.NONE, new Modifiers.WarpSync(in(form, 0)));
            return;
        }
        if (form.has("cluster")) {
            throw form.refuse("waits for a cluster of blocks, which is not simulated");
        }
        if (form.has("red")) {
            barrierReduction(form);
            return;
        }
        boolean arrives = form.has("arrive");
        PtxOperand threads = form.operands().size() > 1 ? form.operand(1) : null;
        int number = known(form.operand(0));
        int count = threads == null ? 0 : known(threads);
        code.emit(
                Opcode.BARRIER,
                -1,
                number < 0 ? in(form, 0) : Code.NONE,
                count < 0 ? in(form, 1) : Code.NONE,
                Code.NONE,
                new Modifiers.Barrier(Math.max(0, number), Math.max(0, count), arrives));
    }

    private void barrierReduction(Form form) {
        boolean counts = form.has("popc");
        Modifiers.BarrierReduction.Question question = counts
                ? Modifiers.BarrierReduction.Question.COUNT
                : form.has("and") ? Modifiers.BarrierReduction.Question.ALL : Modifiers.BarrierReduction.Question.ANY;
        boolean hasCount = form.operands().size() > 3;
        int number = known(form.operand(1));
        int count = hasCount ? known(form.operand(2)) : 0;
        int truth = operands.truth(form, form.operand(hasCount ? 3 : 2));
        code.emit(
                Opcode.BARRIER_REDUCE,
                counts
                        ? operands.destination(form, form.operand(0))
                        : operands.predicateDestination(form, form.operand(0)),
                number < 0 ? in(form, 1) : Code.NONE,
                count < 0 ? in(form, 2) : Code.NONE,
                truth,
                new Modifiers.BarrierReduction(Math.max(0, number), Math.max(0, count), question));
    }

    /** The number that an operand is; -1 if it is a register. */
    private static int known(PtxOperand operand) {
        return operand instanceof IntegerLiteral number ? (int) number.value() : -1;
    }
}
