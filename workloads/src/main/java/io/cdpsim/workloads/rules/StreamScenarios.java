package io.cdpsim.workloads.rules;

import static io.cdpsim.kernel.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.DeviceRuntimeCalls.PER_THREAD_STREAM;
import static io.cdpsim.kernel.DeviceRuntimeCalls.TAIL_LAUNCH;

import io.cdpsim.kernel.DeviceCall;
import io.cdpsim.kernel.Kernel;
import io.cdpsim.kernel.KernelReference;
import io.cdpsim.kernel.Operand;
import io.cdpsim.kernel.ValueType;
import io.cdpsim.runtime.CudaVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rules STR-1 to STR-4, STR-9 to STR-11 and STR-14: who may use a stream, and how it comes and goes. */
final class StreamScenarios {
    private static final long LONG = 60_000;
    private static final long SHORT = 1_000;
    private static final int MANY = 2_000;

    /** Something a host could hold as a stream: an address in its own memory. */
    private static final long HOST_STREAM = 0x7F55_0000_1000L;

    private StreamScenarios() {}

    static List<RuleScenario> all() {
        List<RuleScenario> all = new ArrayList<>();
        all.addAll(scopes());
        all.addAll(lives());
        all.addAll(StreamOrderScenarios.all());
        return all;
    }

    private static List<RuleScenario> scopes() {
        return List.of(
                RuleScenario.must(
                        "STR-1",
                        "a thread may launch into a stream that another thread of its block made",
                        RuleScenario.CDP1,
                        "0, 0; one after another",
                        StreamScenarios::otherThreadOfTheBlock),
                RuleScenario.must(
                        "STR-2",
                        "another block of the grid may launch into a stream, in order with the block that made it",
                        RuleScenario.CDP2,
                        "0; after; not reported",
                        lab -> otherBlock(lab, lab.settings().cuda())),
                RuleScenario.must(
                        "STR-2",
                        "a child may not launch into its parent's stream",
                        RuleScenario.CDP2,
                        "1; never ran; reported",
                        StreamScenarios::parentsStream),
                RuleScenario.must(
                        "STR-1",
                        "a child may not launch into its parent's stream",
                        RuleScenario.CDP1,
                        "1; never ran; reported",
                        StreamScenarios::parentsStream),
                RuleScenario.must(
                        "STR-3",
                        "another block's stream is an invalid value up to CUDA 10.0",
                        RuleScenario.CDP1,
                        "11; never ran; reported",
                        lab -> otherBlock(lab, new CudaVersion(10, 0))),
                RuleScenario.must(
                        "STR-3",
                        "another block's stream is an invalid value from CUDA 10.1",
                        RuleScenario.CDP1,
                        "1; never ran; reported",
                        lab -> otherBlock(lab, new CudaVersion(10, 1))),
                RuleScenario.must(
                        "STR-3",
                        "another block's stream is an invalid value in CUDA 5",
                        RuleScenario.CDP1,
                        "11; never ran; reported",
                        lab -> otherBlock(lab, new CudaVersion(5, 0))),
                RuleScenario.must(
                        "STR-3",
                        "another grid's stream is reported",
                        RuleScenario.CDP2,
                        "1; never ran; reported",
                        StreamScenarios::parentsStream),
                RuleScenario.must(
                        "STR-4",
                        "a stream of the host means nothing in a kernel",
                        RuleScenario.BOTH,
                        "1; never ran; reported",
                        StreamScenarios::hostStream));
    }

