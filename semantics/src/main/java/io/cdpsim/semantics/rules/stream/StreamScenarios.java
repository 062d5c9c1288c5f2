package io.cdpsim.semantics.rules.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.PER_THREAD_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.kernel.code.ValueType.S32;
import static io.cdpsim.kernel.code.ValueType.U64;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.BOTH;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP1;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.byBlock;
import static io.cdpsim.workloads.program.ProgramKernels.byThread;
import static io.cdpsim.workloads.program.ProgramKernels.kernel;
import static io.cdpsim.workloads.program.ProgramKernels.lasting;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.reference;
import static io.cdpsim.workloads.program.ProgramKernels.spin;

import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rules STR-1 to STR-4, STR-9 to STR-11 and STR-14: scope, creation and destruction of streams. */
public final class StreamScenarios {
    private static final long LONG = 60_000;
    private static final long SHORT = 1_000;
    private static final int MANY = 2_000;
    /** A stream handle of a host: an address in its memory. */
    private static final long HOST_STREAM = 0x7F55_0000_1000L;

    private StreamScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        List<RuleScenario> all = new ArrayList<>();
        all.addAll(scopes());
        all.addAll(lives());
        all.addAll(StreamOrderScenarios.all());
        return all;
    }

    private static List<RuleScenario> lives() {
        return List.of(
                claim("STR-9", "streams need the non-blocking flag, up to CUDA 10.0")
                        .must(
                                CDP1,
                                "flags 1: 0, flags 0: 11, flags 0x77: 11",
                                machine -> creation(machine.withCuda("10.0"))),
                claim("STR-9", "streams need the non-blocking flag, from CUDA 10.1")
                        .must(CDP1, "flags 1: 0, flags 0: 1, flags 0x77: 1", StreamScenarios::creation),
                claim("STR-9", "the H200 accepts the default flags too")
                        .must(CDP2, "flags 1: 0, flags 0: 0, flags 0x77: 1", StreamScenarios::creation)
                        .strictly("flags 1: 0, flags 0: 1, flags 0x77: 1"),
                claim("STR-9", "the documents do not allow the default flags")
                        .must(CDP2, "flags 1: 0, flags 0: 1, flags 0x77: 1", machine -> {
                            machine.rebuild(settings -> settings.withStrict(true));
                            return creation(machine);
                        }),
                claim("STR-10", "the pending work of a destroyed stream still runs")
                        .must(BOTH, "0 at once; child ran; parent after it", StreamScenarios::destroyWhilePending),
                claim("STR-10", "on the H200 a stream can be destroyed twice and still accepts launches")
                        .must(CDP2, "destroy 0, 0; launch 0; ran", StreamScenarios::useAfterDestroy),
                claim("STR-10", "the special streams cannot be destroyed")
                        .must(CDP2, "1, 1, 1, 1", StreamScenarios::destroySpecial),
                claim("STR-11", "device code can neither wait for a stream nor query it")
                        .must(BOTH, "not offered", machine -> offered("STREAM_SYNCHRONIZE", "STREAM_QUERY")),
                claim("STR-14", "device code can create thousands of streams")
                        .must(BOTH, "no error", StreamScenarios::manyStreams));
    }

    private static String creation(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 3);
        machine.run(k -> {
            words.store(k, 0, k.device().streamCreateWithFlags(u32(1)).get(0));
            words.store(k, 1, k.device().streamCreateWithFlags(u32(0)).get(0));
            words.store(k, 2, k.device().streamCreateWithFlags(u32(0x77)).get(0));
        });
        return "flags 1: " + words.read(0) + ", flags 0: " + words.read(1) + ", flags 0x77: " + words.read(2);
    }

    private static String destroyWhilePending(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 2);
        KernelReference child = reference("C", k -> {
            spin(k, LONG);
            words.store(k, 1, u32(1));
        });
        machine.run(k -> {
            Operand stream = k.device().streamCreateWithFlags();
            launch(k, child, stream);
            words.store(k, 0, k.device().streamDestroy(stream));
        });
        boolean atOnce = machine.grid("P").bodyEnded() < machine.grid("C").completed();
        boolean waited = machine.grid("P").completed() >= machine.grid("C").completed();
        return words.read(0)
                + (atOnce ? " at once" : " late")
                + (words.read(1) == 1 ? "; child ran" : "; child lost")
                + (waited ? "; parent after it" : "; parent too early");
    }

    private static String useAfterDestroy(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 3);
        KernelReference child = lasting("C", SHORT);
        machine.run(k -> {
            Operand stream = k.device().streamCreateWithFlags();
            words.store(k, 0, k.device().streamDestroy(stream));
            words.store(k, 1, k.device().streamDestroy(stream));
            // The handle of a new stream must differ.
            k.device().streamCreateWithFlags();
            words.store(k, 2, k.device().launch(child, u32(1), u32(1), stream));
        });
        return "destroy " + words.list(2) + "; launch " + words.read(2) + "; " + machine.ran("C");
    }

    private static String destroySpecial(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 4);
        machine.run(k -> {
            words.store(k, 0, k.device().streamDestroy(NULL_STREAM));
            words.store(k, 1, k.device().streamDestroy(PER_THREAD_STREAM));
            words.store(k, 2, k.device().streamDestroy(TAIL_LAUNCH));
            words.store(k, 3, k.device().streamDestroy(FIRE_AND_FORGET));
        });
        return words.list(4);
    }

    /** Whether device code has any of these calls: {@code "offered"} or {@code "not offered"}. */
    static String offered(String... calls) {
        boolean any =
                Arrays.stream(DeviceCall.values()).anyMatch(c -> List.of(calls).contains(c.name()));
        return any ? "offered" : "not offered";
    }

    private static String manyStreams(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 1);
        machine.run(k -> {
            Operand.Register codes = k.variable(s32(0));
            k.forLoop(
                    u32(0),
                    u32(MANY),
                    u32(1),
                    i -> k.assign(
                            codes,
                            k.or(codes, k.device().streamCreateWithFlags(u32(1)).get(0))));
            words.store(k, 0, codes);
        });
        return words.read(0) == 0 ? "no error" : "error " + words.read(0);
    }

    private static List<RuleScenario> scopes() {
        return List.of(
                claim("STR-1", "a thread may launch into a stream of another thread of its block")
                        .must(CDP1, "0, 0; one after another", StreamScenarios::otherThreadOfTheBlock),
                claim("STR-2", "another block of the grid may launch into a stream, in order with its creator")
                        .must(CDP2, "0; after; not reported", StreamScenarios::otherBlock),
                claim("STR-2", "a child may not launch into its parent's stream")
                        .must(CDP2, "1; never ran; reported", StreamScenarios::parentsStream),
                claim("STR-1", "a child may not launch into its parent's stream")
                        .must(CDP1, "1; never ran; reported", StreamScenarios::parentsStream),
                claim("STR-3", "another block's stream is an invalid value up to CUDA 10.0")
                        .must(CDP1, "11; never ran; reported", machine -> otherBlock(machine.withCuda("10.0"))),
                claim("STR-3", "another block's stream is an invalid value from CUDA 10.1")
                        .must(CDP1, "1; never ran; reported", machine -> otherBlock(machine.withCuda("10.1"))),
                claim("STR-3", "another block's stream is an invalid value in CUDA 5")
                        .must(CDP1, "11; never ran; reported", machine -> otherBlock(machine.withCuda("5.0"))),
                claim("STR-3", "another grid's stream is reported")
                        .must(CDP2, "1; never ran; reported", StreamScenarios::parentsStream),
                claim("STR-4", "a stream of the host is invalid in a kernel")
                        .must(BOTH, "1; never ran; reported", StreamScenarios::hostStream));
    }

    private static String otherThreadOfTheBlock(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 3);
        KernelReference child = lasting("C", SHORT);
        machine.run(
                kernel("P", k -> {
                    byThread(k, 0, () -> words.store(k, 2, k.device().streamCreateWithFlags()));
                    k.syncThreads();
                    Operand stream = words.load(k, 2, U64);
                    Operand code = k.device().launch(child, u32(1), u32(1), stream);
                    k.memory().store(S32, words.at(k, k.threadX()), code);
                }),
                1,
                2);
        return words.list(2) + "; " + ProgramMachine.serial(machine.grids("C"));
    }

    /** Block 0 creates a stream and launches A into it; block 1 launches B. Block 0 waits for the launch of B. */
    private static String otherBlock(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 4);
        KernelReference a = lasting("A", LONG);
        KernelReference b = lasting("B", SHORT);
        machine.run(
                k -> {
                    byBlock(k, 0, () -> {
                        Operand stream = k.device().streamCreateWithFlags();
                        launch(k, a, stream);
                        words.store(k, 0, stream);
                        words.raise(k, 1);
                        words.awaitRaised(k, 2);
                    });
                    byBlock(k, 1, () -> {
                        words.awaitRaised(k, 1);
                        Operand stream = words.load(k, 0, U64);
                        words.store(k, 3, k.device().launch(b, u32(1), u32(1), stream));
                        words.raise(k, 2);
                    });
                },
                2,
                1);
        String order = machine.grids("B").isEmpty()
                ? "never ran"
                : ProgramMachine.startsAfter(machine.grid("B"), machine.grid("A"));
        return words.read(3) + "; " + order + "; " + machine.reported("STR-3");
    }

    private static String parentsStream(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 1);
        KernelReference grandchild = lasting("GC", SHORT);
        KernelReference child = reference("C", k -> {
            Operand stream = k.parameter(U64);
            words.store(k, 0, k.device().launch(grandchild, u32(1), u32(1), stream));
        });
        machine.run(k -> {
            Operand stream = k.device().streamCreateWithFlags();
            launch(k, child, NULL_STREAM, stream);
        });
        return words.read(0) + "; " + machine.ran("GC") + "; " + machine.reported("STR-3");
    }

    private static String hostStream(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 1);
        KernelReference child = lasting("C", SHORT);
        machine.run(k -> words.store(k, 0, k.device().launch(child, u32(1), u32(1), u64(HOST_STREAM))));
        return words.read(0) + "; " + machine.ran("C") + "; " + machine.reported("STR-4");
    }
}
