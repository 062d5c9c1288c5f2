package io.cdpsim.semantics.rules.version;

import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.BOTH;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP1;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.lasting;
import static io.cdpsim.workloads.program.ProgramKernels.reference;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.call.DeviceAttribute;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.call.FunctionAttribute;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Rules API: calls and queries of device code. The numbers are those of CUDA's guides. */
public final class DeviceApiScenarios {
    private static final List<DeviceAttribute> PROPERTIES = List.of(
            DeviceAttribute.WARP_SIZE,
            DeviceAttribute.MAX_THREADS_PER_BLOCK,
            DeviceAttribute.MAX_THREADS_PER_MULTIPROCESSOR,
            DeviceAttribute.MAX_BLOCKS_PER_MULTIPROCESSOR,
            DeviceAttribute.MAX_SHARED_MEMORY_PER_BLOCK,
            DeviceAttribute.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
            DeviceAttribute.MAX_SHARED_MEMORY_PER_MULTIPROCESSOR,
            DeviceAttribute.MAX_REGISTERS_PER_MULTIPROCESSOR);
    private static final Set<String> LISTED = Set.of(
            "cudaDeviceGetLimit",
            "cudaGetLastError",
            "cudaPeekAtLastError",
            "cudaGetErrorString",
            "cudaGetDeviceCount",
            "cudaDeviceGetAttribute",
            "cudaGetDevice",
            "cudaStreamCreateWithFlags",
            "cudaStreamDestroy",
            "cudaStreamWaitEvent",
            "cudaEventCreateWithFlags",
            "cudaEventRecord",
            "cudaEventDestroy",
            "cudaFuncGetAttributes",
            "cudaMemcpyAsync",
            "cudaMemsetAsync",
            "cudaRuntimeGetVersion",
            "cudaMalloc",
            "cudaFree",
            "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
            "cudaDeviceSynchronize",
            "cudaLaunchDevice",
            "cudaGetParameterBuffer");
    private static final Set<String> ABSENT = Set.of(
            "cudaSetDevice",
            "cudaGetDeviceProperties",
            "cudaDeviceSetLimit",
            "cudaStreamCreate",
            "cudaStreamQuery",
            "cudaStreamSynchronize",
            "cudaEventCreate",
            "cudaEventQuery",
            "cudaEventSynchronize",
            "cudaEventElapsedTime",
            "cudaMemcpyToSymbol",
            "cudaGetSymbolAddress",
            "cudaMemcpy",
            "cudaMemset");

