package io.cdpsim.workloads.rules.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.PER_THREAD_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.GridLifetime;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.program.Children;
import io.cdpsim.workloads.program.ProgramLab;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.Words;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Rules STR-5 to STR-8, STR-12, STR-13 and STR-15: what a stream orders, and what it does not. */
final class StreamOrderScenarios {
    private static final long LONG = 60_000;
    private static final long SHORT = 1_000;
    private static final Set<String> FREE = Set.of("overlap", "apart");

    private StreamOrderScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                RuleScenario.must(
                        "STR-5",
                        "the threads of a block share one NULL stream",
                        RuleScenario.BOTH,
                        "one after another",
                        lab -> Programs.serial(launchByThreads(lab, 4, NULL_STREAM, k -> {}))),
                RuleScenario.may(
                        "STR-5",
                        "the NULL streams of two blocks are not ordered",
                        RuleScenario.BOTH,
                        FREE,
                        StreamOrderScenarios::nullStreamsOfTwoBlocks),
                RuleScenario.may(
                        "STR-6",
                        "work in a named stream does not wait for the NULL stream",
                        RuleScenario.BOTH,
                        FREE,
                        lab -> twoStreams(lab, k -> NULL_STREAM, k -> k.device().streamCreateWithFlags())),
                RuleScenario.may(
                        "STR-6",
                        "work in the NULL stream does not wait for a named stream",
                        RuleScenario.BOTH,
                        FREE,
                        lab -> twoStreams(lab, k -> k.device().streamCreateWithFlags(), k -> NULL_STREAM)),
                RuleScenario.must(
                        "STR-7",
                        "the next grid of a stream starts after all descendants of the one before and sees their"
                                + " stores",
                        RuleScenario.BOTH,
                        "after; sees 5",
                        StreamOrderScenarios::inOrder),
                RuleScenario.may(
                        "STR-8",
                        "two named streams may overlap, and need not",
                        RuleScenario.BOTH,
                        FREE,
                        lab -> twoStreams(
                                lab,
                                k -> k.device().streamCreateWithFlags(),
                                k -> k.device().streamCreateWithFlags())),
                RuleScenario.must(
                        "STR-8",
                        "a correct program ends when the device runs one grid at a time",
                        RuleScenario.BOTH,
                        "all children ran",
                        StreamOrderScenarios::oneGridAtATime),
                RuleScenario.may(
                        "STR-12",
                        "with a default stream for each thread the launches of a block may overlap",
                        RuleScenario.BOTH,
                        FREE,
                        lab -> overlap(launchByThreads(
                                lab, 2, NULL_STREAM, k -> k.device().perThreadDefaultStream()))),
                RuleScenario.may(
                        "STR-12",
                        "an event recorded in stream 0 then holds only the thread's own work",
                        RuleScenario.BOTH,
                        Set.of("before the end", "after"),
                        lab -> eventInStreamZero(lab, true)),
                RuleScenario.must(
                        "STR-12",
                        "an event recorded in the shared stream 0 holds the work of the whole block",
                        RuleScenario.BOTH,
                        "after",
                        lab -> eventInStreamZero(lab, false)),
                RuleScenario.may(
                        "STR-13",
                        "each thread's own stream is apart from the others, and all come before a tail",
                        RuleScenario.CDP2,
                        Set.of("overlap; tail after both", "apart; tail after both"),
                        StreamOrderScenarios::perThreadStreamsAndTail),
                RuleScenario.may(
                        "STR-13",
                        "CDP1 takes a thread's own stream as a stream of its own too",
                        RuleScenario.CDP1,
                        FREE,
                        lab -> overlap(launchByThreads(lab, 2, PER_THREAD_STREAM, k -> {}))),
                RuleScenario.must(
                        "STR-15",
                        "a barrier between two launches into one stream orders them",
                        RuleScenario.BOTH,
                        "0, 1",
                        lab -> twoThreadsOneStream(lab, true)),
                RuleScenario.may(
                        "STR-15",
                        "without a barrier two threads may launch into one stream in either order",
                        RuleScenario.BOTH,
                        Set.of("0, 1", "1, 0"),
                        lab -> twoThreadsOneStream(lab, false)));
    }

    private static String overlap(List<GridLifetime> two) {
        return Programs.overlap(two.get(0), two.get(1));
    }

    private static List<GridLifetime> launchByThreads(
            ProgramLab lab, int threads, Operand stream, Consumer<KernelBuilder> before) {
        KernelReference child = Children.lasting("C", LONG / 2);
        Kernel parent = Children.kernel("P", k -> {
            before.accept(k);
            Children.launch(k, child, stream);
        });
        Programs.run(lab, parent, 1, threads);
        return lab.grids("C");
    }

    private static String nullStreamsOfTwoBlocks(ProgramLab lab) {
        KernelReference child = Children.lasting("C", LONG);
        Programs.run(lab, Children.kernel("P", k -> Children.launch(k, child)), 2, 1);
        return overlap(lab.grids("C"));
    }

    private interface StreamOf {
        Operand in(KernelBuilder k);
    }

    private static String twoStreams(ProgramLab lab, StreamOf first, StreamOf second) {
        KernelReference c1 = Children.lasting("C1", LONG);
        KernelReference c2 = Children.lasting("C2", SHORT);
        Programs.run(lab, Children.kernel("P", k -> {
            Operand s1 = first.in(k);
            Operand s2 = second.in(k);
            Children.launch(k, c1, s1);
            Children.launch(k, c2, s2);
        }));
        return Programs.overlap(lab.grid("C1"), lab.grid("C2"));
    }

    private static String inOrder(ProgramLab lab) {
        Words words = new Words(lab, 2);
        KernelReference grandchild = KernelReference.to(Children.kernel("GC", k -> {
            Children.spin(k, LONG);
            words.store(k, 0, Operand.u32(5));
        }));
        KernelReference c1 = KernelReference.to(Children.kernel("C1", k -> Children.launch(k, grandchild)));
        KernelReference c2 =
                KernelReference.to(Children.kernel("C2", k -> words.store(k, 1, words.load(k, 0, ValueType.U32))));
        Programs.run(lab, Children.kernel("P", k -> {
            Operand stream = k.device().streamCreateWithFlags();
            Children.launch(k, c1, stream);
            Children.launch(k, c2, stream);
        }));
        return ProgramLab.startsAfter(lab.grid("C2"), lab.grid("GC")) + "; sees " + words.read(1);
    }

    private static String oneGridAtATime(ProgramLab lab) {
        String profile = lab.settings().profile().name();
        lab.rebuild(settings -> MachineSettings.of(Profiles.load(
                        profile, List.of("grid.max_resident_grids=1", "grid.max_resident_stream_grids=1")))
                .withPolicy(settings.policy())
                .withSeed(settings.seed()));
        KernelReference grandchild = Children.lasting("GC", SHORT);
        KernelReference child = KernelReference.to(Children.kernel("C", k -> Children.launch(k, grandchild)));
        Programs.run(lab, Children.kernel("P", k -> {
            Operand stream = k.device().streamCreateWithFlags();
            Operand event = k.device().eventCreateWithFlags();
            Children.launch(k, child, stream);
            k.device().eventRecord(event, stream);
            k.device().streamWaitEvent(NULL_STREAM, event);
            Children.launch(k, child);
        }));
        return lab.grids("GC").size() == 2
                ? "all children ran"
                : lab.grids("GC").size() + " grandchildren ran";
    }

    private static String eventInStreamZero(ProgramLab lab, boolean perThread) {
        Words words = new Words(lab, 2);
        KernelReference c1 = Children.lasting("C1", LONG);
        KernelReference c2 = Children.lasting("C2", SHORT);
        Kernel parent = Children.kernel("P", k -> {
            if (perThread) {
                k.device().perThreadDefaultStream();
            }
            Programs.byThread(k, 0, () -> Children.launch(k, c1));
            k.syncThreads();
            Programs.byThread(k, 1, () -> {
                Operand event = k.device().eventCreateWithFlags();
                Operand stream = k.device().streamCreateWithFlags();
                words.store(k, 0, k.device().eventRecord(event, NULL_STREAM));
                words.store(k, 1, k.device().streamWaitEvent(stream, event));
                Children.launch(k, c2, stream);
            });
        });
        Programs.run(lab, parent, 1, 2);
        return ProgramLab.startsAfter(lab.grid("C2"), lab.grid("C1"));
    }

    private static String perThreadStreamsAndTail(ProgramLab lab) {
        KernelReference child = Children.lasting("C", LONG / 2);
        KernelReference tail = Children.lasting("Z", SHORT);
        Kernel parent = Children.kernel("P", k -> {
            Programs.byThread(k, 0, () -> Children.launch(k, tail, TAIL_LAUNCH));
            Children.launch(k, child, PER_THREAD_STREAM);
        });
        Programs.run(lab, parent, 1, 2);
        boolean last = lab.grids("C").stream().allMatch(c -> lab.grid("Z").started() >= c.completed());
        return overlap(lab.grids("C")) + (last ? "; tail after both" : "; tail too early");
    }

    private static String twoThreadsOneStream(ProgramLab lab, boolean barrier) {
        Words words = new Words(lab, 4);
        KernelReference child = KernelReference.to(Children.kernel("C", k -> {
            Operand who = k.parameter(ValueType.U32);
            Operand turn = k.memory().atomic(AtomicOperation.ADD, ValueType.U32, words.at(2), Operand.u32(1));
            k.memory().store(ValueType.U32, words.at(k, turn), who);
        }));
        Kernel parent = Children.kernel("P", k -> {
            Programs.byThread(k, 0, () -> words.store(k, 3, k.device().streamCreateWithFlags()));
            k.syncThreads();
            Operand stream = words.load(k, 3, ValueType.U64);
            if (barrier) {
                Programs.byThread(k, 0, () -> Children.launch(k, child, stream, k.threadX()));
                k.syncThreads();
                Programs.byThread(k, 1, () -> Children.launch(k, child, stream, k.threadX()));
            } else {
                Children.launch(k, child, stream, k.threadX());
            }
        });
        Programs.run(lab, parent, 1, 2);
        return words.list(2);
    }
}
