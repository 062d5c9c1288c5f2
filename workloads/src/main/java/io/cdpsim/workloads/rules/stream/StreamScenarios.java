package io.cdpsim.workloads.rules.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.PER_THREAD_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;

import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.WordArray;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rules STR-9 to STR-11 and STR-14: how a stream comes and goes. */
final class StreamScenarios {
    private static final long LONG = 60_000;
    private static final long SHORT = 1_000;
    private static final int MANY = 2_000;

    private StreamScenarios() {}

    static List<RuleScenario> all() {
        List<RuleScenario> all = new ArrayList<>();
        all.addAll(StreamScopeScenarios.all());
        all.addAll(lives());
        all.addAll(StreamOrderScenarios.all());
        return all;
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

    private static String creation(ProgramMachine lab, boolean strict, CudaVersion version) {
        lab.rebuild(settings -> settings.withCuda(version).withStrict(strict));
        WordArray words = new WordArray(lab, 3);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            words.store(k, 0, k.device().streamCreateWithFlags(Operand.u32(1)).get(0));
            words.store(k, 1, k.device().streamCreateWithFlags(Operand.u32(0)).get(0));
            words.store(
                    k, 2, k.device().streamCreateWithFlags(Operand.u32(0x77)).get(0));
        }));
        return "flags 1: " + words.read(0) + ", flags 0: " + words.read(1) + ", flags 0x77: " + words.read(2);
    }

    private static String destroyWhilePending(ProgramMachine lab) {
        WordArray words = new WordArray(lab, 2);
        KernelReference child = KernelReference.to(ProgramKernels.kernel("C", k -> {
            ProgramKernels.spin(k, LONG);
            words.store(k, 1, Operand.u32(1));
        }));
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            Operand stream = k.device().streamCreateWithFlags();
            ProgramKernels.launch(k, child, stream);
            words.store(k, 0, k.device().streamDestroy(stream));
        }));
        boolean atOnce = lab.grid("P").bodyEnded() < lab.grid("C").completed();
        boolean waited = lab.grid("P").completed() >= lab.grid("C").completed();
        return words.read(0)
                + (atOnce ? " at once" : " late")
                + (words.read(1) == 1 ? "; child ran" : "; child lost")
                + (waited ? "; parent after it" : "; parent too early");
    }

    private static String useAfterDestroy(ProgramMachine lab) {
        WordArray words = new WordArray(lab, 3);
        KernelReference child = ProgramKernels.lasting("C", SHORT);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            Operand stream = k.device().streamCreateWithFlags();
            words.store(k, 0, k.device().streamDestroy(stream));
            words.store(k, 1, k.device().streamDestroy(stream));
            // A new stream must not be mistaken for the old one.
            k.device().streamCreateWithFlags();
            words.store(k, 2, k.device().launch(child, Operand.u32(1), Operand.u32(1), stream));
        }));
        return "destroy " + words.list(2) + "; launch " + words.read(2) + "; " + Programs.ran(lab, "C");
    }

    private static String destroySpecial(ProgramMachine lab) {
        WordArray words = new WordArray(lab, 4);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            words.store(k, 0, k.device().streamDestroy(NULL_STREAM));
            words.store(k, 1, k.device().streamDestroy(PER_THREAD_STREAM));
            words.store(k, 2, k.device().streamDestroy(TAIL_LAUNCH));
            words.store(k, 3, k.device().streamDestroy(FIRE_AND_FORGET));
        }));
        return words.list(4);
    }

    /** Whether a kernel can call any of these. */
    static String offered(String... calls) {
        boolean any =
                Arrays.stream(DeviceCall.values()).anyMatch(c -> List.of(calls).contains(c.name()));
        return any ? "offered" : "not offered";
    }

    private static String manyStreams(ProgramMachine lab) {
        WordArray words = new WordArray(lab, 1);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            Operand.Register codes = k.variable(Operand.s32(0));
            k.forLoop(
                    Operand.u32(0),
                    Operand.u32(MANY),
                    Operand.u32(1),
                    i -> k.assign(
                            codes,
                            k.or(
                                    codes,
                                    k.device()
                                            .streamCreateWithFlags(Operand.u32(1))
                                            .get(0))));
            words.store(k, 0, codes);
        }));
        return words.read(0) == 0 ? "no error" : "error " + words.read(0);
    }
}
