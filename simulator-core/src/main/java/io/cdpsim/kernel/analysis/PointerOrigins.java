package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Detail;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import java.util.List;

/**
 * Where the addresses a kernel uses come from, as far as its code tells without running it: from the thread's own shared or local memory,
 * or from outside, that is from parameters or from memory. What rule MEM-1 is checked against.
 *
 * <p>The order of instructions is not looked at: a register has every origin that any instruction gives it.
 */
public final class PointerOrigins {
    private static final byte OWN = 1;
    private static final byte OUTSIDE = 2;

    private final long[] constants;
    private final byte[] ofRegister;

    public PointerOrigins(List<Instruction> code, long[] constants, int registers) {
        this.constants = constants;
        this.ofRegister = new byte[Math.max(registers, highest(code))];
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Instruction in : code) {
                changed |= add(in, origins(in));
            }
        }
    }

    private static int highest(List<Instruction> code) {
        int end = 0;
        for (Instruction in : code) {
            end = Math.max(end, in.destination() + Math.max(1, in.registerWrites()));
            for (int register : in.registerReads()) {
                end = Math.max(end, register + 1);
            }
        }
        return end;
    }

    private boolean add(Instruction in, byte origins) {
        boolean changed = false;
        for (int i = 0; i < in.registerWrites(); i++) {
            byte before = ofRegister[in.destination() + i];
            ofRegister[in.destination() + i] |= origins;
            changed |= ofRegister[in.destination() + i] != before;
        }
        return changed;
    }

    private byte origins(Instruction in) {
        return switch (in.opcode()) {
            case LOAD_PARAMETER -> OUTSIDE;
            case LOAD -> {
                StateSpace space = ((Detail.Access) in.detail()).space();
                yield space == StateSpace.SHARED || space == StateSpace.LOCAL ? 0 : OUTSIDE;
            }
            case ATOMIC -> OUTSIDE;
            case MOV, ADD_I64, SUB_I64, SELECT, SHUFFLE -> (byte) (of(in.a()) | of(in.b()));
            case MAD_WIDE_S32, MAD_WIDE_U32, MAD_I64 -> of(in.c());
            default -> 0;
        };
    }

    private byte of(int operand) {
        if (operand == Instruction.NO_OPERAND) {
            return 0;
        }
        if (operand >= 0) {
            return ofRegister[operand];
        }
        AddressSpace space = AddressMap.spaceOf(constants[~operand]);
        return space == AddressSpace.SHARED || space == AddressSpace.LOCAL ? OWN : 0;
    }

    /** Whether an operand can be an address in the thread's own shared or local memory. */
    public boolean isOwn(int operand) {
        return (of(operand) & OWN) != 0;
    }

    /** Whether an operand can only have come from parameters or memory. */
    public boolean isFromOutside(int operand) {
        return of(operand) == OUTSIDE;
    }
}
