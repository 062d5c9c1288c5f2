package io.cdpsim.runtime.visibility;

import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.memory.visibility.report.RaceKind.CHILD_RESULT;
import static io.cdpsim.memory.visibility.report.RaceKind.FREED;
import static io.cdpsim.memory.visibility.report.RaceKind.NOT_SEEN_BY_LAUNCHER;
import static io.cdpsim.memory.visibility.report.RaceKind.READ_ONLY;
import static io.cdpsim.memory.visibility.report.RaceKind.SIBLINGS;
import static io.cdpsim.memory.visibility.report.RaceKind.STORE_AFTER_LAUNCH;
import static io.cdpsim.memory.visibility.report.RaceKind.TAIL_RESULT;
import static io.cdpsim.runtime.visibility.LabelledProgram.clean;
import static io.cdpsim.runtime.visibility.LabelledProgram.racy;
import static io.cdpsim.runtime.visibility.ProgramLab.await;
import static io.cdpsim.runtime.visibility.ProgramLab.child;
import static io.cdpsim.runtime.visibility.ProgramLab.forget;
import static io.cdpsim.runtime.visibility.ProgramLab.launch;
import static io.cdpsim.runtime.visibility.ProgramLab.load;
import static io.cdpsim.runtime.visibility.ProgramLab.onlyBlock;
import static io.cdpsim.runtime.visibility.ProgramLab.onlyThread;
import static io.cdpsim.runtime.visibility.ProgramLab.store;
import static io.cdpsim.runtime.visibility.ProgramLab.storeVolatile;
import static io.cdpsim.runtime.visibility.ProgramLab.tail;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.Scope;
import java.util.List;

/** Programs whose order, or lack of it, comes from launches, streams, events and completion. */
final class LaunchPrograms {
    private LaunchPrograms() {}

    /** A child that stores 1 in x. */
    static KernelReference writer(ProgramLab lab) {
        return child("writer", k -> store(k, lab.x(), 1));
    }

    /** A child that reads x. */
    static KernelReference reader(ProgramLab lab) {
        return child("reader", k -> lab.observe(k, lab.x(), 9));
    }

    /** Gives others time to run. */
    static void pause(KernelBuilder k) {
        k.forLoop(u32(0), u32(200), u32(1), i -> k.nanosleep(u32(100)));
    }

