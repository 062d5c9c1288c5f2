package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Pipe;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * How many registers each instruction that computes reads from the register file.
 *
 * <p>Constants and values of the kernel's parameters do not come from the register file. Nor do operands in the reuse cache: the
 * assembler marks operands to be kept there for instructions that follow (SASS's {@code .reuse}), and a place keeps one register of each
 * of two banks. Which registers share a bank is the compiler's choice, as is the order of the operands where that makes no difference;
 * both are taken to be chosen well, so a place keeps the two registers that were read there last. A register that is written is not kept,
 * and the cache is cleared where control flow joins or stops.
 */
public final class FreshOperands {
    private static final int PLACES = 3;
    private static final int NO_REGISTER = -1;

    private final List<Instruction> code;
    private final BitSet constant = new BitSet();
    private final BitSet starts;
    /** For each place the register that was read there last, and the one before that. */
    private final int[] last = new int[PLACES];

    private final int[] beforeLast = new int[PLACES];
    private final int[] reads = new int[PLACES];

    private FreshOperands(List<Instruction> code) {
        this.code = code;
        starts = BranchTargets.of(code);
        findConstants();
    }

    /** The registers that each instruction reads from the register file; 0 for an instruction that does more than compute. */
    public static int[] of(List<Instruction> code) {
        return new FreshOperands(code).count();
    }

    /** Registers that hold one value from the kernel's start to its end, which a compiler puts into the instructions that read it. */
    private void findConstants() {
        BitSet written = new BitSet();
        BitSet writtenAgain = new BitSet();
        for (Instruction in : code) {
            boolean isConstant = in.guard() < 0
                    && (in.opcode() == Opcode.LOAD_PARAMETER || (in.opcode() == Opcode.MOV && in.a() < 0));
            for (int r = in.destination(); r < in.destination() + in.registerWrites(); r++) {
                (written.get(r) ? writtenAgain : written).set(r);
                constant.set(r, isConstant);
            }
        }
        constant.andNot(writtenAgain);
    }

    private int[] count() {
        int[] fresh = new int[code.size()];
        forget();
        for (int i = 0; i < fresh.length; i++) {
            Instruction in = code.get(i);
            if (starts.get(i)) {
                forget();
            }
            if (in.opcode().pipe() == Pipe.FREE) {
                continue;
            }
            arrange(in);
            fresh[i] = in.opcode().isArithmetic() ? countFresh() : 0;
            keep(in);
        }
        return fresh;
    }

    private void forget() {
        Arrays.fill(last, NO_REGISTER);
        Arrays.fill(beforeLast, NO_REGISTER);
    }

    /** Puts what an instruction reads at its places. */
    private void arrange(Instruction in) {
        boolean ofPredicates = readsPredicates(in.opcode());
        reads[0] = ofPredicates ? NO_REGISTER : register(in.a());
        reads[1] = ofPredicates ? NO_REGISTER : register(in.b());
        reads[2] = ofPredicates || in.opcode() == Opcode.SELECT ? NO_REGISTER : register(in.c());
        int a = reads[0];
        int b = reads[1];
        if (mayBeExchanged(in.opcode()) && !(isKept(0, a) || isKept(1, b)) && (isKept(0, b) || isKept(1, a))) {
            reads[0] = b;
            reads[1] = a;
        }
    }

    private int register(int operand) {
        return operand < 0 || constant.get(operand) ? NO_REGISTER : operand;
    }

    private boolean isKept(int place, int register) {
        return register != NO_REGISTER && (last[place] == register || beforeLast[place] == register);
    }

    private int countFresh() {
        int count = 0;
        for (int place = 0; place < PLACES; place++) {
            int register = reads[place];
            boolean fromFile = register != NO_REGISTER;
            for (int other = 0; other < PLACES; other++) {
                // What two places read is read once.
                boolean same = reads[other] == register;
                fromFile &= !same || (other >= place && !isKept(other, register));
            }
            count += fromFile ? 1 : 0;
        }
        return count;
    }

    private void keep(Instruction in) {
        if (in.opcode().pipe() == Pipe.CONTROL) {
            forget();
            return;
        }
        int first = in.registerWrites() > 0 ? in.destination() : NO_REGISTER;
        int end = first + in.registerWrites();
        for (int place = 0; place < PLACES; place++) {
            if (reads[place] != NO_REGISTER && reads[place] != last[place]) {
                beforeLast[place] = last[place];
                last[place] = reads[place];
            }
            if (last[place] >= first && last[place] < end) {
                last[place] = NO_REGISTER;
            }
            if (beforeLast[place] >= first && beforeLast[place] < end) {
                beforeLast[place] = NO_REGISTER;
            }
        }
    }

    private static boolean readsPredicates(Opcode opcode) {
        return switch (opcode) {
            case PREDICATE_AND, PREDICATE_OR, PREDICATE_XOR, PREDICATE_NOT, VOTE -> true;
            default -> false;
        };
    }

    /** Whether operands a and b commute: factors, and summands. */
    private static boolean mayBeExchanged(Opcode opcode) {
        return switch (opcode) {
            case ADD_I32,
                    SUB_I32,
                    MUL_I32,
                    MAD_I32,
                    MULHI_S32,
                    MULHI_U32,
                    MADHI_S32,
                    MADHI_U32,
                    MUL_WIDE_S32,
                    MUL_WIDE_U32,
                    MAD_WIDE_S32,
                    MAD_WIDE_U32,
                    ADD_I64,
                    SUB_I64,
                    MUL_I64,
                    MAD_I64,
                    ADD_F32,
                    SUB_F32,
                    MUL_F32,
                    FMA_F32,
                    ADD_F64,
                    SUB_F64,
                    MUL_F64,
                    FMA_F64,
                    FMA_F16,
                    FMA_BF16,
                    FMA_F16X2,
                    FMA_BF16X2 -> true;
            default -> false;
        };
    }
}