    private static List<RuleScenario> lives() {
        return List.of(
                RuleScenario.must(
                        "STR-9",
                        "streams are made with the non-blocking flag only, up to CUDA 10.0",
                        RuleScenario.CDP1,
                        "flags 1: 0, flags 0: 11, flags 0x77: 11",
                        lab -> creation(lab, false, new CudaVersion(10, 0))),
                RuleScenario.must(
                        "STR-9",
                        "streams are made with the non-blocking flag only, from CUDA 10.1",
                        RuleScenario.CDP1,
                        "flags 1: 0, flags 0: 1, flags 0x77: 1",
                        lab -> creation(lab, false, lab.settings().cuda())),
                RuleScenario.must(
                        "STR-9",
                        "the H200 takes the default flags too",
                        RuleScenario.CDP2,
                        "flags 1: 0, flags 0: 0, flags 0x77: 1",
                        lab -> creation(lab, false, lab.settings().cuda())),
                RuleScenario.must(
                        "STR-9",
                        "the documents do not allow the default flags",
                        RuleScenario.CDP2,
                        "flags 1: 0, flags 0: 1, flags 0x77: 1",
                        lab -> creation(lab, true, lab.settings().cuda())),
                RuleScenario.must(
                        "STR-10",
                        "a stream can be destroyed while its work is pending, which still runs",
                        RuleScenario.BOTH,
                        "0 at once; child ran; parent after it",
                        StreamScenarios::destroyWhilePending),
                RuleScenario.must(
                        "STR-10",
                        "on the H200 a stream can be destroyed twice and still be launched into",
                        RuleScenario.CDP2,
                        "destroy 0, 0; launch 0; ran",
                        StreamScenarios::useAfterDestroy),
                RuleScenario.must(
                        "STR-10",
                        "the special streams cannot be destroyed",
                        RuleScenario.CDP2,
                        "1, 1, 1, 1",
                        StreamScenarios::destroySpecial),
                RuleScenario.must(
                        "STR-11",
                        "device code can neither wait for a stream nor ask about it",
                        RuleScenario.BOTH,
                        "not offered",
                        lab -> offered("STREAM_SYNCHRONIZE", "STREAM_QUERY")),
                RuleScenario.must(
                        "STR-14",
                        "thousands of streams can be made",
                        RuleScenario.BOTH,
                        "no error",
                        StreamScenarios::manyStreams));
    }

    private static String otherThreadOfTheBlock(RuleLab lab) {
        Words words = new Words(lab, 3);
        KernelReference child = Children.lasting("C", SHORT);
        Programs.run(
                lab,
                Children.kernel("P", k -> {
                    Programs.byThread(k, 0, () -> words.store(k, 2, k.device().createStream()));
                    k.syncThreads();
                    Operand stream = words.load(k, 2, ValueType.U64);
                    Operand code = k.device().launch(child, Operand.u32(1), Operand.u32(1), stream);
                    k.memory().store(ValueType.S32, words.at(k, k.threadX()), code);
                }),
                1,
                2);
        return words.list(2) + "; " + Programs.serial(lab.grids("C"));
    }

    /** Block 0 makes a stream and launches A into it; block 1 launches B. Block 0 stays until that is done. */
    private static String otherBlock(RuleLab lab, CudaVersion version) {
        lab.rebuild(settings -> settings.withCuda(version));
        Words words = new Words(lab, 4);
        KernelReference a = Children.lasting("A", LONG);
        KernelReference b = Children.lasting("B", SHORT);
        Kernel parent = Children.kernel("P", k -> {
            Programs.byBlock(k, 0, () -> {
                Operand stream = k.device().createStream();
                Children.launch(k, a, stream);
                words.store(k, 0, stream);
                words.raise(k, 1);
                words.awaitRaised(k, 2);
            });
            Programs.byBlock(k, 1, () -> {
                words.awaitRaised(k, 1);
                Operand stream = words.load(k, 0, ValueType.U64);
                words.store(k, 3, k.device().launch(b, Operand.u32(1), Operand.u32(1), stream));
                words.raise(k, 2);
            });
        });
        Programs.run(lab, parent, 2, 1);
        String order = lab.grids("B").isEmpty() ? "never ran" : RuleLab.startsAfter(lab.grid("B"), lab.grid("A"));
        return words.read(3) + "; " + order + "; " + Programs.reported(lab, "STR-3");
    }

    private static String parentsStream(RuleLab lab) {
        Words words = new Words(lab, 1);
        KernelReference grandchild = Children.lasting("GC", SHORT);
        KernelReference child = KernelReference.to(Children.kernel("C", k -> {
            Operand stream = k.parameter(ValueType.U64);
            words.store(k, 0, k.device().launch(grandchild, Operand.u32(1), Operand.u32(1), stream));
        }));
        Programs.run(lab, Children.kernel("P", k -> {
            Operand stream = k.device().createStream();
            Children.launch(k, child, NULL_STREAM, stream);
        }));
        return words.read(0) + "; " + Programs.ran(lab, "GC") + "; " + Programs.reported(lab, "STR-3");
    }

