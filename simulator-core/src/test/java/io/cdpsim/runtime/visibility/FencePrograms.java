package io.cdpsim.runtime.visibility;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.memory.visibility.report.RaceKind.BLOCKS;
import static io.cdpsim.runtime.visibility.LabelledProgram.clean;
import static io.cdpsim.runtime.visibility.LabelledProgram.racy;
import static io.cdpsim.runtime.visibility.ProgramLab.acquire;
import static io.cdpsim.runtime.visibility.ProgramLab.await;
import static io.cdpsim.runtime.visibility.ProgramLab.load;
import static io.cdpsim.runtime.visibility.ProgramLab.onlyBlock;
import static io.cdpsim.runtime.visibility.ProgramLab.onlyThread;
import static io.cdpsim.runtime.visibility.ProgramLab.release;
import static io.cdpsim.runtime.visibility.ProgramLab.store;
import static io.cdpsim.runtime.visibility.ProgramLab.storeVolatile;
import static io.cdpsim.runtime.visibility.ThreadPrograms.blocks;
import static io.cdpsim.runtime.visibility.ThreadPrograms.threads;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.Scope;
import java.util.List;
import java.util.function.Consumer;

/** Programs whose order, or lack of it, comes from fences, scopes, releases and acquires between threads of a grid. */
final class FencePrograms {
    private FencePrograms() {}

    private static ThreadPrograms.ProgramPart send(Scope scope) {
        return (k, lab) -> {
            store(k, lab.x(), 1);
            k.memory().fence(scope);
            storeVolatile(k, lab.flag(), 1);
        };
    }

    private static ThreadPrograms.ProgramPart receive(Scope scope) {
        return (k, lab) -> {
            await(k, lab.flag(), 1);
            k.memory().fence(scope);
            lab.observe(k, lab.x(), 9);
        };
    }

    private static ThreadPrograms.ProgramPart sendByRelease(Scope scope) {
        return (k, lab) -> {
            store(k, lab.x(), 1);
            release(k, lab.flag(), 1, scope);
        };
    }

    private static ThreadPrograms.ProgramPart receiveByAcquire(Scope scope) {
        return (k, lab) -> {
            acquire(k, lab.flag(), 1, scope);
            lab.observe(k, lab.x(), 9);
        };
    }

    private static ThreadPrograms.ProgramPart locked(boolean fenced) {
        return (k, lab) -> {
            k.doWhile(() -> k.notEqual(k.memory().compareAndSwap(ValueType.S32, lab.flag(), s32(0), s32(1)), s32(0)));
            if (fenced) {
                k.memory().fence(Scope.DEVICE);
            }
            k.memory().store(ValueType.S32, lab.x(), k.add(load(k, lab.x()), s32(1)));
            if (fenced) {
                k.memory().fence(Scope.DEVICE);
            }
            k.memory().atomic(AtomicOperation.EXCHANGE, ValueType.S32, lab.flag(), s32(0));
        };
    }

    /** Each block stores a part; the last one to come adds them up. */
    private static Consumer<ProgramLab> lastBlock(boolean fenceBefore, boolean fenceBehind) {
        return lab -> lab.run(4, 1, k -> {
            k.memory().store(ValueType.S32, k.element(lab.word(32), k.blockX(), 4), s32(1));
            if (fenceBefore) {
                k.memory().fence(Scope.DEVICE);
            }
            Operand before = k.memory().atomic(AtomicOperation.ADD, ValueType.S32, lab.flag(), s32(1));
            k.ifThen(k.equal(before, s32(3)), () -> {
                if (fenceBehind) {
                    k.memory().fence(Scope.DEVICE);
                }
                Operand.Register sum = k.variable(s32(0));
                k.forLoop(u32(0), u32(4), u32(1), i -> k.increment(sum, load(k, k.element(lab.word(32), i, 4))));
                k.memory().store(ValueType.S32, lab.y(), sum);
            });
        });
    }

