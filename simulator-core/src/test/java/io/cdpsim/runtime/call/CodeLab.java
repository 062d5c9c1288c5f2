package io.cdpsim.runtime.call;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.CodeEmitter;
import io.cdpsim.kernel.call.DeviceCall;
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
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import java.util.List;

/** One kernel of plain instructions, as a front end emits them, and a machine to run it on. What each thread gives can be looked at. */
public final class CodeLab {
    public static final int NONE = Instruction.NO_OPERAND;

    private static final int THREADS = 1024;
    private static final int SLOTS = 16;

    private final Machine machine;
    private final CodeEmitter code = new CodeEmitter();
    private final long results;
    private int thread = -1;

    /** On an H200. */
    public CodeLab() {
        this(MachineSettings.of(Profiles.load("h200")));
    }

    public CodeLab(MachineSettings settings) {
        this(new Machine(settings));
    }

    /** Another kernel on a machine. */
    public CodeLab(Machine machine) {
        this.machine = machine;
        this.results = machine.host().malloc(8L * THREADS * SLOTS);
    }

    public Machine machine() {
        return machine;
    }

    public CodeEmitter code() {
        return code;
    }

    /** A constant. */
    public int constant(long bits) {
        return code.constant(bits);
    }

    /** A new register for values of any type. */
    public int register() {
        return code.newRegisters(1);
    }

    /** An instruction with a new register to write. */
    public int op(Opcode opcode, Modifiers detail, int... operands) {
        int register = register();
        into(register, opcode, detail, operands);
        return register;
    }

    /** An instruction that writes a register or a predicate, or nothing where that is -1. */
    public void into(int destination, Opcode opcode, Modifiers detail, int... operands) {
        code.emit(opcode, destination, at(operands, 0), at(operands, 1), at(operands, 2), detail);
    }

    private static int at(int[] operands, int index) {
        return index < operands.length ? operands[index] : NONE;
    }

    /** A special register. */
    public int special(SpecialRegister special) {
        return op(Opcode.READ_SPECIAL, new Modifiers.Special(special));
    }

    /** A call of the device runtime. @return its first result */
    public int call(DeviceCall call, Integer... arguments) {
        return call(new Modifiers.Device(call, List.of(arguments), null, false));
    }

    /** A call of the device runtime. @return its first result */
    public int call(Modifiers.Device detail) {
        int results = detail.call().results().size();
        int first = results == 0 ? -1 : code.newRegisters(results);
        into(first, Opcode.DEVICE_CALL, detail);
        return first;
    }

    /** 1 where a predicate holds, else 0. */
    public int truth(int predicate) {
        return op(Opcode.SELECT, Modifiers.NONE, constant(1), constant(0), predicate);
    }

    /** A predicate that holds where two 32-bit values compare so. */
    public int compare(io.cdpsim.kernel.code.Comparison comparison, int a, int b) {
        int predicate = code.newPredicate();
        into(predicate, Opcode.COMPARE_S32, new Modifiers.Compare(comparison), a, b);
        return predicate;
    }

    private static Modifiers.Access access(ValueType type, int count, StateSpace space) {
        return new Modifiers.Access(space, type, count, CachePolicy.ALL, MemoryOrder.WEAK, Scope.BLOCK, 0);
    }

    /** Loads a value of a space. */
    public int load(StateSpace space, ValueType type, int address) {
        return op(Opcode.LOAD, access(type, 1, space), address);
    }

    /** Stores values from registers that follow each other. */
    public void store(StateSpace space, ValueType type, int count, int address, int value) {
        into(-1, Opcode.STORE, access(type, count, space), address, value);
    }

    /** Loads values into registers that follow each other. @return the first */
    public int loadRow(StateSpace space, ValueType type, int count, int address) {
        int first = code.newRegisters(count);
        into(first, Opcode.LOAD, access(type, count, space), address);
        return first;
    }

    /** Each thread gives a value, as 64 bits of a register, in a slot from 0 on. */
    public void give(int slot, int value) {
        if (thread < 0) {
            thread = special(SpecialRegister.THREAD_X);
        }
        int address = op(
                Opcode.MAD_WIDE_U32,
                Modifiers.NONE,
                thread,
                constant(8),
                code.constant(results + 8L * THREADS * slot, RegisterType.INTEGER_64));
        store(StateSpace.GLOBAL, ValueType.S64, 1, address, op(Opcode.MOV, Modifiers.NONE, value));
    }

    /** Builds the kernel, without parameters. */
    public Kernel build(String name, int sharedBytes, int localBytes) {
        return code.build(
                new KernelAttributes(name, 32, sharedBytes, localBytes, 0, false), ParameterLayout.of(List.of()));
    }

    /** Builds the kernel and runs one block of it. */
    public CudaError run(int threads) {
        return run(build("lab", 256, 256), LaunchShape.of(1, threads));
    }

    /** Runs a kernel. */
    public CudaError run(Kernel kernel, LaunchShape shape, Number... arguments) {
        machine.host().launch(kernel, shape, machine.host().defaultStream(), arguments);
        return machine.host().synchronize();
    }

    /** What a thread has given in a slot. */
    public long given(int slot, int ofThread) {
        long at = results + 8L * THREADS * slot + 8L * ofThread;
        return machine.host().memory().readLong(at);
    }

    /** What is in a word of the device's memory. */
    public int word(long address) {
        return machine.host().memory().readInts(address, 1)[0];
    }

    /** What the machine says of its fault. */
    public String fault() {
        return machine.host().faultMessage();
    }
}
