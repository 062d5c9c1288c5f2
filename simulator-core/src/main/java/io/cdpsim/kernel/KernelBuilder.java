package io.cdpsim.kernel;

import io.cdpsim.kernel.Operand.Constant;
import io.cdpsim.kernel.Operand.Register;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Writes a kernel in Java that reads like CUDA C.
 *
 * <p>Every expression gives a new register; {@link #assign} changes one. Control flow takes its bodies as lambdas, which run once, while
 * the kernel is built. Memory is reached through {@link #memory()}, the device runtime through {@link #device()}.
 */
public final class KernelBuilder {
    private static final int NONE = Instruction.NO_OPERAND;

    private final CodeEmitter emitter = new CodeEmitter();
    private final KernelReference self;
    private final String name;
    private final List<ValueType> parameterTypes = new ArrayList<>();
    private final List<Integer> breakLabels = new ArrayList<>();
    private final MemoryCalls memory;
    private final DeviceRuntimeCalls device;
    private int registersPerThread = 32;
    private int staticSharedBytes;
    private int localBytes;
    private int maxThreadsPerBlock;
    private boolean largeShared;
    private final Set<KernelProperty> properties = EnumSet.noneOf(KernelProperty.class);

    /** Begins a kernel. */
    public KernelBuilder(String name) {
        this.name = name;
        this.self = new KernelReference(name);
        this.memory = new MemoryCalls(this, emitter);
        this.device = new DeviceRuntimeCalls(this, emitter);
    }

    /** The kernel itself, to launch it from its own code. */
    public KernelReference self() {
        return self;
    }

    /** Declares how many registers a thread holds, for occupancy; 32 unless said. */
    public KernelBuilder registersPerThread(int count) {
        registersPerThread = count;
        return this;
    }

    /** Declares {@code __launch_bounds__}. */
    public KernelBuilder maxThreadsPerBlock(int threads) {
        maxThreadsPerBlock = threads;
        return this;
    }

    /** Opts in to more shared memory a block than the ordinary limit. */
    public KernelBuilder largeShared() {
        largeShared = true;
        return this;
    }

    /** Declares how the kernel was built, or what it uses. */
    public KernelBuilder declare(KernelProperty property) {
        properties.add(property);
        return this;
    }

    /** Loads, stores, atomics and fences. */
    public MemoryCalls memory() {
        return memory;
    }

    /** Calls of the device runtime. */
    public DeviceRuntimeCalls device() {
        return device;
    }

    /** Names the source place of the instructions that follow, for reports. */
    public void at(String place) {
        emitter.at(place);
    }

    /** Declares the next parameter and reads it. */
    public Register parameter(ValueType type) {
        parameterTypes.add(type);
        ParameterLayout layout = ParameterLayout.of(parameterTypes);
        int offset = layout.offsetsBytes().get(parameterTypes.size() - 1);
        return result(type, Opcode.LOAD_PARAMETER, NONE, NONE, NONE, new Detail.Parameter(offset, type));
    }

    /** Declares static shared memory. @return its offset, for {@code StateSpace.SHARED} accesses */
    public Constant sharedArray(int bytes) {
        int offset = (staticSharedBytes + 15) & ~15;
        staticSharedBytes = offset + bytes;
        return Operand.u64(offset);
    }

    /** Declares local memory. @return its offset, for {@code StateSpace.LOCAL} accesses */
    public Constant localArray(int bytes) {
        int offset = (localBytes + 15) & ~15;
        localBytes = offset + bytes;
        return Operand.u64(offset);
    }

    /** A register that may be assigned to, with a first value. */
    public Register variable(Operand initial) {
        return result(initial.type(), Opcode.MOV, code(initial), NONE, NONE, Detail.NONE);
    }

    /** Consecutive registers, for vector loads and stores. */
    public List<Register> registers(ValueType type, int count) {
        int first = emitter.newRegisters(count);
        List<Register> registers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            registers.add(new Register(first + i, type));
        }
        return registers;
    }

    /** Sets a register. */
    public void assign(Register target, Operand value) {
        emitter.emit(Opcode.MOV, target.index(), code(value), NONE, NONE, Detail.NONE);
    }

    /** Reads a special register as an unsigned 32-bit value; the clock and the timer as 64 bits. */
    public Register special(SpecialRegister register) {
        boolean wide = register == SpecialRegister.CLOCK || register == SpecialRegister.GLOBAL_TIMER;
        ValueType type = wide ? ValueType.U64 : ValueType.U32;
        return result(type, Opcode.READ_SPECIAL, NONE, NONE, NONE, new Detail.Special(register));
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

    public Register add(Operand a, Operand b) {
        return arithmetic(Arithmetic.ADD, a, b);
    }

    public Register subtract(Operand a, Operand b) {
        return arithmetic(Arithmetic.SUBTRACT, a, b);
    }

    public Register multiply(Operand a, Operand b) {
        return arithmetic(Arithmetic.MULTIPLY, a, b);
    }

    public Register divide(Operand a, Operand b) {
        return arithmetic(Arithmetic.DIVIDE, a, b);
    }

    public Register remainder(Operand a, Operand b) {
        return arithmetic(Arithmetic.REMAINDER, a, b);
    }

    public Register minimum(Operand a, Operand b) {
        return arithmetic(Arithmetic.MINIMUM, a, b);
    }

    public Register maximum(Operand a, Operand b) {
        return arithmetic(Arithmetic.MAXIMUM, a, b);
    }

    public Register and(Operand a, Operand b) {
        return arithmetic(Arithmetic.AND, a, b);
    }

    public Register or(Operand a, Operand b) {
        return arithmetic(Arithmetic.OR, a, b);
    }

    public Register xor(Operand a, Operand b) {
        return arithmetic(Arithmetic.XOR, a, b);
    }

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
        emitter.emit(Arithmetic.multiplyAdd(target.type()), target.index(), code(a), code(b), code(c), Detail.NONE);
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
        emitter.emit(opcode, target.index(), a, b, c, Detail.NONE);
    }

    /** {@code target = target + value}. */
    public void increment(Register target, Operand value) {
        emitter.emit(
                Arithmetic.ADD.opcode(target.type()), target.index(), target.index(), code(value), NONE, Detail.NONE);
    }

    /** An operation of one operand. */
    public Register unary(Opcode opcode, ValueType resultType, Operand a) {
        return result(resultType, opcode, code(a), NONE, NONE, Detail.NONE);
    }

    /** An operation of two operands that has no method of its own here. */
    public Register binary(Opcode opcode, ValueType resultType, Operand a, Operand b) {
        return result(resultType, opcode, code(a), code(b), NONE, Detail.NONE);
    }

    /** The address {@code base + index * elementBytes}, index unsigned and of 32 bits. */
    public Register element(Operand base, Operand index, int elementBytes) {
        return result(
                ValueType.U64,
                Opcode.MAD_WIDE_U32,
                code(index),
                emitter.constant(elementBytes),
                code(base),
                Detail.NONE);
    }

    public Predicate compare(Comparison comparison, Operand a, Operand b) {
        Predicate target = new Predicate(emitter.newPredicate());
        emitter.emit(
                Arithmetic.compare(a.type()), target.index(), code(a), code(b), NONE, new Detail.Compare(comparison));
        return target;
    }

    /** A predicate to be set by {@link #compareInto}. */
    public Predicate predicate() {
        return new Predicate(emitter.newPredicate());
    }

    /** {@code target = a comparison b}. */
    public void compareInto(Predicate target, Comparison comparison, Operand a, Operand b) {
        emitter.emit(
                Arithmetic.compare(a.type()), target.index(), code(a), code(b), NONE, new Detail.Compare(comparison));
    }

    /**
     * The next instruction is for the lanes alone in which the predicate has a value. The others keep theirs, and no branch parts them.
     *
     * @param predicate read for each lane
     * @param value what it must be
     */
    public void onlyWhere(Predicate predicate, boolean value) {
        emitter.guardNext(predicate.index(), !value);
    }

    public Predicate equal(Operand a, Operand b) {
        return compare(Comparison.EQUAL, a, b);
    }

    public Predicate notEqual(Operand a, Operand b) {
        return compare(Comparison.NOT_EQUAL, a, b);
    }

    public Predicate less(Operand a, Operand b) {
        return compare(Comparison.LESS, a, b);
    }

    public Predicate atLeast(Operand a, Operand b) {
        return compare(Comparison.GREATER_OR_EQUAL, a, b);
    }

    public Predicate greater(Operand a, Operand b) {
        return compare(Comparison.GREATER, a, b);
    }

    public Predicate not(Predicate a) {
        Predicate target = new Predicate(emitter.newPredicate());
        emitter.emit(Opcode.PREDICATE_NOT, target.index(), a.index(), NONE, NONE, Detail.NONE);
        return target;
    }

    public Predicate and(Predicate a, Predicate b) {
        Predicate target = new Predicate(emitter.newPredicate());
        emitter.emit(Opcode.PREDICATE_AND, target.index(), a.index(), b.index(), NONE, Detail.NONE);
        return target;
    }

    /** {@code condition ? a : b}. */
    public Register select(Predicate condition, Operand a, Operand b) {
        return result(a.type(), Opcode.SELECT, code(a), code(b), condition.index(), Detail.NONE);
    }

    public void ifThen(Predicate condition, Runnable body) {
        int end = emitter.newLabel();
        branchIf(condition, true, end);
        body.run();
        emitter.place(end);
    }

    public void ifThenElse(Predicate condition, Runnable thenBody, Runnable elseBody) {
        int otherwise = emitter.newLabel();
        int end = emitter.newLabel();
        branchIf(condition, true, otherwise);
        thenBody.run();
        emitter.emitTo(Opcode.BRANCH, end, Detail.NONE);
        emitter.place(otherwise);
        elseBody.run();
        emitter.place(end);
    }

    /** Repeats the body while the condition, computed anew each time, holds. */
    public void whileLoop(Supplier<Predicate> condition, Runnable body) {
        int begin = emitter.newLabel();
        int end = emitter.newLabel();
        emitter.place(begin);
        branchIf(condition.get(), true, end);
        breakLabels.add(end);
        body.run();
        breakLabels.remove(breakLabels.size() - 1);
        emitter.emitTo(Opcode.BRANCH, begin, Detail.NONE);
        emitter.place(end);
    }

    /** Repeats the body as long as the condition computed at its end holds. */
    public void doWhile(Supplier<Predicate> bodyAndCondition) {
        int begin = emitter.newLabel();
        int end = emitter.newLabel();
        emitter.place(begin);
        breakLabels.add(end);
        Predicate again = bodyAndCondition.get();
        breakLabels.remove(breakLabels.size() - 1);
        branchIf(again, false, begin);
        emitter.place(end);
    }

    /** {@code for (i = from; i < to; i += step)}; tests at the end, after one test before. */
    public void forLoop(Operand from, Operand to, Operand step, Consumer<Register> body) {
        Register i = variable(from);
        ifThen(
                less(i, to),
                () -> doWhile(() -> {
                    body.accept(i);
                    increment(i, step);
                    return less(i, to);
                }));
    }

    /** Leaves the innermost loop where the condition holds. */
    public void breakIf(Predicate condition) {
        if (breakLabels.isEmpty()) {
            throw new IllegalStateException("kernel " + name + ": breakIf is outside of every loop");
        }
        branchIf(condition, false, breakLabels.get(breakLabels.size() - 1));
    }

    /** Ends the thread where the condition holds. */
    public void returnIf(Predicate condition) {
        emitter.guardNext(condition.index(), false);
        emitter.emit(Opcode.EXIT, -1, NONE, NONE, NONE, Detail.NONE);
    }

    /** {@code assert(condition)}: a thread for which it does not hold faults (rule ERR-4). */
    public void assertThat(Predicate condition, String message) {
        emitter.guardNext(condition.index(), true);
        emitter.emit(Opcode.TRAP, -1, NONE, NONE, NONE, new Detail.Assertion(message));
    }

    /** {@code __trap()}: the thread faults (rule ERR-4). */
    public void trap() {
        emitter.emit(Opcode.TRAP, -1, NONE, NONE, NONE, Detail.NONE);
    }

    /** {@code __syncthreads()}. */
    public void syncThreads() {
        emitter.emit(Opcode.BARRIER, -1, NONE, NONE, NONE, new Detail.Barrier(0, 0, false));
    }

    /**
     * {@code bar.sync} or {@code bar.arrive}: a barrier by its number, for a part of the block.
     *
     * @param number which barrier of the block, 0 to 15
     * @param threads how many arrivals open it, a multiple of the warp's size; 0 for the whole block
     * @param arriveOnly whether the warp goes on without waiting
     */
    public void barrier(int number, int threads, boolean arriveOnly) {
        emitter.emit(Opcode.BARRIER, -1, NONE, NONE, NONE, new Detail.Barrier(number, threads, arriveOnly));
    }

    /** {@code __syncwarp()}. */
    public void syncWarp() {
        emitter.emit(Opcode.WARP_SYNC, -1, NONE, NONE, NONE, Detail.NONE);
    }

    /** {@code __nanosleep}: pauses for about so many nanoseconds. */
    public void nanosleep(Operand nanos) {
        emitter.emit(Opcode.NANOSLEEP, -1, code(nanos), NONE, NONE, Detail.NONE);
    }

    /** Reads the value of another lane. */
    public Register shuffle(ShuffleMode mode, Operand value, Operand lane) {
        return result(
                value.type(), Opcode.SHUFFLE, code(value), code(lane), NONE, new Detail.Shuffle(mode, Lanes.COUNT));
    }

    /** {@code target =} the value of another lane. */
    public void shuffleInto(Register target, ShuffleMode mode, Operand value, Operand lane) {
        emitter.emit(
                Opcode.SHUFFLE, target.index(), code(value), code(lane), NONE, new Detail.Shuffle(mode, Lanes.COUNT));
    }

    /** The mask of the active lanes in which the condition holds. */
    public Register ballot(Predicate condition) {
        return result(ValueType.U32, Opcode.VOTE, condition.index(), NONE, NONE, new Detail.Vote(VoteMode.BALLOT));
    }

    /**
     * {@code printf}: conversions {@code d i u o x X c p} for integers and {@code f e g} for floats, {@code s} for the address
     * of a string in global memory, {@code %%}, with flags, width and
     * precision as in C. Only the first 32 arguments are printed (rule PRNT-4).
     *
     * @return the number of arguments
     */
    public Register printf(String format, Operand... arguments) {
        List<Integer> codes = new ArrayList<>();
        List<ValueType> types = new ArrayList<>();
        for (Operand argument : arguments) {
            codes.add(code(argument));
            types.add(argument.type());
        }
        return result(ValueType.S32, Opcode.PRINT, NONE, NONE, NONE, new Detail.Print(format, codes, types));
    }

    /**
     * {@code iterations} times an instruction mix, without values.
     *
     * @param iterations how often
     * @param mix the loop
     * @param stream address in global memory from which on the block's loads of the mix go through memory, iteration after iteration
     */
    public void bulk(Operand iterations, BulkMix mix, Operand stream) {
        emitter.emit(Opcode.BULK, -1, code(iterations), code(stream), NONE, new Detail.Bulk(mix));
    }

    /** Ends the build. */
    public Kernel build() {
        Kernel kernel = emitter.build(
                new KernelAttributes(
                        name,
                        registersPerThread,
                        staticSharedBytes,
                        localBytes,
                        maxThreadsPerBlock,
                        largeShared,
                        properties),
                ParameterLayout.of(parameterTypes));
        self.bind(kernel);
        return kernel;
    }

    int code(Operand operand) {
        return operand instanceof Register register ? register.index() : emitter.constant(((Constant) operand).bits());
    }

    Register newRegister(ValueType type) {
        return new Register(emitter.newRegisters(1), type);
    }

    private Register arithmetic(Arithmetic operation, Operand a, Operand b) {
        return result(a.type(), operation.opcode(a.type()), code(a), code(b), NONE, Detail.NONE);
    }

    private Register result(ValueType type, Opcode opcode, int a, int b, int c, Detail detail) {
        Register target = newRegister(type);
        emitter.emit(opcode, target.index(), a, b, c, detail);
        return target;
    }

    private void branchIf(Predicate condition, boolean negated, int label) {
        emitter.guardNext(condition.index(), negated);
        emitter.emitTo(Opcode.BRANCH, label, Detail.NONE);
    }
}
