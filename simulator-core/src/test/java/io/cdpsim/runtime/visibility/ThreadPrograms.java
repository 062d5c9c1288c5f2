package io.cdpsim.runtime.visibility;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.memory.visibility.report.RaceKind.BLOCKS;
import static io.cdpsim.memory.visibility.report.RaceKind.TEXTURE;
import static io.cdpsim.memory.visibility.report.RaceKind.THREADS;
import static io.cdpsim.runtime.visibility.LabelledProgram.clean;
import static io.cdpsim.runtime.visibility.LabelledProgram.racy;
import static io.cdpsim.runtime.visibility.LaunchPrograms.pause;
import static io.cdpsim.runtime.visibility.ProgramLab.load;
import static io.cdpsim.runtime.visibility.ProgramLab.onlyBlock;
import static io.cdpsim.runtime.visibility.ProgramLab.onlyThread;
import static io.cdpsim.runtime.visibility.ProgramLab.store;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import java.util.List;
import java.util.function.Consumer;

/** Programs whose order, or lack of it, comes from barriers and atomics within a grid. */
final class ThreadPrograms {
    private ThreadPrograms() {}

    /** Two threads, by what each does; the second comes later. */
    static Consumer<ProgramLab> threads(
            int first, int second, Consumer<KernelBuilder> between, ProgramPart one, ProgramPart other) {
        return lab -> lab.run(1, 64, k -> {
            onlyThread(k, first, () -> one.write(k, lab));
            between.accept(k);
            onlyThread(k, second, () -> other.write(k, lab));
        });
    }

    /** Two blocks, by what each does. */
    static Consumer<ProgramLab> blocks(ProgramPart one, ProgramPart other) {
        return lab -> lab.run(2, 1, k -> {
            onlyBlock(k, 0, () -> one.write(k, lab));
            onlyBlock(k, 1, () -> other.write(k, lab));
        });
    }

    /** A part of a program. */
    interface ProgramPart {
        void write(KernelBuilder k, ProgramLab lab);
    }

    private static final ProgramPart STORE = (k, lab) -> store(k, lab.x(), 1);
    private static final ProgramPart READ = (k, lab) -> lab.observe(k, lab.x(), 9);
    private static final ProgramPart TEXTURE_READ =
            (k, lab) -> k.memory().store(ValueType.S32, lab.word(9), k.memory().loadTexture(ValueType.S32, lab.x()));
    private static final ProgramPart LATE_READ = (k, lab) -> {
        pause(k);
        lab.observe(k, lab.x(), 9);
    };

    /** One thread stores to shared memory, another loads; many blocks in a row use the same places. */
    private static Consumer<ProgramLab> shared(int writer, int reader, Consumer<KernelBuilder> between) {
        return lab -> lab.run(3_000, 64, k -> {
            Operand at = k.sharedArray(64);
            onlyThread(k, writer, () -> k.memory().store(StateSpace.SHARED, ValueType.S32, at, 0, s32(1)));
            between.accept(k);
            onlyThread(k, reader, () -> k.memory().load(StateSpace.SHARED, ValueType.S32, at, 0));
        });
    }

    private static Consumer<ProgramLab> bytes(int spacing) {
        return lab -> lab.run(
                1,
                64,
                k -> k.memory()
                        .store(
                                ValueType.U8,
                                k.element(lab.word(32), k.multiply(k.threadX(), u32(spacing)), 1),
                                u32(1)));
    }

    static void nothing(KernelBuilder k) {}

