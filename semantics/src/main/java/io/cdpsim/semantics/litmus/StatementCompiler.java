package io.cdpsim.semantics.litmus;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.memory.litmus.ArithmeticOperation;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusInstruction.StreamOperand;
import io.cdpsim.memory.litmus.LitmusScope;
import io.cdpsim.memory.litmus.ReadModifyWrite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/** Compiles single statements. Values are 64 bits wide, so that addresses are values too. */
final class StatementCompiler {
    private final KernelBuilder k;
    private final TestKernels kernels;
    private final ThreadFrame frame;
    private final VariableAddresses variables;
    private final List<Register> registers;
    private final Map<String, Operand> handles;
    private final Register record;
    private final Operand gridRecord;
    private final int threadsOfBlock;
    private final Map<Integer, Register> repetitions = new HashMap<>();

    /**
     * Starts a thread.
     *
     * @param handles the handles of the streams and events that the thread names
     * @param frame the records of threads
     * @param record the number of the thread's record
     * @param gridRecord the number of the record of the grid's first thread
     * @param threadsOfBlock threads of the block in the test
     */
    StatementCompiler(
            KernelBuilder k,
            TestKernels kernels,
            ThreadFrame frame,
            VariableAddresses variables,
            List<Register> registers,
            Map<String, Operand> handles,
            Register record,
            Operand gridRecord,
            int threadsOfBlock) {
        this.k = k;
        this.kernels = kernels;
        this.frame = frame;
        this.variables = variables;
        this.registers = registers;
        this.handles = handles;
        this.record = record;
        this.gridRecord = gridRecord;
        this.threadsOfBlock = threadsOfBlock;
    }

    /** Allocates the count of a launch before the code of the thread, since the launch may be inside a loop. */
    void countRepetitions(LitmusInstruction.Launch launch) {
        repetitions.put(kernels.sites().numberOf(launch), k.variable(Operand.s64(0)));
    }

    void emit(LitmusInstruction instruction) {
        if (instruction instanceof LitmusInstruction.Load load) {
            k.memory()
                    .loadInto(
                            registers.get(load.register()), value(load.address()), access(load.order(), load.scope()));
        } else if (instruction instanceof LitmusInstruction.Store store) {
            k.memory().store(value(store.address()), value(store.value()), access(store.order(), store.scope()));
        } else if (instruction instanceof LitmusInstruction.Atomic atomic) {
            atomic(atomic);
        } else if (instruction instanceof LitmusInstruction.Fence fence) {
            k.memory().fence(fence.scope().simulated(), fence.sequentiallyConsistent());
        } else if (instruction instanceof LitmusInstruction.ProxyFence) {
            // Simulated textures, surfaces and constants are accessed as memory is, so a proxy fence orders nothing
            // more.
        } else if (instruction instanceof LitmusInstruction.Barrier barrier) {
            barrier(barrier);
        } else if (instruction instanceof LitmusInstruction.Move move) {
            k.assign(registers.get(move.register()), value(move.value()));
        } else if (instruction instanceof LitmusInstruction.Arithmetic arithmetic) {
            k.assign(registers.get(arithmetic.register()), result(arithmetic));
        } else if (instruction instanceof LitmusInstruction.Launch launch) {
            launch(launch);
        } else if (instruction instanceof LitmusInstruction.GraphLaunch launch) {
            Register handle =
                    frame.launchGraph(k, kernels.sites(), kernels.sites().graphOf(launch), record);
            k.device().graphLaunch(handle, graphStream(launch.stream()));
        } else if (instruction instanceof LitmusInstruction.DependentLaunch) {
            k.gridDependency(false);
        } else if (instruction instanceof LitmusInstruction.DependencyWait) {
            k.gridDependency(true);
        } else if (instruction instanceof LitmusInstruction.ClusterArrival arrival) {
            k.clusterBarrier(true, arrival.releases());
        } else if (instruction instanceof LitmusInstruction.ClusterWait) {
            k.clusterBarrier(false, true);
        } else if (instruction instanceof LitmusInstruction.GridBarrier) {
            gridBarrier();
        } else if (instruction instanceof LitmusInstruction.Synchronize) {
            k.device().deviceSynchronize();
        } else if (instruction instanceof LitmusInstruction.RecordEvent recording) {
            k.device().eventRecord(handle(RecordLayout.eventKey(recording.event())), stream(recording.stream()));
        } else if (instruction instanceof LitmusInstruction.WaitEvent waiting) {
            k.device().streamWaitEvent(stream(waiting.stream()), handle(RecordLayout.eventKey(waiting.event())));
        } else {
            throw new IllegalArgumentException("no code for " + instruction);
        }
    }