    private static String hostStream(RuleLab lab) {
        Words words = new Words(lab, 1);
        KernelReference child = Children.lasting("C", SHORT);
        Programs.run(
                lab,
                Children.kernel(
                        "P",
                        k -> words.store(
                                k,
                                0,
                                k.device().launch(child, Operand.u32(1), Operand.u32(1), Operand.u64(HOST_STREAM)))));
        return words.read(0) + "; " + Programs.ran(lab, "C") + "; " + Programs.reported(lab, "STR-4");
    }

    private static String creation(RuleLab lab, boolean strict, CudaVersion version) {
        lab.rebuild(settings -> settings.withCuda(version).withStrict(strict));
        Words words = new Words(lab, 3);
        Programs.run(lab, Children.kernel("P", k -> {
            words.store(k, 0, k.device().createStream(Operand.u32(1)).get(0));
            words.store(k, 1, k.device().createStream(Operand.u32(0)).get(0));
            words.store(k, 2, k.device().createStream(Operand.u32(0x77)).get(0));
        }));
        return "flags 1: " + words.read(0) + ", flags 0: " + words.read(1) + ", flags 0x77: " + words.read(2);
    }

    private static String destroyWhilePending(RuleLab lab) {
        Words words = new Words(lab, 2);
        KernelReference child = KernelReference.to(Children.kernel("C", k -> {
            Children.spin(k, LONG);
            words.store(k, 1, Operand.u32(1));
        }));
        Programs.run(lab, Children.kernel("P", k -> {
            Operand stream = k.device().createStream();
            Children.launch(k, child, stream);
            words.store(k, 0, k.device().destroyStream(stream));
        }));
        boolean atOnce = lab.grid("P").bodyEnded() < lab.grid("C").completed();
        boolean waited = lab.grid("P").completed() >= lab.grid("C").completed();
        return words.read(0)
                + (atOnce ? " at once" : " late")
                + (words.read(1) == 1 ? "; child ran" : "; child lost")
                + (waited ? "; parent after it" : "; parent too early");
    }

    private static String useAfterDestroy(RuleLab lab) {
        Words words = new Words(lab, 3);
        KernelReference child = Children.lasting("C", SHORT);
        Programs.run(lab, Children.kernel("P", k -> {
            Operand stream = k.device().createStream();
            words.store(k, 0, k.device().destroyStream(stream));
            words.store(k, 1, k.device().destroyStream(stream));
            // A new stream must not be mistaken for the old one.
            k.device().createStream();
            words.store(k, 2, k.device().launch(child, Operand.u32(1), Operand.u32(1), stream));
        }));
        return "destroy " + words.list(2) + "; launch " + words.read(2) + "; " + Programs.ran(lab, "C");
    }

    private static String destroySpecial(RuleLab lab) {
        Words words = new Words(lab, 4);
        Programs.run(lab, Children.kernel("P", k -> {
            words.store(k, 0, k.device().destroyStream(NULL_STREAM));
            words.store(k, 1, k.device().destroyStream(PER_THREAD_STREAM));
            words.store(k, 2, k.device().destroyStream(TAIL_LAUNCH));
            words.store(k, 3, k.device().destroyStream(FIRE_AND_FORGET));
        }));
        return words.list(4);
    }

    /** Whether a kernel can call any of these. */
    static String offered(String... calls) {
        boolean any =
                Arrays.stream(DeviceCall.values()).anyMatch(c -> List.of(calls).contains(c.name()));
        return any ? "offered" : "not offered";
    }

    private static String manyStreams(RuleLab lab) {
        Words words = new Words(lab, 1);
        Programs.run(lab, Children.kernel("P", k -> {
            Operand.Register codes = k.variable(Operand.u64(0));
            k.forLoop(
                    Operand.u32(0),
                    Operand.u32(MANY),
                    Operand.u32(1),
                    i -> k.assign(
                            codes,
                            k.or(codes, k.device().createStream(Operand.u32(1)).get(0))));
            words.store(k, 0, codes);
        }));
        return words.read(0) == 0 ? "no error" : "error " + words.read(0);
    }
}
