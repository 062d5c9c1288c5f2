package io.cdpsim.workloads.bfs;

import static io.cdpsim.kernel.code.ValueType.U32;
import static io.cdpsim.kernel.code.ValueType.U64;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.workloads.ChildStream;

/**
 * A search that stays on the device: one thread launches level after level. Parameters: offsets, neighbours, levels, frontier, next frontier, address
 * of the two counts, level of the frontier, threshold, threads of a child's block. The count of the frontier of an even level is in word 0, that of
 * an odd level in word 1.
 *
 * <p>Registers a thread are those that ptxas of CUDA 13.0 reports for the same kernel in CUDA C for sm_90.
 */
final class DriverKernels {
    private static final Operand ZERO = Operand.u32(0);
    private static final Operand ONE = Operand.u32(1);
    private static final Operand LEVEL_THREADS = Operand.u32(256);
    private static final int REGISTERS = 26;

    private DriverKernels() {}

    private record Parameters(
            Register offsets,
            Register neighbours,
            Register levels,
            Register previous,
            Register next,
            Register counts,
            Register level,
            Register threshold,
            Register childThreads) {
        static Parameters declare(KernelBuilder k) {
            return new Parameters(
                    k.parameter(U64),
                    k.parameter(U64),
                    k.parameter(U64),
                    k.parameter(U64),
                    k.parameter(U64),
                    k.parameter(U64),
                    k.parameter(U32),
                    k.parameter(U32),
                    k.parameter(U32));
        }

        /** Vertices of the level's frontier. */
        Register count(KernelBuilder k) {
            return SearchParameters.load(k, counts, k.and(level, ONE));
        }

        /** Clears the next count and launches the level. @return the next level */
        Register launchLevel(
                KernelBuilder k,
                KernelReference expand,
                Operand previousFrontier,
                Operand nextFrontier,
                Operand count) {
            Register nextLevel = k.add(level, ONE);
            Register nextCount = SearchParameters.at(k, counts, k.and(nextLevel, ONE));
            k.memory().store(U32, nextCount, ZERO);
            Register blocks = k.shiftRight(k.add(count, Operand.u32(255)), Operand.u32(8));
            k.at("driver: launch of a level");
            k.device()
                    .launch(
                            expand,
                            blocks,
                            LEVEL_THREADS,
                            DeviceRuntimeCalls.NULL_STREAM,
                            offsets,
                            neighbours,
                            levels,
                            previousFrontier,
                            nextFrontier,
                            count,
                            nextCount,
                            nextLevel,
                            threshold,
                            childThreads);
            return nextLevel;
        }
    }

    /** Each grid launches a level, and itself into the tail stream for the next one (CDP2). */
    static Kernel relaunching(ChildStream stream) {
        KernelReference expand = KernelReference.to(ChildKernels.expand(stream));
        KernelBuilder k = new KernelBuilder("driver").registersPerThread(REGISTERS);
        Parameters p = Parameters.declare(k);
        k.at("driver: vertices of the frontier");
        Register count = p.count(k);
        k.ifThen(k.notEqual(count, ZERO), () -> {
            Register nextLevel = p.launchLevel(k, expand, p.previous(), p.next(), count);
            k.at("driver: tail launch of itself");
            k.device()
                    .launch(
                            k.self(),
                            ONE,
                            ONE,
                            DeviceRuntimeCalls.TAIL_LAUNCH,
                            p.offsets(),
                            p.neighbours(),
                            p.levels(),
                            p.next(),
                            p.previous(),
                            p.counts(),
                            nextLevel,
                            p.threshold(),
                            p.childThreads());
        });
        return k.build();
    }

    /** A loop that launches a level, waits for it, and swaps the frontiers (CDP1). */
    static Kernel synchronizing(ChildStream stream) {
        KernelReference expand = KernelReference.to(ChildKernels.expand(stream));
        KernelBuilder k = new KernelBuilder("driver").registersPerThread(REGISTERS);
        Parameters p = Parameters.declare(k);
        k.at("driver: vertices of the frontier");
        Register count = p.count(k);
        k.ifThen(k.notEqual(count, ZERO), () -> k.doWhile(() -> nextLevel(k, p, expand, count)));
        return k.build();
    }

    private static Predicate nextLevel(KernelBuilder k, Parameters p, KernelReference expand, Register count) {
        Register nextLevel = p.launchLevel(k, expand, p.previous(), p.next(), count);
        k.at("driver: wait for the level");
        k.device().deviceSynchronize();
        k.at("driver: swap of the frontiers");
        k.assign(p.level(), nextLevel);
        Register former = k.variable(p.previous());
        k.assign(p.previous(), p.next());
        k.assign(p.next(), former);
        k.assign(count, p.count(k));
        return k.notEqual(count, ZERO);
    }
}
