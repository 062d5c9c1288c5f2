package io.cdpsim.kernel.verification;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Detail;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.RegisterType;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.code.VoteMode;
import java.util.EnumSet;
import java.util.Set;

/** Whether the instructions that lanes of a warp run together have what they take. */
final class LaneChecks {
    private static final Set<AtomicOperation> REDUCTIONS = EnumSet.of(
            AtomicOperation.ADD,
            AtomicOperation.MINIMUM,
            AtomicOperation.MAXIMUM,
            AtomicOperation.AND,
            AtomicOperation.OR,
            AtomicOperation.XOR);

    private final OperandChecks operands;

    LaneChecks(OperandChecks operands) {
        this.operands = operands;
    }

    void check(Instruction in) {
        Detail detail = in.detail();
        switch (in.opcode()) {
            case SHUFFLE -> shuffle(in, operands.detail(in, Detail.Shuffle.class));
            case VOTE -> {
                boolean ballot = operands.detail(in, Detail.Vote.class).mode() == VoteMode.BALLOT;
                operands.predicate("operand a", in.a());
                operands.written(in.destination(), ballot ? Slot.B32 : Slot.PREDICATE);
            }
            case MATCH -> match(in, operands.detail(in, Detail.Match.class));
            case REDUCE -> reduce(in, operands.detail(in, Detail.Reduce.class));
            case ELECT -> {
                further(operands.detail(in, Detail.Elect.class).elected());
                if (in.destination() >= 0) {
                    operands.written(in.destination(), Slot.I32);
                }
            }
            default -> {
                // The builder's meeting of all lanes says nothing.
            }
        }
        if (detail instanceof Detail.AmongLanes among && among.members() != Instruction.NO_OPERAND) {
            operands.value("the mask of members", among.members(), RegisterType.BITS_32);
        }
    }

    private void shuffle(Instruction in, Detail.Shuffle shuffle) {
        RegisterType destination = operands.written(in.destination(), Slot.ANYTHING);
        operands.read("the value", in.a(), Slot.AS_WIDE, destination);
        operands.value("the lane", in.b(), RegisterType.INTEGER_32);
        if (in.c() != Instruction.NO_OPERAND) {
            operands.value("the clamp", in.c(), RegisterType.INTEGER_32);
        }
        further(shuffle.inRange());
    }

    private void match(Instruction in, Detail.Match match) {
        operands.value("the value", in.a(), match.wide() ? RegisterType.BITS_64 : RegisterType.BITS_32);
        operands.written(in.destination(), Slot.B32);
        if (match.agreed() >= 0 && !match.all()) {
            throw operands.refuse("asks whether all agree, which only a match of all lanes tells");
        }
        further(match.agreed());
    }

    private void reduce(Instruction in, Detail.Reduce reduce) {
        boolean word = reduce.type() == ValueType.S32 || reduce.type() == ValueType.U32;
        if (!word || !REDUCTIONS.contains(reduce.operation())) {
            throw operands.refuse("makes one value by " + reduce.operation() + " of type " + reduce.type()
                    + "; sums, extremes and bits of 32-bit integers can be");
        }
        operands.value("the value", in.a(), RegisterType.BITS_32);
        operands.written(in.destination(), Slot.B32);
    }

    private void further(int predicate) {
        if (predicate >= 0) {
            operands.predicate("the second destination", predicate);
        }
    }
}