    static List<LabelledProgram> all() {
        return List.of(
                clean(
                        "E1: a child reads what its parent stored before the launch",
                        lab -> lab.run(1, 1, k -> {
                            store(k, lab.x(), 1);
                            launch(k, reader(lab));
                        })),
                racy(
                        "a child reads what its parent stores after the launch",
                        STORE_AFTER_LAUNCH,
                        lab -> lab.run(1, 1, k -> {
                            launch(k, reader(lab));
                            store(k, lab.x(), 1);
                        })),
                racy(
                        "the same, late enough for the child to have ended",
                        STORE_AFTER_LAUNCH,
                        lab -> lab.run(1, 1, k -> {
                            launch(k, reader(lab));
                            pause(k);
                            store(k, lab.x(), 1);
                        })),
                racy(
                        "a parent reads its child's result although nothing waits for the child",
                        CHILD_RESULT,
                        lab -> lab.run(1, 1, k -> {
                            launch(k, writer(lab));
                            pause(k);
                            lab.observe(k, lab.x(), 9);
                        })),
                racy(
                        "children of blocks whose NULL streams share a queue store one word",
                        SIBLINGS,
                        lab -> lab.run(65, 1, k -> {
                            onlyBlock(k, 0, () -> launch(k, writer(lab)));
                            onlyBlock(k, 64, () -> launch(k, child("other", c -> store(c, lab.x(), 2))));
                        })),
                racy(
                        "a parent frees what its child reads",
                        FREED,
                        lab -> lab.run(1, 1, k -> {
                            Operand p = k.device().malloc(u64(64));
                            store(k, p, 1);
                            KernelReference reader = child("reader", c -> load(c, c.parameter(ValueType.U64)));
                            k.device().launch(reader, u32(1), u32(1), DeviceRuntimeCalls.NULL_STREAM, p);
                            k.device().free(p);
                        })),
                racy(
                        "a thread reads what it has freed",
                        FREED,
                        lab -> lab.run(1, 1, k -> {
                            Operand p = k.device().malloc(u64(64));
                            k.device().free(p);
                            load(k, p);
                        })),
                racy(
                        "a child stores what its parent has read by a read-only load",
                        READ_ONLY,
                        lab -> lab.run(1, 1, k -> {
                            k.memory().loadReadOnly(ValueType.S32, lab.x());
                            launch(k, writer(lab));
                        })),
                racy(
                        "a child reads by a read-only load what its parent stores",
                        READ_ONLY,
                        lab -> lab.run(1, 1, k -> {
                            launch(k, child("reader", c -> c.memory().loadReadOnly(ValueType.S32, lab.x())));
                            store(k, lab.x(), 1);
                        })),
                clean(
                        "a child reads by a read-only load what its parent stored before",
                        lab -> lab.run(1, 1, k -> {
                            store(k, lab.x(), 1);
                            launch(k, child("reader", c -> c.memory().loadReadOnly(ValueType.S32, lab.x())));
                        })),
                clean(
                        "a tail launch stores what its parent has read by a read-only load",
                        lab -> lab.run(1, 1, k -> {
                            k.memory().loadReadOnly(ValueType.S32, lab.x());
                            tail(k, writer(lab));
                        })),
                racy(
                        "a parent reads behind its tail launch what that writes",
                        TAIL_RESULT,
                        lab -> lab.run(1, 1, k -> {
                            tail(k, writer(lab));
                            lab.observe(k, lab.x(), 9);
                        })),
                racy(
                        "another thread reads behind a barrier",
                        TAIL_RESULT,
                        lab -> lab.run(1, 64, k -> {
                            onlyThread(k, 0, () -> tail(k, writer(lab)));
                            k.syncThreads();
                            onlyThread(k, 40, () -> lab.observe(k, lab.x(), 9));
                        })),
                clean(
                        "another thread reads, and no barrier is between",
                        lab -> lab.run(1, 64, k -> {
                            onlyThread(k, 0, () -> tail(k, writer(lab)));
                            onlyThread(k, 40, () -> lab.observe(k, lab.x(), 9));
                        })),
                clean(
                        "a parent reads before its tail launch what that writes",
                        lab -> lab.run(1, 1, k -> {
                            lab.observe(k, lab.x(), 9);
                            tail(k, writer(lab));
                        })),
                clean(
                        "a parent reads behind its tail launch what it stored itself",
                        lab -> lab.run(1, 1, k -> {
                            store(k, lab.x(), 1);
                            tail(k, writer(lab));
                            lab.observe(k, lab.x(), 9);
                        })),
                clean(
                        "E3 and E4: a tail launch reads what a child in a stream wrote",
                        lab -> lab.run(1, 1, k -> {
                            launch(k, writer(lab));
                            tail(k, reader(lab));
                        })),
                clean(
                        "E3 and E4: a tail launch reads what a fire-and-forget child wrote",
                        lab -> lab.run(1, 1, k -> {
                            forget(k, writer(lab));
                            tail(k, reader(lab));
                        })),
                clean(
                        "E2 to E4: a tail launch reads what another thread of the parent stored",
                        lab -> lab.run(1, 64, k -> {
                            onlyThread(k, 0, () -> tail(k, reader(lab)));
                            onlyThread(k, 40, () -> store(k, lab.x(), 1));
                        })),
                clean(
                        "E4: a second tail launch reads what the child of the first wrote",
                        lab -> lab.run(1, 1, k -> {
                            tail(k, child("first", c -> forget(c, writer(lab))));
                            tail(k, reader(lab));
                        })),
                clean(
                        "E4: a child of a tail launch reads what a child of the parent wrote",
                        lab -> lab.run(1, 1, k -> {
                            forget(k, writer(lab));
                            tail(k, child("tail", t -> forget(t, reader(lab))));
                        })),
                racy(
                        "two children of a tail launch race",
                        SIBLINGS,
                        lab -> lab.run(
                                1,
                                1,
                                k -> tail(k, child("tail", t -> {
                                    forget(t, writer(lab));
                                    forget(t, reader(lab));
                                })))),
                clean(
                        "E5: the next in the stream reads what the one before wrote",
                        lab -> lab.run(1, 1, k -> {
                            launch(k, writer(lab));
                            launch(k, reader(lab));
                        })),
                clean(
                        "E3 and E5: the next in the stream reads what a grandchild wrote",
                        lab -> lab.run(1, 1, k -> {
                            launch(k, child("middle", m -> forget(m, writer(lab))));
                            launch(k, reader(lab));
                        })),
                racy(
                        "two fire-and-forget children",
                        SIBLINGS,
                        lab -> lab.run(1, 1, k -> {
                            forget(k, writer(lab));
                            forget(k, reader(lab));
                        })),
                racy(
                        "a child in the NULL stream and a fire-and-forget child",
                        SIBLINGS,
                        lab -> lab.run(1, 1, k -> {
                            launch(k, writer(lab));
                            forget(k, reader(lab));
                        })),
                racy(
                        "children in two streams",
                        SIBLINGS,
                        lab -> lab.run(1, 1, k -> {
                            launch(k, writer(lab), k.device().streamCreateWithFlags());
                            launch(k, reader(lab), k.device().streamCreateWithFlags());
                        })),
                clean(
                        "E6: children in two streams with an event between",
                        lab -> lab.run(1, 1, k -> {
                            Operand one = k.device().streamCreateWithFlags();
                            Operand other = k.device().streamCreateWithFlags();
                            Operand event = k.device().eventCreateWithFlags();
                            launch(k, writer(lab), one);
                            k.device().eventRecord(event, one);
                            k.device().streamWaitEvent(other, event);
                            launch(k, reader(lab), other);
                        })),
                racy(
                        "an event recorded before the launch it is meant for",
                        SIBLINGS,
                        lab -> lab.run(1, 1, k -> {
                            Operand one = k.device().streamCreateWithFlags();
                            Operand other = k.device().streamCreateWithFlags();
                            Operand event = k.device().eventCreateWithFlags();
                            k.device().eventRecord(event, one);
                            launch(k, writer(lab), one);
                            k.device().streamWaitEvent(other, event);
                            launch(k, reader(lab), other);
                        })),
                racy(
                        "a wait behind the launch it is meant for",
                        SIBLINGS,
                        lab -> lab.run(1, 1, k -> {
                            Operand one = k.device().streamCreateWithFlags();
                            Operand other = k.device().streamCreateWithFlags();
                            Operand event = k.device().eventCreateWithFlags();
                            launch(k, writer(lab), one);
                            k.device().eventRecord(event, one);
                            launch(k, reader(lab), other);
                            k.device().streamWaitEvent(other, event);
                        })),
                clean(
                        "a barrier, then a launch by another thread than the one that stored",
                        lab -> lab.run(1, 64, k -> {
                            onlyThread(k, 40, () -> store(k, lab.x(), 1));
                            k.syncThreads();
                            onlyThread(k, 0, () -> launch(k, reader(lab)));
                        })),
                racy(
                        "a launch by another thread than the one that stored, with no barrier",
                        NOT_SEEN_BY_LAUNCHER,
                        lab -> lab.run(1, 64, k -> {
                            onlyThread(k, 40, () -> store(k, lab.x(), 1));
                            onlyThread(k, 0, () -> {
                                pause(k);
                                launch(k, reader(lab));
                            });
                        })),
                clean(
                        "E5: the launching thread of a predecessor had stored before it launched",
                        lab -> lab.run(1, 64, k -> {
                            Operand stream = Operand.u64(0);
                            onlyThread(k, 40, () -> {
                                store(k, lab.x(), 1);
                                launch(k, child("nothing", c -> store(c, lab.word(20), 1)), stream);
                            });
                            onlyThread(k, 0, () -> {
                                pause(k);
                                launch(k, reader(lab), stream);
                            });
                        })),
                clean(
                        "a grandchild reads what the grandparent stored before",
                        lab -> lab.run(1, 1, k -> {
                            store(k, lab.x(), 1);
                            launch(k, child("middle", m -> launch(m, reader(lab))));
                        })),
                racy(
                        "a grandchild reads what the grandparent stores later",
                        STORE_AFTER_LAUNCH,
                        lab -> lab.run(1, 1, k -> {
                            launch(k, child("middle", m -> launch(m, reader(lab))));
                            pause(k);
                            store(k, lab.x(), 1);
                        })),
                racy(
                        "cousins",
                        SIBLINGS,
                        lab -> lab.run(1, 1, k -> {
                            forget(k, child("uncle", m -> launch(m, writer(lab))));
                            forget(k, child("aunt", m -> launch(m, reader(lab))));
                        })),
                clean(
                        "a parent acquires a flag that its running child released",
                        lab -> lab.run(1, 1, k -> {
                            launch(k, child("child", c -> {
                                store(c, lab.x(), 1);
                                c.memory().fence(Scope.DEVICE);
                                storeVolatile(c, lab.flag(), 1);
                            }));
                            await(k, lab.flag(), 1);
                            k.memory().fence(Scope.DEVICE);
                            lab.observe(k, lab.x(), 9);
                        })),
                clean(
                        "what a child acquired is known to the next in its stream",
                        lab -> lab.run(1, 1, k -> {
                            forget(k, child("other", c -> {
                                store(c, lab.x(), 1);
                                c.memory().fence(Scope.DEVICE);
                                storeVolatile(c, lab.flag(), 1);
                            }));
                            launch(k, child("acquirer", c -> {
                                await(c, lab.flag(), 1);
                                c.memory().fence(Scope.DEVICE);
                            }));
                            launch(k, reader(lab));
                        })),
                racy(
                        "a parent stores weakly what its child polls",
                        STORE_AFTER_LAUNCH,
                        lab -> lab.run(1, 1, k -> {
                            launch(k, child("poller", c -> await(c, lab.flag(), 1)));
                            pause(k);
                            store(k, lab.flag(), 1);
                        })),
                clean(
                        "a parent stores strongly what its child polls",
                        lab -> lab.run(1, 1, k -> {
                            launch(k, child("poller", c -> await(c, lab.flag(), 1)));
                            pause(k);
                            storeVolatile(k, lab.flag(), 1);
                            load(k, lab.flag());
                        })));
    }
}
