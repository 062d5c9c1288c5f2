package io.cdpsim.gpu.sm;

import io.cdpsim.kernel.builder.CodeEmitter;
import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.kernel.code.RegisterType;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import java.util.List;

/** A kernel instruction by instruction, for what kernels that are built as in CUDA C do not have. */
final class EmittedCode {
    private static final int NONE = Instruction.NO_OPERAND;

    final CodeEmitter code = new CodeEmitter();

    int register() {
        return code.newRegisters(1);
    }

    int predicate() {
        return code.newPredicate();
    }

    int constant(long value) {
        return code.constant(value);
    }

    int address(long value) {
        return code.constant(value, RegisterType.INTEGER_64);
    }

    /** An instruction into a register or a predicate, or into nothing where that is -1. */
    void into(int destination, Opcode opcode, Modifiers detail, int... operands) {
        code.emit(opcode, destination, at(operands, 0), at(operands, 1), at(operands, 2), detail);
    }

    private static int at(int[] operands, int index) {
        return index < operands.length ? operands[index] : NONE;
    }

    /** An instruction into a new register. */
    int op(Opcode opcode, Modifiers detail, int... operands) {
        int register = register();
        into(register, opcode, detail, operands);
        return register;
    }

    int special(SpecialRegister special) {
        return op(Opcode.READ_SPECIAL, new Modifiers.Special(special));
    }

    /** A new predicate that says how two numbers compare. */
    int compare(Comparison comparison, int a, int b) {
        int predicate = predicate();
        into(predicate, Opcode.COMPARE_S32, new Modifiers.Compare(comparison), a, b);
        return predicate;
    }

    /** 1 where a predicate holds, else 0. */
    int truth(int predicate) {
        return op(Opcode.SELECT, Modifiers.NONE, constant(1), constant(0), predicate);
    }

    /** The next instruction is for lanes in which a predicate holds. */
    void onlyWhere(int predicate) {
        code.guardNext(predicate, false);
    }

    /** A weak access of one value. */
    static Modifiers access(StateSpace space, ValueType type) {
        return new Modifiers.Access(space, type, 1, CachePolicy.ALL, MemoryOrder.WEAK, Scope.BLOCK, 0);
    }

    Kernel build() {
        return code.build(new KernelAttributes("k", 32, 0, 0, 0, false), ParameterLayout.of(List.of()));
    }
}
