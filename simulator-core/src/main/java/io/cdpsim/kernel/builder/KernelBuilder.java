package io.cdpsim.kernel.builder;

import io.cdpsim.kernel.code.BulkMix;
import io.cdpsim.kernel.code.ClusterShape;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.KernelProperty;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.ShuffleMode;
import io.cdpsim.kernel.code.Modifiers.VoteMode;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Constant;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.warp.Lanes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Writes a kernel in Java that reads like CUDA C.
 *
 * <p>Every expression returns a new register; {@link #assign} changes one. Control flow takes its bodies as lambdas, which run once, while
 * the kernel is built. Memory is reached through {@link #memory()}, the device runtime through {@link #device()}.
 */
public final class KernelBuilder extends ControlFlow {
    private static final int NONE = Instruction.NO_OPERAND;

    private final KernelReference self;
    private final String name;
    private final List<ValueType> parameterTypes = new ArrayList<>();
    private final MemoryCalls memory;
    private final DeviceRuntimeCalls device;
    private int registersPerThread = 32;
    private ClusterShape cluster = ClusterShape.NONE;
    private int staticSharedBytes;
    private int localBytes;
    private int maxThreadsPerBlock;
    private boolean largeShared;
    private final Set<KernelProperty> properties = EnumSet.noneOf(KernelProperty.class);

    /** Starts a kernel. */
    public KernelBuilder(String name) {
        this.name = name;
        this.self = new KernelReference(name);
        this.memory = new MemoryCalls(this, emitter);
        this.device = new DeviceRuntimeCalls(this, emitter);
    }

    /** The kernel itself, to launch it from its own code. */
    @Override
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

    /** Declares {@code __cluster_dims__} of blocks in one dimension. */
    public KernelBuilder clusterOf(int blocks) {
        cluster = new ClusterShape(blocks, 1, 1, true);
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
        return result(type, Opcode.LOAD_PARAMETER, NONE, NONE, NONE, new Modifiers.Parameter(offset, type));
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

    /** {@code __syncthreads()}. */
    public void syncThreads() {
        emitter.emit(Opcode.BARRIER, -1, NONE, NONE, NONE, new Modifiers.Barrier(0, 0, false));
    }

    /**
     * {@code bar.sync} or {@code bar.arrive}: a barrier by its number, for a part of the block.
     *
     * @param number which barrier of the block, 0 to 15
     * @param threads how many arrivals open it, a multiple of the warp's size; 0 for the whole block
     * @param arriveOnly whether the warp continues without waiting
     */
    public void barrier(int number, int threads, boolean arriveOnly) {
        emitter.emit(Opcode.BARRIER, -1, NONE, NONE, NONE, new Modifiers.Barrier(number, threads, arriveOnly));
    }

    /** {@code griddepcontrol.wait}, or {@code griddepcontrol.launch_dependents}. */
    public void gridDependency(boolean waits) {
        emitter.emit(Opcode.GRID_DEPENDENCY, -1, NONE, NONE, NONE, new Modifiers.GridDependency(waits));
    }

    /** {@code barrier.cluster.arrive}, or {@code barrier.cluster.wait}; {@code orders} without {@code .relaxed}. */
    public void clusterBarrier(boolean arrives, boolean orders) {
        emitter.emit(Opcode.CLUSTER_BARRIER, -1, NONE, NONE, NONE, new Modifiers.ClusterBarrier(arrives, orders));
    }

    /** {@code __syncwarp()}. */
    public void syncWarp() {
        emitter.emit(Opcode.WARP_SYNC, -1, NONE, NONE, NONE, Modifiers.NONE);
    }

    /** {@code __nanosleep}: pauses for about this many nanoseconds. */
    public void nanosleep(Operand nanos) {
        emitter.emit(Opcode.NANOSLEEP, -1, code(nanos), NONE, NONE, Modifiers.NONE);
    }

    /** Reads the value of another lane. */
    public Register shuffle(ShuffleMode mode, Operand value, Operand lane) {
        return result(
                value.type(), Opcode.SHUFFLE, code(value), code(lane), NONE, new Modifiers.Shuffle(mode, Lanes.COUNT));
    }

    /** {@code target =} the value of another lane. */
    public void shuffleInto(Register target, ShuffleMode mode, Operand value, Operand lane) {
        emitter.emit(
                Opcode.SHUFFLE,
                target(target),
                code(value),
                code(lane),
                NONE,
                new Modifiers.Shuffle(mode, Lanes.COUNT));
    }

    /** The mask of the active lanes in which the condition holds. */
    public Register ballot(Predicate condition) {
        return result(ValueType.U32, Opcode.VOTE, truth(condition), NONE, NONE, new Modifiers.Vote(VoteMode.BALLOT));
    }

    /**
     * {@code printf}: conversions {@code d i u o x X c p} for integers and {@code f e g} for floats, {@code s} for the address
     * of a string in global memory, {@code %%}, with flags, width ({@code *} for that of an
     * argument) and precision as in C. Any other specifier is printed as it is, such as {@code %zu} and {@code %.*f}. Only the first 32 arguments are printed (rule PRNT-4).
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
        return result(ValueType.S32, Opcode.PRINT, NONE, NONE, NONE, new Modifiers.Print(format, codes, types));
    }

    /**
     * {@code iterations} times an instruction mix, without values.
     *
     * @param iterations how often
     * @param mix the loop
     * @param stream address in global memory from which on the block's loads of the mix go through memory, iteration after iteration
     */
    public void bulk(Operand iterations, BulkMix mix, Operand stream) {
        emitter.emit(Opcode.BULK, -1, code(iterations), code(stream), NONE, new Modifiers.Bulk(mix));
    }

    /**
     * Ends the build.
     *
     * @throws io.cdpsim.kernel.verification.KernelVerificationException if the code is not sound, here or in a kernel that launches this one
     */
    public Kernel build() {
        Kernel kernel = emitter.build(
                new KernelAttributes(
                        name,
                        registersPerThread,
                        staticSharedBytes,
                        localBytes,
                        maxThreadsPerBlock,
                        largeShared,
                        properties,
                        cluster),
                ParameterLayout.of(parameterTypes));
        self.bind(kernel);
        return kernel;
    }
}
