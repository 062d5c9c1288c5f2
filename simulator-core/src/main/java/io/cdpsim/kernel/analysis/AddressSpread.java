package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.BulkMix.Spread;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.warp.Lanes;
import java.util.Arrays;

/** Finds which accesses of a kernel are at one address for a whole block, and which differ by lane or by thread. */
public final class AddressSpread {
    private AddressSpread() {}

    /** The spread of operand a of each instruction. */
    public static Spread[] of(Kernel kernel) {
        Instruction[] code = kernel.code();
        Spread[] registers = new Spread[kernel.registers()];
        Arrays.fill(registers, Spread.UNIFORM);
        // Loops carry a spread back to earlier instructions: repeat until nothing changes any more.
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Instruction in : code) {
                Spread spread = result(in, kernel, registers);
                for (int r = in.destination(); r < in.destination() + in.registerWrites(); r++) {
                    if (spread.compareTo(registers[r]) > 0) {
                        registers[r] = spread;
                        changed = true;
                    }
                }
            }
        }
        Spread[] spreads = new Spread[code.length];
        for (int i = 0; i < code.length; i++) {
            spreads[i] = code[i].a() >= 0 && code[i].registerReads().length > 0
                    ? registerSpread(registers, code[i].a())
                    : Spread.UNIFORM;
        }
        return spreads;
    }

    private static Spread registerSpread(Spread[] registers, int register) {
        return register < registers.length ? registers[register] : Spread.UNIFORM;
    }

    private static Spread result(Instruction in, Kernel kernel, Spread[] registers) {
        if (in.modifiers() instanceof Modifiers.Special special) {
            return switch (special.register()) {
                case THREAD_X, THREAD_Y, THREAD_Z, WARP_SLOT -> Spread.BY_THREAD;
                case LANE,
                        LANE_MASK_EQUAL,
                        LANE_MASK_LESS,
                        LANE_MASK_LESS_OR_EQUAL,
                        LANE_MASK_GREATER,
                        LANE_MASK_GREATER_OR_EQUAL -> Spread.BY_LANE;
                default -> Spread.UNIFORM;
            };
        }
        Spread widest = Spread.UNIFORM;
        int written = in.registerWrites();
        for (int register : in.registerReads()) {
            boolean onlyWritten = register >= in.destination()
                    && register < in.destination() + written
                    && register != in.a()
                    && register != in.b()
                    && register != in.c();
            if (!onlyWritten && registers[register].compareTo(widest) > 0) {
                widest = registers[register];
            }
        }
        boolean lanePart =
                in.opcode() == Opcode.AND_B32 && (isBelowLanes(in.a(), kernel) || isBelowLanes(in.b(), kernel));
        return lanePart && widest == Spread.BY_THREAD ? Spread.BY_LANE : widest;
    }

    private static boolean isBelowLanes(int operand, Kernel kernel) {
        if (operand >= 0 || operand == Instruction.NO_OPERAND) {
            return false;
        }
        long value = kernel.constants()[~operand * Lanes.COUNT];
        return value >= 0 && value < Lanes.COUNT;
    }
}