    /** The streams of graphs: cudaStreamGraphTailLaunch, cudaStreamGraphFireAndForget and cudaStreamGraphFireAndForgetAsSibling. */
    private static Operand graphStream(StreamOperand stream) {
        return Operand.u64(
                stream == StreamOperand.Predefined.TAIL
                        ? 1L << 56
                        : stream == StreamOperand.Predefined.SIBLING ? 3L << 56 : 2L << 56);
    }

    /** A barrier of the grid, as a count of arrivals that each thread waits for. */
    private void gridBarrier() {
        Operand threads = kernels.threadsOfGrid(k, threadsOfBlock, gridRecord);
        Register count = frame.barrierAddress(k, gridRecord);
        Register before = k.memory()
                .atomic(
                        count,
                        Operand.s64(1),
                        Operand.s64(1),
                        new Modifiers.Atomic(
                                StateSpace.GENERIC,
                                ValueType.S64,
                                io.cdpsim.kernel.code.AtomicOperation.ADD,
                                true,
                                MemoryOrder.ACQUIRE_RELEASE,
                                Scope.DEVICE,
                                0));
        Register wanted = k.multiply(k.add(k.divide(before, threads), Operand.s64(1)), threads);
        Register arrived = k.variable(Operand.s64(0));
        k.doWhile(() -> {
            k.memory().loadInto(arrived, count, access(MemoryOrder.ACQUIRE, LitmusScope.DEVICE));
            return k.less(arrived, wanted);
        });
    }

    /** A hardware barrier, whose number and count are immediate: a barrier with these in registers has one for each value. */
    private void barrier(LitmusInstruction.Barrier barrier) {
        boolean arrivesOnly = !barrier.waits();
        eachValue(barrier.resource(), 0, SimulationLimits.BARRIERS - 1, k::trap, resource -> {
            if (barrier.count().isEmpty()) {
                k.barrier(resource, threads(threadsOfBlock), arrivesOnly);
                return;
            }
            // One more than the number of existing barriers.
            Runnable never = () -> k.barrier(resource, threads(threadsOfBlock + 1), arrivesOnly);
            eachValue(
                    barrier.count().get(),
                    1,
                    threadsOfBlock,
                    never,
                    count -> k.barrier(resource, threads(count), arrivesOnly));
        });
    }

    /** A thread of the test has its own warp in a test with barriers. */
    private static int threads(int warps) {
        return TestKernels.WARP_THREADS * warps;
    }

    /** Code for each value that an operand may have, and for any other. */
    private void eachValue(
            io.cdpsim.memory.litmus.LitmusOperand operand, int from, int to, Runnable otherwise, IntConsumer code) {
        if (operand instanceof io.cdpsim.memory.litmus.LitmusOperand.Immediate known) {
            boolean within = known.value() >= from && known.value() <= to;
            if (within) {
                code.accept((int) known.value());
            } else {
                otherwise.run();
            }
            return;
        }
        Operand value = value(operand);
        for (int each = from; each <= to; each++) {
            int here = each;
            k.ifThen(k.equal(value, Operand.s64(here)), () -> code.accept(here));
        }
        k.ifThen(k.less(value, Operand.s64(from)), otherwise);
        k.ifThen(k.greater(value, Operand.s64(to)), otherwise);
    }

    Operand value(io.cdpsim.memory.litmus.LitmusOperand operand) {
        if (operand instanceof io.cdpsim.memory.litmus.LitmusOperand.Immediate immediate) {
            return Operand.s64(immediate.value());
        }
        if (operand instanceof io.cdpsim.memory.litmus.LitmusOperand.Register register) {
            return registers.get(register.index());
        }
        if (operand instanceof io.cdpsim.memory.litmus.LitmusOperand.Symbol symbol) {
            return Operand.s64(variables.of(symbol.variable()));
        }
        return handle(RecordLayout.streamKey(((io.cdpsim.memory.litmus.LitmusOperand.StreamHandle) operand).name()));
    }

    private static Modifiers.Access access(MemoryOrder order, LitmusScope scope) {
        CachePolicy cache = order == MemoryOrder.WEAK ? CachePolicy.ALL : CachePolicy.GLOBAL_LEVEL;
        return new Modifiers.Access(StateSpace.GENERIC, ValueType.S64, 1, cache, order, scope.simulated(), 0);
    }

    private void atomic(LitmusInstruction.Atomic atomic) {
        boolean subtracts = atomic.operation() == ReadModifyWrite.SUBTRACT;
        Operand operand = value(atomic.operand());
        Register old = k.memory()
                .atomic(
                        value(atomic.address()),
                        subtracts ? k.subtract(Operand.s64(0), operand) : operand,
                        value(atomic.replacement()),
                        new Modifiers.Atomic(
                                StateSpace.GENERIC,
                                ValueType.S64,
                                operation(atomic.operation()),
                                atomic.register().isPresent(),
                                atomic.order(),
                                atomic.scope().simulated(),
                                0));
        atomic.register().ifPresent(register -> k.assign(registers.get(register), old));
    }

