package io.cdpsim.experiments.validation.bench;

import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.OptionalDouble;

/** The {@code coop} rows: the time of a barrier of a cooperative grid (rule K-4), as cooperative groups implement it, and of a block. */
public final class GridBarrierBench implements Experiment {
    private static final String GRID = "grid_sync_";
    private static final int TURNED_BIT = 0x8000_0000;

    /** Fewer than the 200 measured ones, which differ by less than a percent. */
    private static final int BARRIERS = 20;

    @Override
    public OptionalDouble simulate(MeasuredRow row, GpuProfile profile) {
        if (!row.bench().equals("coop") || !row.metric().equals("each")) {
            return OptionalDouble.empty();
        }
        int count = row.intValue();
        if (row.variant().equals("block_sync")) {
            return OptionalDouble.of(cycles(profile, 1, count, false));
        }
        if (!row.variant().startsWith(GRID)) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(
                cycles(profile, count, Integer.parseInt(row.variant().substring(GRID.length())), true));
    }

    private static double cycles(GpuProfile profile, int blocks, int threads, boolean ofGrid) {
        Host host = new Machine(MachineSettings.of(profile)).host();
        long spent = host.malloc(8L * blocks);
        byte[] parameters = new byte[8];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = (byte) (spent >>> (8 * i));
        }
        host.launchCooperative(barriers(ofGrid), LaunchShape.of(blocks, threads), host.defaultStream(), parameters);
        host.synchronize();
        long most = 0;
        for (int i = 0; i < blocks; i++) {
            most = Math.max(most, host.memory().readLong(spent + 8L * i));
        }
        return (double) most / BARRIERS;
    }

    private static Kernel barriers(boolean ofGrid) {
        KernelBuilder k = new KernelBuilder("barriers").registersPerThread(24);
        Register spent = k.parameter(ValueType.U64);
        Register others = k.subtract(k.special(SpecialRegister.GRID_DIM_X), Operand.u32(1));
        Register first = k.subtract(Operand.u32(TURNED_BIT), others);
        Register arrivals = k.select(k.equal(k.blockX(), Operand.u32(0)), first, Operand.u32(1));
        Register high = k.shiftLeft(wide(k, SpecialRegister.GRID_WORKSPACE_HIGH), Operand.u32(32));
        Register low = k.and(wide(k, SpecialRegister.GRID_WORKSPACE_LOW), Operand.u64(0xFFFF_FFFFL));
        Register word = k.add(k.or(high, low), Operand.u64(4));
        Predicate isFirst = k.equal(k.threadX(), Operand.u32(0));
        Runnable synchronize = () -> {
            k.syncThreads();
            if (ofGrid) {
                k.ifThen(isFirst, () -> arriveAndWait(k, word, arrivals));
                k.syncThreads();
            }
        };
        synchronize.run();
        Register before = k.special(SpecialRegister.CLOCK);
        // No loop, as nvcc unrolls it.
        for (int i = 0; i < BARRIERS; i++) {
            synchronize.run();
        }
        Register cycles = k.subtract(k.special(SpecialRegister.CLOCK), before);
        k.ifThen(isFirst, () -> k.memory().store(ValueType.U64, k.element(spent, k.blockX(), 8), cycles));
        return k.build();
    }

    private static Register wide(KernelBuilder k, SpecialRegister register) {
        return k.element(Operand.u64(0), k.special(register), 1);
    }

    private static void arriveAndWait(KernelBuilder k, Register word, Register arrivals) {
        Register old = k.memory()
                .atomic(
                        word,
                        arrivals,
                        arrivals,
                        new Modifiers.Atomic(
                                StateSpace.GLOBAL,
                                ValueType.U32,
                                AtomicOperation.ADD,
                                true,
                                MemoryOrder.RELEASE,
                                Scope.DEVICE,
                                0));
        Modifiers.Access acquire = new Modifiers.Access(
                StateSpace.GLOBAL, ValueType.U32, 1, CachePolicy.ALL, MemoryOrder.ACQUIRE, Scope.DEVICE, 0);
        k.doWhile(() -> k.equal(
                k.and(k.xor(old, k.memory().load(ValueType.U32, word, acquire)), Operand.u32(TURNED_BIT)),
                Operand.u32(0)));
    }
}