    static List<LabelledProgram> all() {
        return List.of(
                racy("two threads of a block", THREADS, threads(0, 40, ThreadPrograms::nothing, STORE, LATE_READ)),
                clean(
                        "two threads of a block with a barrier between",
                        threads(0, 40, KernelBuilder::syncThreads, STORE, READ)),
                racy("two threads of a warp", THREADS, threads(0, 1, ThreadPrograms::nothing, STORE, READ)),
                clean(
                        "two threads of a warp with __syncwarp between",
                        threads(0, 1, KernelBuilder::syncWarp, STORE, READ)),
                racy(
                        "threads of two warps with __syncwarp between",
                        THREADS,
                        threads(0, 40, KernelBuilder::syncWarp, STORE, LATE_READ)),
                racy("shared memory of two warps without a barrier", THREADS, shared(0, 40, ThreadPrograms::nothing)),
                clean("shared memory of two warps with a barrier between", shared(0, 40, KernelBuilder::syncThreads)),
                racy("shared memory of two lanes", THREADS, shared(0, 1, ThreadPrograms::nothing)),
                clean("shared memory of two lanes with __syncwarp between", shared(0, 1, KernelBuilder::syncWarp)),
                clean("shared memory of one thread", shared(3, 3, ThreadPrograms::nothing)),
                racy(
                        "a barrier before both accesses",
                        THREADS,
                        lab -> lab.run(1, 64, k -> {
                            k.syncThreads();
                            onlyThread(k, 0, () -> store(k, lab.x(), 1));
                            onlyThread(k, 40, () -> store(k, lab.x(), 2));
                        })),
                racy(
                        "a texture load of what another thread stored before a barrier",
                        TEXTURE,
                        threads(0, 40, KernelBuilder::syncThreads, STORE, TEXTURE_READ)),
                racy(
                        "a texture load of what its own thread stored",
                        TEXTURE,
                        threads(0, 0, ThreadPrograms::nothing, STORE, TEXTURE_READ)),
                clean(
                        "a store of what its own thread has loaded as a texture",
                        threads(0, 0, ThreadPrograms::nothing, TEXTURE_READ, STORE)),
                clean("a texture load of what an earlier grid stored", lab -> {
                    lab.run(1, 1, k -> STORE.write(k, lab));
                    lab.run(1, 1, k -> TEXTURE_READ.write(k, lab));
                    lab.run(1, 1, k -> STORE.write(k, lab));
                }),
                clean("each thread its own byte", bytes(1)),
                racy(
                        "two threads one byte",
                        THREADS,
                        lab -> lab.run(1, 64, k -> {
                            Operand half = k.shiftRight(k.threadX(), u32(1));
                            k.memory().store(ValueType.U8, k.element(lab.word(32), half, 1), u32(1));
                        })),
                racy(
                        "a byte of a word that another thread reads",
                        THREADS,
                        lab -> lab.run(1, 64, k -> {
                            onlyThread(k, 0, () -> k.memory().store(ValueType.U8, lab.x(), u32(1)));
                            onlyThread(k, 40, () -> LATE_READ.write(k, lab));
                        })),
                racy(
                        "all threads store, the same value even",
                        THREADS,
                        lab -> lab.run(1, 64, k -> store(k, lab.x(), 1))),
                clean("all threads read", lab -> lab.run(2, 64, k -> load(k, lab.x()))),
                clean(
                        "turns with a barrier behind each",
                        lab -> lab.run(
                                1,
                                64,
                                k -> k.forLoop(u32(0), u32(4), u32(1), i -> {
                                    k.ifThen(
                                            k.equal(k.threadX(), k.multiply(i, u32(20))),
                                            () -> k.memory()
                                                    .store(ValueType.S32, lab.x(), k.add(load(k, lab.x()), s32(1))));
                                    k.syncThreads();
                                }))),
                racy("two blocks", BLOCKS, blocks(STORE, LATE_READ)),
                racy(
                        "two blocks that both have a barrier between",
                        BLOCKS,
                        lab -> lab.run(2, 64, k -> {
                            onlyBlock(k, 0, () -> onlyThread(k, 0, () -> store(k, lab.x(), 1)));
                            k.syncThreads();
                            onlyBlock(k, 1, () -> onlyThread(k, 0, () -> LATE_READ.write(k, lab)));
                        })),
                clean(
                        "atomics of all threads of two blocks",
                        lab -> lab.run(
                                2,
                                64,
                                k -> k.memory()
                                        .reduce(
                                                StateSpace.GLOBAL,
                                                AtomicOperation.ADD,
                                                ValueType.S32,
                                                lab.x(),
                                                s32(1)))),
                racy(
                        "an atomic and an ordinary read",
                        BLOCKS,
                        blocks(
                                (k, lab) -> k.memory()
                                        .reduce(StateSpace.GLOBAL, AtomicOperation.ADD, ValueType.S32, lab.x(), s32(1)),
                                LATE_READ)),
                clean(
                        "an atomic and a volatile read",
                        blocks(
                                (k, lab) -> k.memory()
                                        .reduce(StateSpace.GLOBAL, AtomicOperation.ADD, ValueType.S32, lab.x(), s32(1)),
                                (k, lab) -> k.memory().loadVolatile(ValueType.S32, lab.x()))),
                clean(
                        "memory of the device heap that one block frees and another gets",
                        lab -> lab.run(2, 1, k -> {
                            onlyBlock(k, 1, () -> pause(k));
                            Operand memory = k.device().malloc(Operand.u64(16));
                            store(k, memory, 1);
                            k.device().free(memory);
                        })));
    }
}
