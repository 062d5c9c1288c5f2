package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import java.util.BitSet;

/**
 * Whether code handles a NULL pointer that a call may return: it compares the pointer, and the path for NULL has an effect. A path that only exits
 * loses the failure.
 */
public final class NullHandling {
    private final Instruction[] code;

    /** The analysis of a kernel's code. */
    public NullHandling(Instruction[] code) {
        this.code = code.clone();
    }

    /**
     * Whether the code handles NULL, or passes it on to code that may.
     *
     * @param call index of the call
     * @param register the register that receives the pointer
     */
    public boolean isHandled(int call, int register) {
        BitSet pointers = copies(call, register);
        BitSet tests = new BitSet();
        for (int i = call + 1; i < code.length; i++) {
            Instruction in = code[i];
            if (in.modifiers() instanceof Modifiers.Compare && (isOf(pointers, in.a()) || isOf(pointers, in.b()))) {
                tests.set(in.destination());
            } else if (in.opcode().name().startsWith("PREDICATE_") && (isOf(tests, in.a()) || isOf(tests, in.b()))) {
                tests.set(in.destination());
            } else if (in.opcode() == Opcode.BRANCH && in.guard() >= 0 && tests.get(in.guard())) {
                BitSet next = reached(i + 1);
                BitSet target = reached(in.target());
                boolean nextUses = uses(next, pointers);
                boolean targetUses = uses(target, pointers);
                // Where both paths use the pointer, or none does, the code does more than this analysis follows.
                return nextUses == targetUses || hasEffect(nextUses ? target : next);
            } else if (in.guard() >= 0 && tests.get(in.guard()) && isEffect(in) && !usesPointer(in, pointers)) {
                return true;
            }
        }
        // A value other than a test, such as a stored or returned pointer, may be tested elsewhere.
        return tests.isEmpty() && isStored(call, pointers);
    }

    private BitSet copies(int call, int register) {
        BitSet copies = new BitSet();
        copies.set(register);
        for (int i = call + 1; i < code.length; i++) {
            if (code[i].opcode() == Opcode.MOV && isOf(copies, code[i].a()) && code[i].destination() >= 0) {
                copies.set(code[i].destination());
            }
        }
        return copies;
    }

    private static boolean isOf(BitSet registers, int operand) {
        return operand >= 0 && registers.get(operand);
    }

    /** The instructions that may execute from one on. */
    private BitSet reached(int from) {
        BitSet reached = new BitSet();
        int[] pending = new int[2 * code.length + 2];
        int count = 0;
        pending[count++] = from;
        while (count > 0) {
            int at = pending[--count];
            if (at < 0 || at >= code.length || reached.get(at)) {
                continue;
            }
            reached.set(at);
            Instruction in = code[at];
            boolean isConditional = in.guard() >= 0;
            if (in.opcode() == Opcode.BRANCH) {
                pending[count++] = in.target();
            }
            if (isConditional || (in.opcode() != Opcode.BRANCH && in.opcode() != Opcode.EXIT)) {
                pending[count++] = at + 1;
            }
        }
        return reached;
    }

    private boolean uses(BitSet path, BitSet pointers) {
        return path.stream().anyMatch(each -> usesPointer(code[each], pointers));
    }

    private static boolean usesPointer(Instruction in, BitSet pointers) {
        boolean isAddress =
                (in.modifiers() instanceof Modifiers.Access || in.opcode() == Opcode.ATOMIC) && isOf(pointers, in.a());
        return isAddress || (in.opcode() == Opcode.STORE && isOf(pointers, in.b()));
    }

    private boolean hasEffect(BitSet path) {
        return path.stream().anyMatch(each -> isEffect(code[each]));
    }

    private static boolean isEffect(Instruction in) {
        return switch (in.opcode()) {
            case STORE, ATOMIC, PRINT, TRAP, DEVICE_CALL, CALL -> true;
            default -> false;
        };
    }

    private boolean isStored(int call, BitSet pointers) {
        for (int i = call + 1; i < code.length; i++) {
            if (code[i].opcode() == Opcode.STORE && isOf(pointers, code[i].b())) {
                return true;
            }
            if (code[i].opcode() == Opcode.RETURN || code[i].opcode() == Opcode.CALL) {
                return true;
            }
        }
        return false;
    }
}
