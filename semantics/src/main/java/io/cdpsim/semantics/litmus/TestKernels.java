package io.cdpsim.semantics.litmus;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import io.cdpsim.memory.litmus.LitmusTest.KernelProgram;
import io.cdpsim.memory.litmus.LitmusTest.LitmusVariable;
import io.cdpsim.memory.litmus.LitmusTest.TestThread;
import io.cdpsim.warp.Lanes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The kernels of one run of a test. Threads of a block are lanes of one warp or a warp each, in an order drawn anew for each run; a warp
 * each in tests with barriers or loops, which diverged lanes of one warp cannot execute concurrently.
 */
final class TestKernels {
    static final int WARP_THREADS = Lanes.COUNT;

    private final LitmusTest test;
    private final RecordLayout layout;
    private final LaunchSites sites;
    private final VariableAddresses variables;
    private final SplittableRandom random;
    private final RandomPauses pauses;
    private final boolean showsShared;
    private final ThreadFrame frame;
    private final Map<Integer, Integer> strides = new HashMap<>();
    private final Map<String, KernelReference> references = new HashMap<>();
    private final List<Runnable> unbuilt = new ArrayList<>();

    TestKernels(
            LitmusTest test,
            RecordLayout layout,
            LaunchSites sites,
            VariableAddresses variables,
            SplittableRandom random,
            boolean showsShared) {
        this.test = test;
        this.layout = layout;
        this.sites = sites;
        this.variables = variables;
        this.random = random;
        this.pauses = new RandomPauses(random);
        this.showsShared = showsShared;
        this.frame = new ThreadFrame(test, layout, variables, showsShared);
    }

    LaunchSites sites() {
        return sites;
    }

    /** The kernel for a launch or a node; {@link #buildAll} builds it. */
    KernelReference reference(LitmusInstruction.Launch launch, boolean isNode) {
        int kernel = launch.kernel();
        int threads = launch.threads();
        int cluster = launch.attributes().clusterBlocks();
        String key = kernel + "x" + threads + "x" + cluster + (isNode ? " node" : "");
        KernelReference known = references.get(key);
        if (known == null) {
            KernelReference reference =
                    new KernelReference(test.kernels().get(kernel).name());
            references.put(key, reference);
            unbuilt.add(() -> reference.bind(launched(kernel, threads, cluster, isNode)));
            return reference;
        }
        return known;
    }

    /** Builds the kernels that others launch, transitively. */
    void buildAll() {
        while (!unbuilt.isEmpty()) {
            unbuilt.remove(unbuilt.size() - 1).run();
        }
    }

    /** Threads of a block of a launched kernel, including those that pad warps. */
    int threadsOfBlock(int kernel, int threads) {
        return threads == 1
                ? 1
                : threads * stride(kernel, threads, test.kernels().get(kernel).programs());
    }

    private int stride(int kernel, int threads, List<LitmusProgram> programs) {
        boolean canShare = !showsShared
                && programs.stream().noneMatch(ThreadCompiler::jumps)
                && programs.stream().noneMatch(TestKernels::hasBarrier)
                && test.variables().stream().noneMatch(each -> each.space() == AddressSpace.SHARED);
        boolean mustShare = threads > WARP_THREADS;
        return strides.computeIfAbsent(
                kernel * 1024 + threads, key -> mustShare || (canShare && random.nextBoolean()) ? 1 : WARP_THREADS);
    }

    private static boolean hasBarrier(LitmusProgram program) {
        return program.statements().stream()
                .map(LitmusStatement::instruction)
                .anyMatch(each -> each instanceof LitmusInstruction.Barrier
                        || each instanceof LitmusInstruction.GridBarrier
                        || each instanceof LitmusInstruction.ClusterArrival
                        || each instanceof LitmusInstruction.ClusterWait);
    }

