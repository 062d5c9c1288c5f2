package io.cdpsim.semantics.rules.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
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

import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.List;

/** Rules STR-1 to STR-4: who may use a stream. */
final class StreamScopeScenarios {
    private static final long LONG = 60_000;
    private static final long SHORT = 1_000;

    /** Something a host could hold as a stream: an address in its own memory. */
    private static final long HOST_STREAM = 0x7F55_0000_1000L;

    private StreamScopeScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                claim("STR-1", "a thread may launch into a stream that another thread of its block made")
                        .must(CDP1, "0, 0; one after another", StreamScopeScenarios::otherThreadOfTheBlock),
                claim(
                                "STR-2",
                                "another block of the grid may launch into a stream, in order with the block that made"
                                        + " it")
                        .must(
                                CDP2,
                                "0; after; not reported",
                                machine ->
                                        otherBlock(machine, machine.settings().cuda())),
                claim("STR-2", "a child may not launch into its parent's stream")
                        .must(CDP2, "1; never ran; reported", StreamScopeScenarios::parentsStream),
                claim("STR-1", "a child may not launch into its parent's stream")
                        .must(CDP1, "1; never ran; reported", StreamScopeScenarios::parentsStream),
                claim("STR-3", "another block's stream is an invalid value up to CUDA 10.0")
                        .must(CDP1, "11; never ran; reported", machine -> otherBlock(machine, new CudaVersion(10, 0))),
                claim("STR-3", "another block's stream is an invalid value from CUDA 10.1")
                        .must(CDP1, "1; never ran; reported", machine -> otherBlock(machine, new CudaVersion(10, 1))),
                claim("STR-3", "another block's stream is an invalid value in CUDA 5")
                        .must(CDP1, "11; never ran; reported", machine -> otherBlock(machine, new CudaVersion(5, 0))),
                claim("STR-3", "another grid's stream is reported")
                        .must(CDP2, "1; never ran; reported", StreamScopeScenarios::parentsStream),
                claim("STR-4", "a stream of the host means nothing in a kernel")
                        .must(BOTH, "1; never ran; reported", StreamScopeScenarios::hostStream));
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

    /** Block 0 makes a stream and launches A into it; block 1 launches B. Block 0 stays until that is done. */
    private static String otherBlock(ProgramMachine machine, CudaVersion version) {
        machine.rebuild(settings -> settings.withCuda(version));
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
