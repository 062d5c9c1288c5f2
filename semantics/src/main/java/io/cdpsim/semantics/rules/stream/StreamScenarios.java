package io.cdpsim.semantics.rules.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.PER_THREAD_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.BOTH;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP1;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.lasting;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.reference;
import static io.cdpsim.workloads.program.ProgramKernels.spin;

import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rules STR-9 to STR-11 and STR-14: how a stream comes and goes. */
public final class StreamScenarios {
    private static final long LONG = 60_000;
    private static final long SHORT = 1_000;
    private static final int MANY = 2_000;

    private StreamScenarios() {}

    /** The scenarios, those of a rule in the order in which they are shown. */
    public static List<RuleScenario> all() {
        List<RuleScenario> all = new ArrayList<>();
        all.addAll(StreamScopeScenarios.all());
        all.addAll(lives());
        all.addAll(StreamOrderScenarios.all());
        return all;
    }

    private static List<RuleScenario> lives() {
        return List.of(
                claim("STR-9", "streams are made with the non-blocking flag only, up to CUDA 10.0")
                        .must(
                                CDP1,
                                "flags 1: 0, flags 0: 11, flags 0x77: 11",
                                machine -> creation(machine, false, new CudaVersion(10, 0))),
                claim("STR-9", "streams are made with the non-blocking flag only, from CUDA 10.1")
                        .must(
                                CDP1,
                                "flags 1: 0, flags 0: 1, flags 0x77: 1",
                                machine -> creation(
                                        machine, false, machine.settings().cuda())),
                claim("STR-9", "the H200 takes the default flags too")
                        .must(
                                CDP2,
                                "flags 1: 0, flags 0: 0, flags 0x77: 1",
                                machine -> creation(
                                        machine, false, machine.settings().cuda())),
                claim("STR-9", "the documents do not allow the default flags")
                        .must(
                                CDP2,
                                "flags 1: 0, flags 0: 1, flags 0x77: 1",
                                machine -> creation(
                                        machine, true, machine.settings().cuda())),
                claim("STR-10", "a stream can be destroyed while its work is pending, which still runs")
                        .must(BOTH, "0 at once; child ran; parent after it", StreamScenarios::destroyWhilePending),
                claim("STR-10", "on the H200 a stream can be destroyed twice and still be launched into")
                        .must(CDP2, "destroy 0, 0; launch 0; ran", StreamScenarios::useAfterDestroy),
                claim("STR-10", "the special streams cannot be destroyed")
                        .must(CDP2, "1, 1, 1, 1", StreamScenarios::destroySpecial),
                claim("STR-11", "device code can neither wait for a stream nor ask about it")
                        .must(BOTH, "not offered", machine -> offered("STREAM_SYNCHRONIZE", "STREAM_QUERY")),
                claim("STR-14", "thousands of streams can be made")
                        .must(BOTH, "no error", StreamScenarios::manyStreams));
    }

    private static String creation(ProgramMachine machine, boolean strict, CudaVersion version) {
        machine.rebuild(settings -> settings.withCuda(version).withStrict(strict));
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
            // A new stream must not be mistaken for the old one.
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

    /** Whether a kernel can call any of these. */
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
}
