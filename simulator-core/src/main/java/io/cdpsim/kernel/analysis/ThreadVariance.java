package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import java.util.BitSet;
import java.util.List;

/**
 * Which registers and predicates may differ between the threads of a warp, as an assembler can know it: all but constants, parameters and
 * what is computed of these alone, and for branches also what weak loads return from one address.
 */
public final class ThreadVariance extends MarkedValues {
    private final boolean isOfBranches;

    /**
     * Follows the values of some code.
     *
     * @param registers registers that it uses
     * @param isOfBranches whether lanes are taken to load one value from one address
     */
    public ThreadVariance(List<Instruction> code, int registers, boolean isOfBranches) {
        super(code, registers);
        this.isOfBranches = isOfBranches;
        follow();
    }

    /** Whether an operand may differ when an instruction runs; false where no way leads to it. */
    boolean operandDiffers(int instruction, int operand) {
        return isOperandMarked(instruction, operand);
    }

    /** Whether the guard of an instruction may differ. */
    boolean guardDiffers(int instruction) {
        return isGuardMarked(instruction);
    }

    @Override
    boolean callMarks() {
        return true;
    }

    @Override
    boolean marks(Instruction in, BitSet marked) {
        return switch (in.opcode()) {
            case READ_SPECIAL -> ((Modifiers.Special) in.modifiers()).register().differsByThread();
            // All lanes of a warp wait for one phase.
            case VOTE, MBARRIER_WAIT -> false;
            case LOAD_PARAMETER -> isSet(marked, in.a());
            case LOAD -> isSet(marked, in.a()) || isSet(marked, in.b()) || !isShared((Modifiers.Access) in.modifiers());
            default -> !in.opcode().isArithmetic() || readsMarked(in, marked);
        };
    }

    /** Whether all lanes that load from one address are taken to get one value. */
    private boolean isShared(Modifiers.Access load) {
        return switch (load.space()) {
            case GLOBAL, SHARED, SHARED_CLUSTER -> isOfBranches && load.isWeak();
            case CONSTANT -> true;
            case GENERIC, LOCAL -> false;
        };
    }
}