    /** The kernel of the threads that run from the start on a device. */
    Kernel initial(int gpu) {
        List<TestThread> threads =
                test.threads().stream().filter(each -> each.gpu() == gpu).toList();
        List<Integer> blocks =
                threads.stream().map(TestThread::block).distinct().sorted().toList();
        int stride = initialStride(gpu);
        KernelBuilder k = new KernelBuilder("test");
        Register first = ThreadCompiler.parameter(k);
        Register parent = ThreadCompiler.parameter(k);
        Register site = ThreadCompiler.parameter(k);
        Register repetition = ThreadCompiler.parameter(k);
        List<BlockThread> roles = new ArrayList<>();
        Register index = k.variable(Operand.s64(0));
        for (int b = 0; b < blocks.size(); b++) {
            int number = blocks.get(b);
            List<TestThread> block =
                    threads.stream().filter(each -> each.block() == number).toList();
            for (int t = 0; t < block.size(); t++) {
                Predicate chosen =
                        k.and(k.equal(k.blockX(), Operand.u32(b)), k.equal(k.threadX(), Operand.u32(t * stride)));
                int position = test.threads().indexOf(block.get(t));
                k.ifThen(chosen, () -> k.assign(index, Operand.s64(position)));
                roles.add(new BlockThread(block.get(t).program(), chosen, index, block.size(), List.of(block.get(t))));
            }
        }
        // Threads of several devices share the one table, in which a thread of the test is its own number.
        emit(k, new GridIdentity(first, parent, site, repetition, Operand.s64(0)), roles, List.of());
        return k.build();
    }

    /** Blocks of the grid that runs from the start on a device. */
    int initialBlocks(int gpu) {
        return (int) test.threads().stream()
                .filter(each -> each.gpu() == gpu)
                .map(TestThread::block)
                .distinct()
                .count();
    }

    /** Threads of its block, including those that pad warps. */
    int initialThreads(int gpu) {
        int width = initialWidth(gpu);
        return width == 1 ? 1 : width * initialStride(gpu);
    }

    private int initialWidth(int gpu) {
        return (int) test.threads().stream()
                .filter(each -> each.gpu() == gpu)
                .mapToLong(each -> test.threads().stream()
                        .filter(other -> other.gpu() == gpu && other.block() == each.block())
                        .count())
                .max()
                .orElse(1);
    }

    private int initialStride(int gpu) {
        List<LitmusProgram> programs = test.threads().stream()
                .filter(each -> each.gpu() == gpu)
                .map(TestThread::program)
                .toList();
        return stride(-1 - gpu, initialWidth(gpu), programs);
    }

    private Kernel launched(int kernel, int threads, int cluster, boolean isNode) {
        KernelProgram source = test.kernels().get(kernel);
        int stride = stride(kernel, threads, source.programs());
        KernelBuilder k = new KernelBuilder(source.name());
        if (cluster > 1) {
            k.clusterOf(cluster);
        }
        Register first = ThreadCompiler.parameter(k);
        Register known = ThreadCompiler.parameter(k);
        Register site = ThreadCompiler.parameter(k);
        Register repetition = ThreadCompiler.parameter(k);
        List<Register> arguments = new ArrayList<>();
        for (int i = 0; i < source.parameters(); i++) {
            arguments.add(ThreadCompiler.parameter(k));
        }
        Register parent = isNode ? frame.load(k, first, layout.launcherWord()) : known;
        Register block = k.multiply(wide(k, k.blockX()), Operand.s64(threads));
        Register index = k.variable(k.add(block, k.divide(wide(k, k.threadX()), Operand.s64(stride))));
        Predicate fills = k.notEqual(k.remainder(k.threadX(), Operand.u32(stride)), Operand.u32(0));
        k.returnIf(fills);
        List<BlockThread> roles = new ArrayList<>();
        for (int t = 0; t < source.programs().size(); t++) {
            Predicate chosen = source.programs().size() == 1
                    ? k.equal(Operand.u32(0), Operand.u32(0))
                    : k.equal(k.threadX(), Operand.u32(t * stride));
            roles.add(new BlockThread(source.programs().get(t), chosen, index, threads, List.of()));
        }
        Operand scopeRecord = test.dialect() == Dialect.CDP1 ? block : Operand.s64(0);
        emit(k, new GridIdentity(first, parent, site, repetition, scopeRecord), roles, arguments);
        return k.build();
    }