    private static io.cdpsim.kernel.code.AtomicOperation operation(ReadModifyWrite operation) {
        return switch (operation) {
            case ADD, SUBTRACT -> io.cdpsim.kernel.code.AtomicOperation.ADD;
            case AND -> io.cdpsim.kernel.code.AtomicOperation.AND;
            case OR -> io.cdpsim.kernel.code.AtomicOperation.OR;
            case XOR -> io.cdpsim.kernel.code.AtomicOperation.XOR;
            case MINIMUM -> io.cdpsim.kernel.code.AtomicOperation.MINIMUM;
            case MAXIMUM -> io.cdpsim.kernel.code.AtomicOperation.MAXIMUM;
            case INCREMENT -> io.cdpsim.kernel.code.AtomicOperation.INCREMENT;
            case DECREMENT -> io.cdpsim.kernel.code.AtomicOperation.DECREMENT;
            case EXCHANGE -> io.cdpsim.kernel.code.AtomicOperation.EXCHANGE;
            case COMPARE_AND_SWAP -> io.cdpsim.kernel.code.AtomicOperation.COMPARE_AND_SWAP;
        };
    }

    private Operand result(LitmusInstruction.Arithmetic arithmetic) {
        Operand left = value(arithmetic.left());
        Operand right = value(arithmetic.right());
        return switch (arithmetic.operation()) {
            case ADD -> k.add(left, right);
            case SUBTRACT -> k.subtract(left, right);
            case MULTIPLY -> k.multiply(left, right);
            case DIVIDE, REMAINDER -> divided(arithmetic.operation(), left, right);
            case AND -> k.and(left, right);
            case OR -> k.or(left, right);
            case XOR -> k.xor(left, right);
            case MINIMUM -> k.minimum(left, right);
            case MAXIMUM -> k.maximum(left, right);
            case INCREMENT, DECREMENT -> throw new IllegalStateException(arithmetic + " is of atomics alone");
        };
    }

    /** Division by 0 yields 0 in a litmus test, whatever the hardware does. */
    private Operand divided(ArithmeticOperation operation, Operand left, Operand right) {
        Predicate byZero = k.equal(right, Operand.s64(0));
        Operand divisor = k.select(byZero, Operand.s64(1), right);
        Operand result = operation == ArithmeticOperation.DIVIDE ? k.divide(left, divisor) : k.remainder(left, divisor);
        return k.select(byZero, Operand.s64(0), result);
    }

    private void launch(LitmusInstruction.Launch launch) {
        int site = kernels.sites().numberOf(launch);
        int threads = launch.blocks() * launch.threads();
        Register first = k.memory()
                .atomic(
                        io.cdpsim.kernel.code.AtomicOperation.ADD,
                        ValueType.S64,
                        Operand.s64(variables.counter()),
                        Operand.s64(threads));
        k.ifThen(k.greater(first, Operand.s64(RecordLayout.RECORDS / 2 - threads)), k::trap);
        Register repetition = repetitions.get(site);
        List<Operand> parameters = new ArrayList<>(List.of(first, record, Operand.s64(site)));
        if (repetition == null) {
            parameters.add(Operand.s64(0));
        } else {
            parameters.add(k.unary(Opcode.MOV, ValueType.S64, repetition));
            k.increment(repetition, Operand.s64(1));
        }
        launch.arguments().forEach(each -> parameters.add(value(each)));
        k.device()
                .launch(
                        kernels.reference(launch, false),
                        Operand.u32(launch.blocks()),
                        Operand.u32(kernels.threadsOfBlock(launch.kernel(), launch.threads())),
                        stream(launch.stream()),
                        parameters.toArray(new Operand[0]));
    }

    private Operand stream(StreamOperand stream) {
        if (stream instanceof StreamOperand.Predefined predefined) {
            return switch (predefined) {
                case NULL -> DeviceRuntimeCalls.NULL_STREAM;
                case FIRE_AND_FORGET, SIBLING -> DeviceRuntimeCalls.FIRE_AND_FORGET;
                case TAIL -> DeviceRuntimeCalls.TAIL_LAUNCH;
                case PER_THREAD -> DeviceRuntimeCalls.PER_THREAD_STREAM;
            };
        }
        return stream instanceof StreamOperand.Named named
                ? handle(RecordLayout.streamKey(named.name()))
                : registers.get(((StreamOperand.Handle) stream).register());
    }

    private Operand handle(String key) {
        Operand handle = handles.get(key);
        if (handle == null) {
            throw new IllegalStateException("no handle was made for " + key);
        }
        return handle;
    }
}
