package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.VoteMode;
import io.cdpsim.kernel.code.Opcode;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Which registers and predicates an instruction reads and writes. */
public final class OperandUse {
    private OperandUse() {}

    /** The operand codes that a call or a print takes beyond a, b and c. */
    public static List<Integer> argumentsOf(Modifiers modifiers) {
        if (modifiers instanceof Modifiers.Device device) {
            return device.arguments();
        }
        if (modifiers instanceof Modifiers.BulkCopy copy) {
            return copy.arguments();
        }
        return modifiers instanceof Modifiers.Print print ? print.arguments() : List.of();
    }

    /** The modifiers with other operands in place of those that {@link #argumentsOf} and {@link #furtherOperandOf} name. */
    public static Modifiers withOperands(Modifiers modifiers, IntUnaryOperator operand) {
        if (modifiers instanceof Modifiers.Device device) {
            return new Modifiers.Device(
                    device.call(),
                    each(device.arguments(), operand),
                    device.callee(),
                    further(device.calleeAddress(), operand),
                    device.perThreadDefaultStream());
        }
        if (modifiers instanceof Modifiers.Print print) {
            return new Modifiers.Print(print.format(), each(print.arguments(), operand), print.types());
        }
        if (modifiers instanceof Modifiers.BulkCopy copy) {
            return new Modifiers.BulkCopy(
                    copy.target(),
                    copy.source(),
                    further(copy.mbarrier(), operand),
                    further(copy.blocks(), operand),
                    copy.operation(),
                    copy.type());
        }
        if (modifiers instanceof Modifiers.AssertionInMemory assertion) {
            return new Modifiers.AssertionInMemory(further(assertion.function(), operand));
        }
        return modifiers instanceof Modifiers.AmongLanes lanes
                ? withMembers(lanes, further(lanes.members(), operand))
                : modifiers;
    }

    private static Modifiers withMembers(Modifiers.AmongLanes lanes, int members) {
        if (lanes instanceof Modifiers.Shuffle shuffle) {
            return new Modifiers.Shuffle(shuffle.mode(), shuffle.width(), members, shuffle.inRange());
        }
        if (lanes instanceof Modifiers.Vote vote) {
            return new Modifiers.Vote(vote.mode(), members);
        }
        if (lanes instanceof Modifiers.Match match) {
            return new Modifiers.Match(match.all(), match.wide(), members, match.agreed());
        }
        if (lanes instanceof Modifiers.Reduce reduce) {
            return new Modifiers.Reduce(reduce.operation(), reduce.type(), members);
        }
        return lanes instanceof Modifiers.Elect elect
                ? new Modifiers.Elect(members, elect.elected())
                : new Modifiers.WarpSync(members);
    }

    private static List<Integer> each(List<Integer> operands, IntUnaryOperator operand) {
        return operands.stream().map(operand::applyAsInt).toList();
    }

    private static int further(int code, IntUnaryOperator operand) {
        return code == Instruction.NO_OPERAND ? code : operand.applyAsInt(code);
    }

    /** One operand code more that an instruction takes beyond a, b and c, or {@link Instruction#NO_OPERAND}. */
    public static int furtherOperandOf(Modifiers modifiers) {
        if (modifiers instanceof Modifiers.AmongLanes lanes) {
            return lanes.members();
        }
        if (modifiers instanceof Modifiers.Device device) {
            return device.calleeAddress();
        }
        return modifiers instanceof Modifiers.AssertionInMemory assertion
                ? assertion.function()
                : Instruction.NO_OPERAND;
    }

    /** A predicate that an instruction writes beside its destination, or -1. */
    public static int furtherPredicateOf(Modifiers modifiers) {
        if (modifiers instanceof Modifiers.Shuffle shuffle) {
            return shuffle.inRange();
        }
        if (modifiers instanceof Modifiers.Match match) {
            return match.agreed();
        }
        return modifiers instanceof Modifiers.Elect elect ? elect.elected() : -1;
    }

