package io.cdpsim.kernel.builder;

import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Constant;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.RegisterType;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.verification.KernelVerificationException;
import java.util.ArrayList;
import java.util.List;

/** The part of {@link KernelBuilder} that computes: registers, arithmetic, comparisons, selection. */
abstract sealed class Expressions permits ControlFlow {
    private static final int NONE = Instruction.NO_OPERAND;

    /** Where the instructions go. */
    final CodeEmitter emitter = new CodeEmitter();

    Expressions() {}

    /** The kernel that is being written. */
    public abstract KernelReference self();

    /** A register that may be assigned to, with a first value. */
    public Register variable(Operand initial) {
        return result(initial.type(), Opcode.MOV, code(initial), NONE, NONE, Modifiers.NONE);
    }

    /** Consecutive registers, for vector loads and stores. */
    public List<Register> registers(ValueType type, int count) {
        int first = emitter.newRegisters(RegisterType.of(type), count);
        List<Register> registers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            registers.add(new Register(first + i, type, self()));
        }
        return registers;
    }

    /** Sets a register. */
    public void assign(Register target, Operand value) {
        emitter.emit(Opcode.MOV, target(target), code(value), NONE, NONE, Modifiers.NONE);
    }

    /** Reads a special register as an unsigned 32-bit value; the clock and the timer as 64 bits. */
    public Register special(SpecialRegister register) {
        ValueType type = register.isWide() ? ValueType.U64 : ValueType.U32;
        return result(type, Opcode.READ_SPECIAL, NONE, NONE, NONE, new Modifiers.Special(register));
    }

    /** {@code threadIdx.x}. */
    public Register threadX() {
        return special(SpecialRegister.THREAD_X);
    }

    /** {@code blockIdx.x}. */
    public Register blockX() {
        return special(SpecialRegister.BLOCK_X);
    }

    /** {@code blockDim.x}. */
    public Register blockDimX() {
        return special(SpecialRegister.BLOCK_DIM_X);
    }

    /** {@code gridDim.x}. */
    public Register gridDimX() {
        return special(SpecialRegister.GRID_DIM_X);
    }

    /** {@code blockIdx.x * blockDim.x + threadIdx.x}. */
    public Register globalThreadX() {
        return multiplyAdd(blockX(), blockDimX(), threadX());
    }

    /** {@code a + b}. */
    public Register add(Operand a, Operand b) {
        return arithmetic(Arithmetic.ADD, a, b);
    }

    /** {@code a - b}. */
    public Register subtract(Operand a, Operand b) {
        return arithmetic(Arithmetic.SUBTRACT, a, b);
    }

    /** {@code a * b}, the low half for integers. */
    public Register multiply(Operand a, Operand b) {
        return arithmetic(Arithmetic.MULTIPLY, a, b);
    }

    /** {@code a / b}. */
    public Register divide(Operand a, Operand b) {
        return arithmetic(Arithmetic.DIVIDE, a, b);
    }

    /** {@code a % b}. */
    public Register remainder(Operand a, Operand b) {
        return arithmetic(Arithmetic.REMAINDER, a, b);
    }

    /** {@code min(a}. */
    public Register minimum(Operand a, Operand b) {
        return arithmetic(Arithmetic.MINIMUM, a, b);
    }

    /** {@code max(a}. */
    public Register maximum(Operand a, Operand b) {
        return arithmetic(Arithmetic.MAXIMUM, a, b);
    }

    /** {@code a & b}. */
    public Register and(Operand a, Operand b) {
        return arithmetic(Arithmetic.AND, a, b);
    }

    /** {@code a | b}. */
    public Register or(Operand a, Operand b) {
        return arithmetic(Arithmetic.OR, a, b);
    }

    /** {@code a ^ b}. */
    public Register xor(Operand a, Operand b) {
        return arithmetic(Arithmetic.XOR, a, b);
    }

    /** {@code a << b}. */
    public Register shiftLeft(Operand a, Operand b) {
        return arithmetic(Arithmetic.SHIFT_LEFT, a, b);
    }

    /** Arithmetic for signed types, logical for unsigned ones. */
    public Register shiftRight(Operand a, Operand b) {
        return arithmetic(Arithmetic.SHIFT_RIGHT, a, b);
    }

    /** {@code a * b + c}, fused for floats. */
    public Register multiplyAdd(Operand a, Operand b, Operand c) {
        Register target = newRegister(a.type());
        multiplyAddInto(target, a, b, c);
        return target;
    }

    /** {@code target = a * b + c}. */
    public void multiplyAddInto(Register target, Operand a, Operand b, Operand c) {
        emitter.emit(Arithmetic.multiplyAdd(target.type()), target(target), code(a), code(b), code(c), Modifiers.NONE);
    }

    /**
     * {@code target = opcode(operands)}, for code that keeps to a few registers, as a compiler's does, or that follows an order of its
     * own.
     *
     * @param target register written
     * @param opcode an operation on registers
     * @param operands one to three operands, in the order in which PTX lists them
     */
    public void compute(Register target, Opcode opcode, Operand... operands) {
        int a = code(operands[0]);
        int b = operands.length > 1 ? code(operands[1]) : NONE;
        int c = operands.length > 2 ? code(operands[2]) : NONE;
        emitter.emit(opcode, target(target), a, b, c, Modifiers.NONE);
    }

    /** {@code target = target + value}. */
    public void increment(Register target, Operand value) {
        emitter.emit(
                Arithmetic.ADD.opcode(target.type()),
                target(target),
                target(target),
                code(value),
                NONE,
                Modifiers.NONE);
    }

    /** An operation of one operand. */
    public Register unary(Opcode opcode, ValueType resultType, Operand a) {
        return result(resultType, opcode, code(a), NONE, NONE, Modifiers.NONE);
    }

    /** An operation of two operands without a method of its own. */
    public Register binary(Opcode opcode, ValueType resultType, Operand a, Operand b) {
        return result(resultType, opcode, code(a), code(b), NONE, Modifiers.NONE);
    }

    /** The address {@code base + index * elementBytes}, index unsigned and of 32 bits. */
    public Register element(Operand base, Operand index, int elementBytes) {
        return result(
                ValueType.U64,
                Opcode.MAD_WIDE_U32,
                code(index),
                emitter.constant(elementBytes),
                code(base),
                Modifiers.NONE);
    }

    /** {@code a comparison b}. */
    public Predicate compare(Comparison comparison, Operand a, Operand b) {
        Predicate target = predicate();
        compareInto(target, comparison, a, b);
        return target;
    }

    /** A predicate to be set by {@link #compareInto}. */
    public Predicate predicate() {
        return new Predicate(emitter.newPredicate(), self());
    }

    /** {@code target = a comparison b}. */
    public void compareInto(Predicate target, Comparison comparison, Operand a, Operand b) {
        emitter.emit(
                Arithmetic.compare(a.type()), truth(target), code(a), code(b), NONE, new Modifiers.Compare(comparison));
    }

    /** {@code a == b}. */
    public Predicate equal(Operand a, Operand b) {
        return compare(Comparison.EQUAL, a, b);
    }

    /** {@code a != b}. */
    public Predicate notEqual(Operand a, Operand b) {
        return compare(Comparison.NOT_EQUAL, a, b);
    }

    /** {@code a < b}. */
    public Predicate less(Operand a, Operand b) {
        return compare(Comparison.LESS, a, b);
    }

    /** {@code a >= b}. */
    public Predicate atLeast(Operand a, Operand b) {
        return compare(Comparison.GREATER_OR_EQUAL, a, b);
    }

    /** {@code a > b}. */
    public Predicate greater(Operand a, Operand b) {
        return compare(Comparison.GREATER, a, b);
    }

    /** {@code !a}. */
    public Predicate not(Predicate a) {
        Predicate target = predicate();
        emitter.emit(Opcode.PREDICATE_NOT, truth(target), truth(a), NONE, NONE, Modifiers.NONE);
        return target;
    }

    /** {@code a && b}, both computed. */
    public Predicate and(Predicate a, Predicate b) {
        Predicate target = predicate();
        emitter.emit(Opcode.PREDICATE_AND, truth(target), truth(a), truth(b), NONE, Modifiers.NONE);
        return target;
    }

    /** {@code condition ? a : b}. */
    public Register select(Predicate condition, Operand a, Operand b) {
        return result(a.type(), Opcode.SELECT, code(a), code(b), truth(condition), Modifiers.NONE);
    }

    /** The operand code of a value. @throws KernelVerificationException if it is a register of another kernel */
    int code(Operand operand) {
        if (operand instanceof Register register) {
            return target(register);
        }
        Constant constant = (Constant) operand;
        return emitter.constant(constant.bits(), RegisterType.of(constant));
    }

    /** The number of a register. @throws KernelVerificationException if it is one of another kernel */
    int target(Register register) {
        checkOwner("register " + register.index(), register.kernel());
        return register.index();
    }

    /** The number of a predicate. @throws KernelVerificationException if it is one of another kernel */
    int truth(Predicate predicate) {
        checkOwner("predicate " + predicate.index(), predicate.kernel());
        return predicate.index();
    }

    private void checkOwner(String what, KernelReference owner) {
        if (owner != self()) {
            throw new KernelVerificationException(
                    self().name(),
                    emitter.size(),
                    emitter.place(),
                    what + " belongs to kernel " + owner.name()
                            + "; each kernel has registers and predicates of its own");
        }
    }

    Register newRegister(ValueType type) {
        return new Register(emitter.newRegisters(RegisterType.of(type), 1), type, self());
    }

    private Register arithmetic(Arithmetic operation, Operand a, Operand b) {
        return result(a.type(), operation.opcode(a.type()), code(a), code(b), NONE, Modifiers.NONE);
    }

    Register result(ValueType type, Opcode opcode, int a, int b, int c, Modifiers modifiers) {
        Register target = newRegister(type);
        emitter.emit(opcode, target(target), a, b, c, modifiers);
        return target;
    }
}