    private static Register wide(KernelBuilder k, Register narrow) {
        return k.unary(Opcode.CVT_U32_TO_U64, ValueType.S64, narrow);
    }

    private void emit(KernelBuilder k, GridIdentity identity, List<BlockThread> roles, List<Register> arguments) {
        reserve(k);
        List<BlockThread> order = new ArrayList<>(roles);
        for (int i = order.size() - 1; i > 0; i--) {
            Collections.swap(order, i, random.nextInt(i + 1));
        }
        for (BlockThread role : order) {
            k.ifThen(role.chosen(), () -> thread(k, identity, role, arguments));
        }
    }

    /** The threads of the test in a grid, of which a constant record means that it runs from the start. */
    Operand threadsOfGrid(KernelBuilder k, int threadsOfBlock, Operand gridRecord) {
        if (gridRecord instanceof Operand.Constant first) {
            int gpu = test.threads().get((int) first.bits()).gpu();
            return Operand.s64(
                    test.threads().stream().filter(each -> each.gpu() == gpu).count());
        }
        return k.multiply(wide(k, k.gridDimX()), Operand.s64(threadsOfBlock));
    }

    /** The record of the grid's first thread. */
    private Operand gridRecord(GridIdentity identity, BlockThread role) {
        if (role.from().isEmpty()) {
            return identity.first();
        }
        int gpu = role.from().get(0).gpu();
        for (int i = 0; i < test.threads().size(); i++) {
            if (test.threads().get(i).gpu() == gpu) {
                return Operand.s64(i);
            }
        }
        throw new IllegalStateException("the thread belongs to another test");
    }

    private void reserve(KernelBuilder k) {
        for (LitmusVariable variable : test.variables()) {
            if (variable.space() == AddressSpace.SHARED) {
                k.sharedArray(16);
            } else if (variable.space() == AddressSpace.LOCAL) {
                k.localArray(16);
            }
        }
    }

    private void thread(KernelBuilder k, GridIdentity identity, BlockThread role, List<Register> arguments) {
        Register record = k.add(identity.first(), role.index());
        frame.initialiseOwn(k, role.threadsOfBlock());
        LitmusProgram program = role.program();
        List<Register> registers = new ArrayList<>(arguments);
        registers.addAll(ThreadCompiler.zeros(k, program.registers().size() - arguments.size()));
        for (TestThread from : role.from()) {
            for (TestThread.InitialRegister each : from.initialRegisters()) {
                Operand value = each.value() instanceof io.cdpsim.memory.litmus.LitmusOperand.Symbol symbol
                        ? Operand.s64(variables.of(symbol.variable()))
                        : Operand.s64(((io.cdpsim.memory.litmus.LitmusOperand.Immediate) each.value()).value());
                k.assign(registers.get(each.register()), value);
            }
        }
        StatementCompiler statements = new StatementCompiler(
                k,
                this,
                frame,
                variables,
                registers,
                frame.handles(k, identity, role),
                record,
                gridRecord(identity, role),
                role.threadsOfBlock());
        if (ThreadCompiler.jumps(program)) {
            for (LitmusStatement each : program.statements()) {
                if (each.instruction() instanceof LitmusInstruction.Launch launch) {
                    statements.countRepetitions(launch);
                }
            }
        }
        new ThreadCompiler(k, program, statements, pauses, record).emit();
        k.at("");
        frame.leaveRecord(k, identity, role, registers, record);
    }
}
