package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.PointerOrigins;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import java.util.List;

/**
 * Finds the {@link PointerOrigins} of a kernel. The order of instructions is not looked at: a register has every origin that any
 * instruction gives it.
 */
public final class PointerTracing {
    private final byte[] ofRegister;
    private final byte[] ofConstant;

    private PointerTracing(byte[] ofRegister, byte[] ofConstant) {
        this.ofRegister = ofRegister;
        this.ofConstant = ofConstant;
    }

    /**
     * The origins of all registers and constants.
     *
     * @param code the instructions
     * @param constants the constants, once each
     * @param registers how many registers the kernel has
     */
    public static PointerOrigins trace(List<Instruction> code, long[] constants, int registers) {
        byte[] ofConstant = new byte[constants.length];
        for (int i = 0; i < constants.length; i++) {
            AddressSpace space = AddressMap.spaceOf(constants[i]);
            ofConstant[i] = space == AddressSpace.SHARED || space == AddressSpace.LOCAL ? PointerOrigins.OWN : 0;
        }
        byte[] ofRegister = new byte[Math.max(registers, highest(code))];
        PointerTracing tracing = new PointerTracing(ofRegister, ofConstant);
        // A load's origin depends on whether its address is the thread's own, so these addresses are found first.
        tracing.propagate(code, PointerOrigins.OWN);
        tracing.propagate(code, (byte) (PointerOrigins.OWN | PointerOrigins.OUTSIDE | PointerOrigins.LOADED));
        return new PointerOrigins(ofRegister, ofConstant);
    }

    private void propagate(List<Instruction> code, byte origins) {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Instruction in : code) {
                changed |= add(in, (byte) (origins(in) & origins));
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
            case LOAD_PARAMETER -> PointerOrigins.OUTSIDE;
            case LOAD -> loaded(in, ((Modifiers.Access) in.modifiers()).space());
            case ATOMIC -> loaded(in, ((Modifiers.Atomic) in.modifiers()).space());
            case MOV, ADD_I64, SUB_I64, SELECT, SHUFFLE -> (byte) (of(in.a()) | of(in.b()));
            case MAD_WIDE_S32, MAD_WIDE_U32, MAD_I64 -> of(in.c());
            default -> 0;
        };
    }

    /** Only this grid writes its own memory, whichever address reaches it. */
    private byte loaded(Instruction in, StateSpace space) {
        boolean isOwn =
                space == StateSpace.SHARED || space == StateSpace.LOCAL || (of(in.a()) & PointerOrigins.OWN) != 0;
        return isOwn ? PointerOrigins.LOADED : PointerOrigins.OUTSIDE;
    }

    private byte of(int operand) {
        if (operand == Instruction.NO_OPERAND) {
            return 0;
        }
        if (operand >= 0) {
            return ofRegister[operand];
        }
        // Code is traced before it is verified.
        return ~operand < ofConstant.length ? ofConstant[~operand] : 0;
    }
}
