package io.cdpsim.kernel.verification;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.VoteMode;
import io.cdpsim.kernel.code.OperandKind;
import io.cdpsim.kernel.code.RegisterType;
import io.cdpsim.kernel.code.ValueType;
import java.util.EnumSet;
import java.util.Set;

/** Checks the operands and modifiers of the collective instructions of a warp. */
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
        Modifiers modifiers = in.modifiers();
        switch (in.opcode()) {
            case SHUFFLE -> shuffle(in, operands.modifiers(in, Modifiers.Shuffle.class));
            case VOTE -> {
                boolean ballot = operands.modifiers(in, Modifiers.Vote.class).mode() == VoteMode.BALLOT;
                operands.predicate("operand a", in.a());
                operands.written(in.destination(), ballot ? OperandKind.B32 : OperandKind.PREDICATE);
            }
            case MATCH -> match(in, operands.modifiers(in, Modifiers.Match.class));
            case REDUCE -> reduce(in, operands.modifiers(in, Modifiers.Reduce.class));
            case ELECT -> {
                further(operands.modifiers(in, Modifiers.Elect.class).elected());
                if (in.destination() >= 0) {
                    operands.written(in.destination(), OperandKind.I32);
                }
            }
            default -> {
                // The builder's synchronization of all lanes has no modifiers.
            }
        }
        if (modifiers instanceof Modifiers.AmongLanes among && among.members() != Instruction.NO_OPERAND) {
            operands.value("the mask of members", among.members(), RegisterType.BITS_32);
        }
    }

    private void shuffle(Instruction in, Modifiers.Shuffle shuffle) {
        RegisterType destination = operands.written(in.destination(), OperandKind.ANY);
        operands.read("the value", in.a(), OperandKind.SAME_WIDTH, destination);
        operands.value("the lane", in.b(), RegisterType.INTEGER_32);
        if (in.c() != Instruction.NO_OPERAND) {
            operands.value("the clamp", in.c(), RegisterType.INTEGER_32);
        }
        further(shuffle.inRange());
    }

    private void match(Instruction in, Modifiers.Match match) {
        operands.value("the value", in.a(), match.wide() ? RegisterType.BITS_64 : RegisterType.BITS_32);
        operands.written(in.destination(), OperandKind.B32);
        if (match.agreed() >= 0 && !match.all()) {
            throw operands.refuse("has an agreement predicate, which only match.all sets");
        }
        further(match.agreed());
    }

    private void reduce(Instruction in, Modifiers.Reduce reduce) {
        boolean word = reduce.type() == ValueType.S32 || reduce.type() == ValueType.U32;
        if (!word || !REDUCTIONS.contains(reduce.operation())) {
            throw operands.refuse("makes one value by " + reduce.operation() + " of type " + reduce.type()
                    + "; sums, extremes and bits of 32-bit integers can be");
        }
        operands.value("the value", in.a(), RegisterType.BITS_32);
        operands.written(in.destination(), OperandKind.B32);
    }

    private void further(int predicate) {
        if (predicate >= 0) {
            operands.predicate("the second destination", predicate);
        }
    }
}