    /** How many adjacent registers an operand is the first of: operand a, b or c by its index. */
    public static int rowOf(Opcode opcode, Modifiers modifiers, int index) {
        if (opcode == Opcode.MATRIX_MULTIPLY && modifiers instanceof Modifiers.MatrixMultiply matrices) {
            return index == 0
                    ? matrices.registersOfA()
                    : index == 1 ? matrices.registersOfB() : matrices.registersOfC();
        }
        if (index != 0 && modifiers instanceof Modifiers.Atomic atomic) {
            return atomic.count();
        }
        if (modifiers instanceof Modifiers.SurfaceAccess access) {
            return index == 1 ? access.geometry().registers() : index == 2 ? access.count() : 1;
        }
        if (index != 1) {
            return 1;
        }
        if (modifiers instanceof Modifiers.TextureFetch fetch) {
            return fetch.registers();
        }
        return opcode == Opcode.STORE && modifiers instanceof Modifiers.Access access
                ? access.count()
                : opcode == Opcode.MATRIX_STORE && modifiers instanceof Modifiers.MatrixRows rows ? rows.count() : 1;
    }

    public static int registersWritten(Opcode opcode, int destination, Modifiers modifiers) {
        if (destination < 0 || opcode.writesPredicate()) {
            return 0;
        }
        if (modifiers instanceof Modifiers.Vote vote) {
            return vote.mode() == VoteMode.BALLOT ? 1 : 0;
        }
        if (modifiers instanceof Modifiers.Access access) {
            return access.count();
        }
        if (modifiers instanceof Modifiers.Atomic atomic) {
            return atomic.count();
        }
        if (modifiers instanceof Modifiers.TextureFetch) {
            return 4;
        }
        if (modifiers instanceof Modifiers.SurfaceAccess access) {
            return access.count();
        }
        if (modifiers instanceof Modifiers.MatrixMultiply matrices) {
            return matrices.registersOfD();
        }
        if (modifiers instanceof Modifiers.MatrixRows rows) {
            return rows.count();
        }
        if (modifiers instanceof Modifiers.Device device) {
            return device.call().results().size();
        }
        if (modifiers instanceof Modifiers.BarrierReduction barrier) {
            return barrier.question() == Modifiers.BarrierReduction.Question.COUNT ? 1 : 0;
        }
        return 1;
    }

    public static int registersRead(Opcode opcode, int a, int b, int c, Modifiers modifiers, int[] into) {
        int count = 0;
        switch (opcode) {
            case PREDICATE_AND, PREDICATE_OR, PREDICATE_XOR, PREDICATE_NOT, VOTE -> {}
            case SELECT, BARRIER_REDUCE -> {
                count = add(into, count, a);
                count = add(into, count, b);
            }
            case STORE,
                    ATOMIC,
                    MATRIX_STORE,
                    MATRIX_MULTIPLY,
                    TEXTURE_FETCH,
                    SURFACE_LOAD,
                    SURFACE_STORE,
                    SURFACE_REDUCE -> {
                count = addRow(into, count, a, rowOf(opcode, modifiers, 0));
                count = addRow(into, count, b, rowOf(opcode, modifiers, 1));
                count = addRow(into, count, c, rowOf(opcode, modifiers, 2));
            }
            case DEVICE_CALL, PRINT, BULK_COPY -> {
                count = add(into, count, a);
                count = add(into, count, b);
                count = add(into, count, opcode == Opcode.BULK_COPY ? c : Instruction.NO_OPERAND);
                for (int argument : argumentsOf(modifiers)) {
                    count = add(into, count, argument);
                }
            }
            default -> {
                count = add(into, count, a);
                count = add(into, count, b);
                count = add(into, count, c);
            }
        }
        return add(into, count, furtherOperandOf(modifiers));
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

    private static int addRow(int[] into, int count, int first, int length) {
        int next = count;
        for (int i = 0; first >= 0 && i < length; i++) {
            next = add(into, next, first + i);
        }
        return next;
    }

    private static int add(int[] into, int count, int operand) {
        if (operand < 0) {
            return count;
        }
        into[count] = operand;
        return count + 1;
    }
}