    /** Block 0 releases, block 1 updates the flag, or sets another, without a fence; block 2 acquires what block 1 wrote. */
    private static Consumer<ProgramLab> releaseSequence(boolean byAtomic) {
        return lab -> lab.run(3, 1, k -> {
            onlyBlock(k, 0, () -> send(Scope.DEVICE).write(k, lab));
            onlyBlock(k, 1, () -> {
                await(k, lab.flag(), 1);
                if (byAtomic) {
                    k.memory().reduce(StateSpace.GLOBAL, AtomicOperation.ADD, ValueType.S32, lab.flag(), s32(1));
                } else {
                    storeVolatile(k, lab.y(), 2);
                }
            });
            onlyBlock(k, 2, () -> {
                await(k, byAtomic ? lab.flag() : lab.y(), 2);
                k.memory().fence(Scope.DEVICE);
                lab.observe(k, lab.x(), 9);
            });
        });
    }

    static List<LabelledProgram> all() {
        return List.of(
                clean("message passing with fences", blocks(send(Scope.DEVICE), receive(Scope.DEVICE))),
                racy(
                        "message passing without a fence of the sender",
                        BLOCKS,
                        blocks(
                                (k, lab) -> {
                                    store(k, lab.x(), 1);
                                    storeVolatile(k, lab.flag(), 1);
                                },
                                receive(Scope.DEVICE))),
                racy("message passing without a fence of the receiver", BLOCKS, blocks(send(Scope.DEVICE), (k, lab) -> {
                    await(k, lab.flag(), 1);
                    lab.observe(k, lab.x(), 9);
                })),
                racy(
                        "message passing with the sender's fence behind the flag",
                        BLOCKS,
                        blocks(
                                (k, lab) -> {
                                    store(k, lab.x(), 1);
                                    storeVolatile(k, lab.flag(), 1);
                                    k.memory().fence(Scope.DEVICE);
                                },
                                receive(Scope.DEVICE))),
                racy(
                        "message passing with a fence too narrow for the sender",
                        BLOCKS,
                        blocks(send(Scope.BLOCK), receive(Scope.DEVICE))),
                racy(
                        "message passing with a fence too narrow for the receiver",
                        BLOCKS,
                        blocks(send(Scope.DEVICE), receive(Scope.BLOCK))),
                clean(
                        "message passing in a block with fences of the block",
                        threads(0, 40, ThreadPrograms::nothing, send(Scope.BLOCK), receive(Scope.BLOCK))),
                clean(
                        "message passing by release and acquire",
                        blocks(sendByRelease(Scope.DEVICE), receiveByAcquire(Scope.DEVICE))),
                clean(
                        "message passing by a release and a fence",
                        blocks(sendByRelease(Scope.SYSTEM), receive(Scope.SYSTEM))),
                clean(
                        "message passing in a block by release and acquire of the block",
                        threads(
                                0,
                                40,
                                ThreadPrograms::nothing,
                                sendByRelease(Scope.BLOCK),
                                receiveByAcquire(Scope.BLOCK))),
                clean(
                        "a barrier in the sender's block hands on what others stored",
                        lab -> lab.run(2, 64, k -> {
                            onlyBlock(k, 0, () -> {
                                onlyThread(k, 40, () -> store(k, lab.x(), 1));
                            });
                            k.syncThreads();
                            onlyThread(k, 0, () -> {
                                onlyBlock(k, 0, () -> {
                                    k.memory().fence(Scope.DEVICE);
                                    storeVolatile(k, lab.flag(), 1);
                                });
                                onlyBlock(k, 1, () -> {
                                    await(k, lab.flag(), 1);
                                    k.memory().fence(Scope.DEVICE);
                                });
                            });
                            k.syncThreads();
                            onlyBlock(k, 1, () -> onlyThread(k, 50, () -> lab.observe(k, lab.x(), 9)));
                        })),
                clean("an atomic between release and acquire hands on", releaseSequence(true)),
                racy("a volatile store to another flag does not", BLOCKS, releaseSequence(false)),
                clean("a lock with fences", blocks(locked(true), locked(true))),
                clean("the last block adds up, with fences", lastBlock(true, true)),
                racy("the last block adds up, with no fence behind the counter", BLOCKS, lastBlock(true, false)),
                racy("the last block adds up, with no fence before the counter", BLOCKS, lastBlock(false, true)));
    }

    /** A lock without fences, which has more than one race: increments by two blocks race in every way. */
    static Consumer<ProgramLab> lockWithoutFences() {
        return blocks(locked(false), locked(false));
    }

    /** Release and acquire whose scope is the block, between blocks: the flag's own accesses race too. */
    static Consumer<ProgramLab> narrowReleaseAndAcquire() {
        return blocks(sendByRelease(Scope.BLOCK), receiveByAcquire(Scope.BLOCK));
    }
}