    private DeviceApiScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        return List.of(
                claim("API-1", "device code can query a Kepler GPU")
                        .must(
                                CDP1,
                                "devices 1, version 11080, SMs 14, cc 3.5, no device 1: 101",
                                DeviceApiScenarios::questions),
                claim("API-1", "device code can query a Hopper GPU, with the measured version")
                        .must(
                                CDP2,
                                "devices 1, version 6000, SMs 132, cc 9.0, no device 1: 101",
                                DeviceApiScenarios::questions)
                        .strictly("devices 1, version 13000, SMs 132, cc 9.0, no device 1: 101"),
                claim("API-1", "device code can query each attribute of a Kepler GPU")
                        .must(
                                CDP1,
                                "warp 32, threads 1024, 2048 an SM, blocks 16 an SM, shared 49152, 49152 with opt-in,"
                                        + " 49152 an SM, registers 65536",
                                DeviceApiScenarios::properties),
                claim("API-1", "device code can query each attribute of a Hopper GPU")
                        .must(
                                CDP2,
                                "warp 32, threads 1024, 2048 an SM, blocks 32 an SM, shared 49152, 232448 with opt-in,"
                                        + " 233472 an SM, registers 65536",
                                DeviceApiScenarios::properties),
                claim("API-1", "an unknown attribute and a block without threads are invalid values")
                        .must(
                                BOTH,
                                "attribute 0: 1, attribute 1000: 1, no threads: 1, kept: 1",
                                DeviceApiScenarios::invalidQuestions),
                claim("API-1", "the best block size may depend on the shared memory of each size")
                        .must(
                                CDP2,
                                "without: 264 blocks of 1024, with 64 bytes a thread: 528 blocks of 512",
                                DeviceApiScenarios::variableShared),
                claim("API-1", "device code can query a kernel")
                        .must(
                                CDP2,
                                "128 bytes of shared memory, 128 threads at most, 64 registers, 8 blocks of 128,"
                                        + " device filled by 1056 of 128",
                                DeviceApiScenarios::questionsAboutKernel),
                claim("API-1", "the registers of a kernel determine the maximum size of a block")
                        .must(
                                CDP2,
                                "64 registers: 1024, 65: 896, 128: 512, 255: 256; code for 90, 49152 bytes of dynamic"
                                        + " shared memory",
                                DeviceApiScenarios::largestBlocks),
                claim("API-1", "device code can make the calls that the guides list")
                        .must(BOTH, "missing: none", machine -> "missing: " + names(LISTED, false)),
                claim("API-1", "the text of an error can be read")
                        .must(BOTH, "invalid configurati", DeviceApiScenarios::errorText),
                claim("API-2", "additional calls of the header behave like their plain forms")
                        .must(
                                BOTH,
                                "error 9: cudaErrorInvalidConfiguration, banks of four bytes, record 0, with flags 1,"
                                        + " blocks alike",
                                DeviceApiScenarios::beyondTheList),
                claim("API-3", "device code cannot make calls of the host only")
                        .must(BOTH, "offered: none", machine -> "offered: " + names(ABSENT, true)));
    }

    private static String questions(ProgramMachine machine) {
        WordArray answers = new WordArray(machine, 6);
        machine.run(k -> {
            Operand device = k.device().getDevice();
            answers.store(k, 0, k.device().getDeviceCount().get(1));
            answers.store(k, 1, k.device().runtimeGetVersion().get(1));
            answers.store(
                    k,
                    2,
                    k.device()
                            .deviceGetAttribute(DeviceAttribute.MULTIPROCESSOR_COUNT, device)
                            .get(1));
            answers.store(
                    k,
                    3,
                    k.device()
                            .deviceGetAttribute(DeviceAttribute.COMPUTE_CAPABILITY_MAJOR, device)
                            .get(1));
            answers.store(
                    k,
                    4,
                    k.device()
                            .deviceGetAttribute(DeviceAttribute.COMPUTE_CAPABILITY_MINOR, device)
                            .get(1));
            answers.store(
                    k,
                    5,
                    k.device()
                            .deviceGetAttribute(DeviceAttribute.MULTIPROCESSOR_COUNT, u32(1))
                            .get(0));
        });
        int[] seen = answers.ints();
        return "devices " + seen[0] + ", version " + seen[1] + ", SMs " + seen[2] + ", cc " + seen[3] + "." + seen[4]
                + ", no device 1: " + seen[5];
    }

    private static String properties(ProgramMachine machine) {
        WordArray answers = new WordArray(machine, PROPERTIES.size());
        machine.run(k -> {
            Operand device = k.device().getDevice();
            for (int i = 0; i < PROPERTIES.size(); i++) {
                answers.store(
                        k,
                        i,
                        k.device().deviceGetAttribute(PROPERTIES.get(i), device).get(1));
            }
        });
        int[] seen = answers.ints();
        return "warp " + seen[0] + ", threads " + seen[1] + ", " + seen[2] + " an SM, blocks " + seen[3]
                + " an SM, shared " + seen[4] + ", " + seen[5] + " with opt-in, " + seen[6] + " an SM, registers "
                + seen[7];
    }

    private static String invalidQuestions(ProgramMachine machine) {
        KernelReference kernel = lasting("C", 100);
        WordArray answers = new WordArray(machine, 4);
        machine.run(k -> {
            Operand device = k.device().getDevice();
            answers.store(k, 0, k.device().deviceGetAttribute(u32(0), device).get(0));
            answers.store(k, 1, k.device().deviceGetAttribute(u32(1000), device).get(0));
            answers.store(
                    k,
                    2,
                    k.device()
                            .occupancyMaxActiveBlocksPerMultiprocessor(kernel, u32(0), u32(0))
                            .get(0));
            answers.store(k, 3, k.device().getLastError());
        });
        int[] seen = answers.ints();
        return "attribute 0: " + seen[0] + ", attribute 1000: " + seen[1] + ", no threads: " + seen[2] + ", kept: "
                + seen[3];
    }

    private static String variableShared(ProgramMachine machine) {
        KernelReference kernel = reference("C", k -> k.registersPerThread(32));
        WordArray answers = new WordArray(machine, 4);
        machine.run(k -> {
            List<Register> without = k.device().occupancyMaxPotentialBlockSize(kernel, u64(0));
            List<Register> with = k.device()
                    .occupancyMaxPotentialBlockSizeVariableSMem(kernel, threads -> k.multiply(threads, u64(64)));
            answers.store(k, 0, without.get(1));
            answers.store(k, 1, without.get(2));
            answers.store(k, 2, with.get(1));
            answers.store(k, 3, with.get(2));
        });
        int[] seen = answers.ints();
        return "without: " + seen[0] + " blocks of " + seen[1] + ", with 64 bytes a thread: " + seen[2] + " blocks of "
                + seen[3];
    }

    private static String questionsAboutKernel(ProgramMachine machine) {
        KernelReference kernel = reference("C", k -> {
            k.registersPerThread(64).maxThreadsPerBlock(128);
            k.sharedArray(128);
        });
        WordArray answers = new WordArray(machine, 6);
        machine.run(k -> {
            answers.store(k, 0, attribute(k, kernel, FunctionAttribute.SHARED_BYTES));
            answers.store(k, 1, attribute(k, kernel, FunctionAttribute.MAX_THREADS_PER_BLOCK));
            answers.store(k, 2, attribute(k, kernel, FunctionAttribute.REGISTERS));
            answers.store(
                    k,
                    3,
                    k.device()
                            .occupancyMaxActiveBlocksPerMultiprocessor(kernel, u32(128), u32(0))
                            .get(1));
            List<Register> best = k.device().occupancyMaxPotentialBlockSize(kernel, u32(0));
            answers.store(k, 4, best.get(1));
            answers.store(k, 5, best.get(2));
        });
        int[] seen = answers.ints();
        return seen[0] + " bytes of shared memory, " + seen[1] + " threads at most, " + seen[2] + " registers, "
                + seen[3] + " blocks of 128, device filled by " + seen[4] + " of " + seen[5];
    }

    private static String largestBlocks(ProgramMachine machine) {
        int[] registers = {64, 65, 128, 255};
        WordArray answers = new WordArray(machine, registers.length + 2);
        machine.run(k -> {
            for (int i = 0; i < registers.length; i++) {
                int count = registers[i];
                KernelReference kernel = reference("C" + count, child -> child.registersPerThread(count));
                answers.store(k, i, attribute(k, kernel, FunctionAttribute.MAX_THREADS_PER_BLOCK));
                answers.store(k, registers.length, attribute(k, kernel, FunctionAttribute.BINARY_VERSION));
                answers.store(
                        k, registers.length + 1, attribute(k, kernel, FunctionAttribute.MAX_DYNAMIC_SHARED_BYTES));
            }
        });
        int[] seen = answers.ints();
        return "64 registers: " + seen[0] + ", 65: " + seen[1] + ", 128: " + seen[2] + ", 255: " + seen[3]
                + "; code for " + seen[4] + ", " + seen[5] + " bytes of dynamic shared memory";
    }

    private static Register attribute(KernelBuilder k, KernelReference kernel, FunctionAttribute attribute) {
        return k.device().funcGetAttributes(kernel, attribute).get(1);
    }

    /**
     * The functions that the guides list, without copies and inherited settings, which are scenarios of COPY and ENV, and without
     * cudaOccupancyMaxPotentialBlockSize and its variants, which are templates of other calls.
     */
    private static String names(Set<String> expected, boolean offered) {
        Set<String> all =
                Arrays.stream(DeviceCall.values()).map(DeviceCall::cudaName).collect(Collectors.toSet());
        Set<String> found = new TreeSet<>(expected);
        found.removeIf(name -> all.contains(name) != offered);
        return found.isEmpty() ? "none" : String.join(", ", found);
    }

    private static String errorText(ProgramMachine machine) {
        machine.run(k -> {
            k.printf("%.19s", k.device().getErrorString(u32(9)));
        });
        return machine.host().takeOutput();
    }

    private static String beyondTheList(ProgramMachine machine) {
        KernelReference kernel = lasting("C", 100);
        WordArray answers = new WordArray(machine, 5);
        machine.run(k -> {
            k.printf("%s", k.device().getErrorName(u32(9)));
            answers.store(k, 0, k.device().deviceGetSharedMemConfig().get(1));
            Operand stream = k.device().streamCreateWithFlags();
            Operand event = k.device().eventCreateWithFlags(u32(2)).get(1);
            answers.store(k, 1, k.device().eventRecordWithFlags(event, stream, u32(0)));
            answers.store(k, 2, k.device().eventRecordWithFlags(event, stream, u32(1)));
            Operand threads = u32(128);
            Operand none = u32(0);
            answers.store(
                    k,
                    3,
                    k.device()
                            .occupancyMaxActiveBlocksPerMultiprocessor(kernel, threads, none)
                            .get(1));
            answers.store(
                    k,
                    4,
                    k.device()
                            .occupancyMaxActiveBlocksPerMultiprocessorWithFlags(kernel, threads, none, none)
                            .get(1));
        });
        int[] seen = answers.ints();
        return "error 9: " + machine.host().takeOutput() + ", banks of " + (seen[0] == 1 ? "four" : "eight")
                + " bytes, record " + seen[1] + ", with flags " + seen[2] + ", blocks "
                + (seen[3] == seen[4] && seen[3] > 0 ? "alike" : "differ");
    }
}
