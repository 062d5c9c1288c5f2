package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Detail;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.VoteMode;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Which registers and predicates an instruction reads and writes. */
public final class OperandUse {
    private OperandUse() {}

    /** The operand codes that a call or a print takes beyond a, b and c. */
    public static List<Integer> argumentsOf(Detail detail) {
        if (detail instanceof Detail.Device device) {
            return device.arguments();
        }
        return detail instanceof Detail.Print print ? print.arguments() : List.of();
    }

    /** The detail with other operands in place of those that {@link #argumentsOf} and {@link #furtherOperandOf} name. */
    public static Detail withOperands(Detail detail, IntUnaryOperator operand) {
        if (detail instanceof Detail.Device device) {
            return new Detail.Device(
                    device.call(),
                    each(device.arguments(), operand),
                    device.callee(),
                    further(device.calleeAddress(), operand),
                    device.perThreadDefaultStream());
        }
        if (detail instanceof Detail.Print print) {
            return new Detail.Print(print.format(), each(print.arguments(), operand), print.types());
        }
        if (detail instanceof Detail.AssertionInMemory assertion) {
            return new Detail.AssertionInMemory(further(assertion.function(), operand));
        }
        return detail instanceof Detail.AmongLanes lanes
                ? withMembers(lanes, further(lanes.members(), operand))
                : detail;
    }

    private static Detail withMembers(Detail.AmongLanes lanes, int members) {
        if (lanes instanceof Detail.Shuffle shuffle) {
            return new Detail.Shuffle(shuffle.mode(), shuffle.width(), members, shuffle.inRange());
        }
        if (lanes instanceof Detail.Vote vote) {
            return new Detail.Vote(vote.mode(), members);
        }
        if (lanes instanceof Detail.Match match) {
            return new Detail.Match(match.all(), match.wide(), members, match.agreed());
        }
        if (lanes instanceof Detail.Reduce reduce) {
            return new Detail.Reduce(reduce.operation(), reduce.type(), members);
        }
        return lanes instanceof Detail.Elect elect
                ? new Detail.Elect(members, elect.elected())
                : new Detail.WarpSync(members);
    }

    private static List<Integer> each(List<Integer> operands, IntUnaryOperator operand) {
        return operands.stream().map(operand::applyAsInt).toList();
    }

    private static int further(int code, IntUnaryOperator operand) {
        return code == Instruction.NO_OPERAND ? code : operand.applyAsInt(code);
    }

    /** One operand code more that an instruction takes beyond a, b and c, or {@link Instruction#NO_OPERAND}. */
    public static int furtherOperandOf(Detail detail) {
        if (detail instanceof Detail.AmongLanes lanes) {
            return lanes.members();
        }
        if (detail instanceof Detail.Device device) {
            return device.calleeAddress();
        }
        return detail instanceof Detail.AssertionInMemory assertion ? assertion.function() : Instruction.NO_OPERAND;
    }

    /** A predicate that an instruction writes beside its destination, or -1. */
    public static int furtherPredicateOf(Detail detail) {
        if (detail instanceof Detail.Shuffle shuffle) {
            return shuffle.inRange();
        }
        if (detail instanceof Detail.Match match) {
            return match.agreed();
        }
        return detail instanceof Detail.Elect elect ? elect.elected() : -1;
    }

    public static int registersWritten(Opcode opcode, int destination, Detail detail) {
        if (destination < 0 || opcode.writesPredicate()) {
            return 0;
        }
        if (detail instanceof Detail.Vote vote) {
            return vote.mode() == VoteMode.BALLOT ? 1 : 0;
        }
        if (detail instanceof Detail.Access access) {
            return access.count();
        }
        if (detail instanceof Detail.Device device) {
            return device.call().results().size();
        }
        if (detail instanceof Detail.BarrierReduction barrier) {
            return barrier.question() == Detail.BarrierReduction.Question.COUNT ? 1 : 0;
        }
        return 1;
    }

    public static int registersRead(Opcode opcode, int a, int b, int c, Detail detail, int[] into) {
        int count = 0;
        switch (opcode) {
            case PREDICATE_AND, PREDICATE_OR, PREDICATE_XOR, PREDICATE_NOT, VOTE -> {}
            case SELECT, BARRIER_REDUCE -> {
                count = add(into, count, a);
                count = add(into, count, b);
            }
            case STORE -> {
                count = add(into, count, a);
                count = add(into, count, b);
                for (int i = 1; b >= 0 && i < ((Detail.Access) detail).count(); i++) {
                    count = add(into, count, b + i);
                }
            }
            case DEVICE_CALL, PRINT -> {
                count = add(into, count, a);
                count = add(into, count, b);
                for (int argument : argumentsOf(detail)) {
                    count = add(into, count, argument);
                }
            }
            default -> {
                count = add(into, count, a);
                count = add(into, count, b);
                count = add(into, count, c);
            }
        }
        return add(into, count, furtherOperandOf(detail));
    }

    public static int predicatesRead(Opcode opcode, int a, int b, int c, int guard, int[] into) {
        int count = add(into, 0, guard);
        return switch (opcode) {
            case PREDICATE_AND, PREDICATE_OR, PREDICATE_XOR -> add(into, add(into, count, a), b);
            case PREDICATE_NOT, VOTE -> add(into, count, a);
            case SELECT, BARRIER_REDUCE -> add(into, count, c);
            default -> count;
        };
    }

    private static int add(int[] into, int count, int operand) {
        if (operand < 0) {
            return count;
        }
        into[count] = operand;
        return count + 1;
    }
}
