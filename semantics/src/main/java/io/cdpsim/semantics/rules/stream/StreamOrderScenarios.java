package io.cdpsim.semantics.rules.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.PER_THREAD_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.ValueType.U32;
import static io.cdpsim.kernel.code.ValueType.U64;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.BOTH;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP1;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.byThread;
import static io.cdpsim.workloads.program.ProgramKernels.kernel;
import static io.cdpsim.workloads.program.ProgramKernels.lasting;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.reference;
import static io.cdpsim.workloads.program.ProgramKernels.spin;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Rules STR-5 to STR-8, STR-12, STR-13 and STR-15: the order of work within and between streams. */
final class StreamOrderScenarios {
    private static final long LONG = 60_000;
    private static final long SHORT = 1_000;
    private static final Set<String> FREE = Set.of("overlap", "apart");

    private StreamOrderScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                claim("STR-5", "the threads of a block share one NULL stream")
                        .must(
                                BOTH,
                                "one after another",
                                machine -> ProgramMachine.serial(launchByThreads(machine, 4, NULL_STREAM, k -> {}))),
                claim("STR-5", "the NULL streams of two blocks are not ordered")
                        .may(BOTH, FREE, StreamOrderScenarios::nullStreamsOfTwoBlocks),
                claim("STR-6", "work in a named stream does not wait for the NULL stream")
                        .may(
                                BOTH,
                                FREE,
                                machine -> twoStreams(
                                        machine,
                                        k -> NULL_STREAM,
                                        k -> k.device().streamCreateWithFlags())),
                claim("STR-6", "work in the NULL stream does not wait for a named stream")
                        .may(
                                BOTH,
                                FREE,
                                machine ->
                                        twoStreams(machine, k -> k.device().streamCreateWithFlags(), k -> NULL_STREAM)),
                claim("STR-7", "the next grid of a stream starts after all descendants of the previous one")
                        .must(BOTH, "after; sees 5", StreamOrderScenarios::inOrder),
                claim("STR-8", "two named streams may overlap, or not")
                        .may(
                                BOTH,
                                FREE,
                                machine -> twoStreams(
                                        machine,
                                        k -> k.device().streamCreateWithFlags(),
                                        k -> k.device().streamCreateWithFlags())),
                claim("STR-8", "a correct program ends when the device runs one grid at a time")
                        .must(BOTH, "all children ran", StreamOrderScenarios::oneGridAtATime),
                claim("STR-12", "with a default stream for each thread, the launches of a block may overlap")
                        .may(
                                BOTH,
                                FREE,
                                machine -> overlap(launchByThreads(
                                        machine, 2, NULL_STREAM, k -> k.device().perThreadDefaultStream()))),
                claim("STR-12", "an event in stream 0 then captures only the thread's own work")
                        .may(BOTH, Set.of("before the end", "after"), machine -> eventInStreamZero(machine, true)),
                claim("STR-12", "an event in the shared stream 0 captures the work of the whole block")
                        .must(BOTH, "after", machine -> eventInStreamZero(machine, false)),
                claim("STR-13", "each thread has its own stream, and a tail waits for all of them")
                        .may(
                                CDP2,
                                Set.of("overlap; tail after both", "apart; tail after both"),
                                StreamOrderScenarios::perThreadStreamsAndTail),
                claim("STR-13", "in CDP1 each thread has its own stream too")
                        .may(CDP1, FREE, machine -> overlap(launchByThreads(machine, 2, PER_THREAD_STREAM, k -> {}))),
                claim("STR-15", "a barrier between two launches into one stream orders them")
                        .must(BOTH, "0, 1", machine -> twoThreadsOneStream(machine, true)),
                claim("STR-15", "without a barrier two threads may launch into one stream in either order")
                        .may(BOTH, Set.of("0, 1", "1, 0"), machine -> twoThreadsOneStream(machine, false)));
    }

    private static String overlap(List<GridLifetime> two) {
        return ProgramMachine.overlap(two.get(0), two.get(1));
    }

    private static List<GridLifetime> launchByThreads(
            ProgramMachine machine, int threads, Operand stream, Consumer<KernelBuilder> before) {
        KernelReference child = lasting("C", LONG / 2);
        machine.run(
                k -> {
                    before.accept(k);
                    launch(k, child, stream);
                },
                1,
                threads);
        return machine.grids("C");
    }

    private static String nullStreamsOfTwoBlocks(ProgramMachine machine) {
        KernelReference child = lasting("C", LONG);
        machine.run(kernel("P", k -> launch(k, child)), 2, 1);
        return overlap(machine.grids("C"));
    }

    private interface StreamOf {
        Operand in(KernelBuilder k);
    }

    private static String twoStreams(ProgramMachine machine, StreamOf first, StreamOf second) {
        KernelReference c1 = lasting("C1", LONG);
        KernelReference c2 = lasting("C2", SHORT);
        machine.run(k -> {
            Operand s1 = first.in(k);
            Operand s2 = second.in(k);
            launch(k, c1, s1);
            launch(k, c2, s2);
        });
        return ProgramMachine.overlap(machine.grid("C1"), machine.grid("C2"));
    }

    private static String inOrder(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 2);
        KernelReference grandchild = reference("GC", k -> {
            spin(k, LONG);
            words.store(k, 0, u32(5));
        });
        KernelReference c1 = reference("C1", k -> launch(k, grandchild));
        KernelReference c2 = reference("C2", k -> words.store(k, 1, words.load(k, 0, U32)));
        machine.run(k -> {
            Operand stream = k.device().streamCreateWithFlags();
            launch(k, c1, stream);
            launch(k, c2, stream);
        });
        return ProgramMachine.startsAfter(machine.grid("C2"), machine.grid("GC")) + "; sees " + words.read(1);
    }

    private static String oneGridAtATime(ProgramMachine machine) {
        String profile = machine.settings().profile().name();
        machine.rebuild(settings -> MachineSettings.of(Profiles.load(
                        profile, List.of("grid.max_resident_grids=1", "grid.max_resident_stream_grids=1")))
                .withPolicy(settings.policy())
                .withSeed(settings.seed()));
        KernelReference grandchild = lasting("GC", SHORT);
        KernelReference child = reference("C", k -> launch(k, grandchild));
        machine.run(k -> {
            Operand stream = k.device().streamCreateWithFlags();
            Operand event = k.device().eventCreateWithFlags();
            launch(k, child, stream);
            k.device().eventRecord(event, stream);
            k.device().streamWaitEvent(NULL_STREAM, event);
            launch(k, child);
        });
        return machine.grids("GC").size() == 2
                ? "all children ran"
                : machine.grids("GC").size() + " grandchildren ran";
    }

    private static String eventInStreamZero(ProgramMachine machine, boolean perThread) {
        WordArray words = new WordArray(machine, 2);
        KernelReference c1 = lasting("C1", LONG);
        KernelReference c2 = lasting("C2", SHORT);
        machine.run(
                k -> {
                    if (perThread) {
                        k.device().perThreadDefaultStream();
                    }
                    byThread(k, 0, () -> launch(k, c1));
                    k.syncThreads();
                    byThread(k, 1, () -> {
                        Operand event = k.device().eventCreateWithFlags();
                        Operand stream = k.device().streamCreateWithFlags();
                        words.store(k, 0, k.device().eventRecord(event, NULL_STREAM));
                        words.store(k, 1, k.device().streamWaitEvent(stream, event));
                        launch(k, c2, stream);
                    });
                },
                1,
                2);
        return ProgramMachine.startsAfter(machine.grid("C2"), machine.grid("C1"));
    }

    private static String perThreadStreamsAndTail(ProgramMachine machine) {
        KernelReference child = lasting("C", LONG / 2);
        KernelReference tail = lasting("Z", SHORT);
        machine.run(
                k -> {
                    byThread(k, 0, () -> launch(k, tail, TAIL_LAUNCH));
                    launch(k, child, PER_THREAD_STREAM);
                },
                1,
                2);
        boolean last =
                machine.grids("C").stream().allMatch(c -> machine.grid("Z").started() >= c.completed());
        return overlap(machine.grids("C")) + (last ? "; tail after both" : "; tail too early");
    }

    private static String twoThreadsOneStream(ProgramMachine machine, boolean barrier) {
        WordArray words = new WordArray(machine, 4);
        KernelReference child = reference("C", k -> {
            Operand who = k.parameter(U32);
            Operand turn = k.memory().atomic(AtomicOperation.ADD, U32, words.at(2), u32(1));
            k.memory().store(U32, words.at(k, turn), who);
        });
        machine.run(
                k -> {
                    byThread(k, 0, () -> words.store(k, 3, k.device().streamCreateWithFlags()));
                    k.syncThreads();
                    Operand stream = words.load(k, 3, U64);
                    if (barrier) {
                        byThread(k, 0, () -> launch(k, child, stream, k.threadX()));
                        k.syncThreads();
                        byThread(k, 1, () -> launch(k, child, stream, k.threadX()));
                    } else {
                        launch(k, child, stream, k.threadX());
                    }
                },
                1,
                2);
        return words.list(2);
    }
}
