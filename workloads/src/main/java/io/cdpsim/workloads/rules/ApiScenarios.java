package io.cdpsim.workloads.rules;

import io.cdpsim.kernel.DeviceAttribute;
import io.cdpsim.kernel.DeviceCall;
import io.cdpsim.kernel.FunctionAttribute;
import io.cdpsim.kernel.KernelReference;
import io.cdpsim.kernel.Operand;
import io.cdpsim.kernel.Operand.Register;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Rules API-1 to API-3: what device code may call. */
final class ApiScenarios {
    /**
     * The listed functions but those of copies and of settings that are inherited, which the rules COPY and ENV show, and but
     * cudaOccupancyMaxPotentialBlockSize and its kin, templates that device code runs as the calls they are made of.
     */
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

    private ApiScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                RuleScenario.must(
                        "API-1",
                        "device code can call what the guides list",
                        RuleScenario.BOTH,
                        "missing: none",
                        lab -> "missing: " + names(LISTED, false)),
                RuleScenario.must(
                        "API-1",
                        "questions about a Kepler GPU are answered",
                        RuleScenario.CDP1,
                        "devices 1, version 11080, SMs 14, cc 3.5, no device 1: 101",
                        ApiScenarios::questions),
                RuleScenario.must(
                        "API-1",
                        "questions about a Hopper GPU are answered",
                        RuleScenario.CDP2,
                        "devices 1, version 13000, SMs 132, cc 9.0, no device 1: 101",
                        ApiScenarios::questions),
                RuleScenario.must(
                        "API-1",
                        "a Kepler GPU tells its properties one by one",
                        RuleScenario.CDP1,
                        "warp 32, threads 1024, 2048 an SM, blocks 16 an SM, shared 49152, 49152 with opt-in, 49152 an SM, registers 65536",
                        ApiScenarios::properties),
                RuleScenario.must(
                        "API-1",
                        "a Hopper GPU tells its properties one by one",
                        RuleScenario.CDP2,
                        "warp 32, threads 1024, 2048 an SM, blocks 32 an SM, shared 49152, 232448 with opt-in, 233472 an SM, registers 65536",
                        ApiScenarios::properties),
                RuleScenario.must(
                        "API-1",
                        "a number that means no attribute is an invalid value, and so is a block without threads",
                        RuleScenario.BOTH,
                        "attribute 0: 1, attribute 1000: 1, no threads: 1, kept: 1",
                        ApiScenarios::invalidQuestions),
                RuleScenario.must(
                        "API-1",
                        "the best size of a block can depend on the shared memory that each size needs",
                        RuleScenario.CDP2,
                        "without: 264 blocks of 1024, with 64 bytes a thread: 528 blocks of 512",
                        ApiScenarios::variableShared),
                RuleScenario.must(
                        "API-1",
                        "questions about a kernel are answered",
                        RuleScenario.CDP2,
                        "128 bytes of shared memory, 128 threads at most, 64 registers, 8 blocks of 128, device filled by 1056 of 128",
                        ApiScenarios::questionsAboutKernel),
                RuleScenario.must(
                        "API-1",
                        "the text of an error can be read",
                        RuleScenario.BOTH,
                        "The launch asks",
                        ApiScenarios::errorText),
                RuleScenario.must(
                        "API-2",
                        "what the header declares beyond the guides' list answers as its plain forms do",
                        RuleScenario.BOTH,
                        "error 9: cudaErrorInvalidConfiguration, banks of four bytes, record 0, with flags 1, blocks alike",
                        ApiScenarios::beyondTheList),
                RuleScenario.must(
                        "API-3",
                        "device code cannot call what only the host has",
                        RuleScenario.BOTH,
                        "offered: none",
                        lab -> "offered: " + names(ABSENT, true)));
    }

    private static String names(Set<String> wanted, boolean offered) {
        Set<String> all =
                Arrays.stream(DeviceCall.values()).map(DeviceCall::cudaName).collect(Collectors.toSet());
        Set<String> found = new TreeSet<>(wanted);
        found.removeIf(name -> all.contains(name) != offered);
        return found.isEmpty() ? "none" : String.join(", ", found);
    }

    private static String questions(RuleLab lab) {
        Words answers = new Words(lab, 6);
        Programs.run(lab, Children.kernel("P", k -> {
            Operand device = k.device().getDevice();
            answers.store(k, 0, k.device().getDeviceCount().get(1));
            answers.store(k, 1, k.device().getRuntimeVersion().get(1));
            answers.store(
                    k,
                    2,
                    k.device()
                            .getDeviceAttribute(DeviceAttribute.MULTIPROCESSOR_COUNT, device)
                            .get(1));
            answers.store(
                    k,
                    3,
                    k.device()
                            .getDeviceAttribute(DeviceAttribute.COMPUTE_CAPABILITY_MAJOR, device)
                            .get(1));
            answers.store(
                    k,
                    4,
                    k.device()
                            .getDeviceAttribute(DeviceAttribute.COMPUTE_CAPABILITY_MINOR, device)
                            .get(1));
            answers.store(
                    k,
                    5,
                    k.device()
                            .getDeviceAttribute(DeviceAttribute.MULTIPROCESSOR_COUNT, Operand.u32(1))
                            .get(0));
        }));
        int[] seen = answers.ints();
        return "devices " + seen[0] + ", version " + seen[1] + ", SMs " + seen[2] + ", cc " + seen[3] + "." + seen[4]
                + ", no device 1: " + seen[5];
    }

    private static final List<DeviceAttribute> PROPERTIES = List.of(
            DeviceAttribute.WARP_SIZE,
            DeviceAttribute.MAX_THREADS_PER_BLOCK,
            DeviceAttribute.MAX_THREADS_PER_MULTIPROCESSOR,
            DeviceAttribute.MAX_BLOCKS_PER_MULTIPROCESSOR,
            DeviceAttribute.MAX_SHARED_MEMORY_PER_BLOCK,
            DeviceAttribute.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
            DeviceAttribute.MAX_SHARED_MEMORY_PER_MULTIPROCESSOR,
            DeviceAttribute.MAX_REGISTERS_PER_MULTIPROCESSOR);

    private static String properties(RuleLab lab) {
        Words answers = new Words(lab, PROPERTIES.size());
        Programs.run(lab, Children.kernel("P", k -> {
            Operand device = k.device().getDevice();
            for (int i = 0; i < PROPERTIES.size(); i++) {
                answers.store(
                        k,
                        i,
                        k.device().getDeviceAttribute(PROPERTIES.get(i), device).get(1));
            }
        }));
        int[] seen = answers.ints();
        return "warp " + seen[0] + ", threads " + seen[1] + ", " + seen[2] + " an SM, blocks " + seen[3]
                + " an SM, shared " + seen[4] + ", " + seen[5] + " with opt-in, " + seen[6] + " an SM, registers "
                + seen[7];
    }

    private static String invalidQuestions(RuleLab lab) {
        KernelReference asked = Children.lasting("C", 100);
        Words answers = new Words(lab, 4);
        Programs.run(lab, Children.kernel("P", k -> {
            Operand device = k.device().getDevice();
            answers.store(
                    k, 0, k.device().getDeviceAttribute(Operand.u32(0), device).get(0));
            answers.store(
                    k,
                    1,
                    k.device().getDeviceAttribute(Operand.u32(1000), device).get(0));
            answers.store(
                    k,
                    2,
                    k.device()
                            .getMaxActiveBlocks(asked, Operand.u32(0), Operand.u32(0))
                            .get(0));
            answers.store(k, 3, k.device().getLastError());
        }));
        int[] seen = answers.ints();
        return "attribute 0: " + seen[0] + ", attribute 1000: " + seen[1] + ", no threads: " + seen[2] + ", kept: "
                + seen[3];
    }

    private static String variableShared(RuleLab lab) {
        KernelReference asked = KernelReference.to(Children.kernel("C", k -> k.registersPerThread(32)));
        Words answers = new Words(lab, 4);
        Programs.run(lab, Children.kernel("P", k -> {
            List<Register> without = k.device().getMaxPotentialBlockSize(asked, Operand.u64(0));
            List<Register> with =
                    k.device().getMaxPotentialBlockSize(asked, threads -> k.multiply(threads, Operand.u64(64)));
            answers.store(k, 0, without.get(1));
            answers.store(k, 1, without.get(2));
            answers.store(k, 2, with.get(1));
            answers.store(k, 3, with.get(2));
        }));
        int[] seen = answers.ints();
        return "without: " + seen[0] + " blocks of " + seen[1] + ", with 64 bytes a thread: " + seen[2] + " blocks of "
                + seen[3];
    }

    private static String questionsAboutKernel(RuleLab lab) {
        KernelReference asked = KernelReference.to(Children.kernel("C", k -> {
            k.registersPerThread(64).maxThreadsPerBlock(128);
            k.sharedArray(128);
        }));
        Words answers = new Words(lab, 6);
        Programs.run(lab, Children.kernel("P", k -> {
            answers.store(
                    k,
                    0,
                    k.device()
                            .getFunctionAttribute(asked, FunctionAttribute.SHARED_BYTES)
                            .get(1));
            answers.store(
                    k,
                    1,
                    k.device()
                            .getFunctionAttribute(asked, FunctionAttribute.MAX_THREADS_PER_BLOCK)
                            .get(1));
            answers.store(
                    k,
                    2,
                    k.device()
                            .getFunctionAttribute(asked, FunctionAttribute.REGISTERS)
                            .get(1));
            answers.store(
                    k,
                    3,
                    k.device()
                            .getMaxActiveBlocks(asked, Operand.u32(128), Operand.u32(0))
                            .get(1));
            List<Register> best = k.device().getMaxPotentialBlockSize(asked, Operand.u32(0));
            answers.store(k, 4, best.get(1));
            answers.store(k, 5, best.get(2));
        }));
        int[] seen = answers.ints();
        return seen[0] + " bytes of shared memory, " + seen[1] + " threads at most, " + seen[2] + " registers, "
                + seen[3] + " blocks of 128, device filled by " + seen[4] + " of " + seen[5];
    }

    private static String errorText(RuleLab lab) {
        Programs.run(lab, Children.kernel("P", k -> {
            k.printf("%.15s", k.device().getErrorString(Operand.u32(9)));
        }));
        return lab.host().takeOutput();
    }

    private static String beyondTheList(RuleLab lab) {
        KernelReference asked = Children.lasting("C", 100);
        Words answers = new Words(lab, 5);
        Programs.run(lab, Children.kernel("P", k -> {
            k.printf("%s", k.device().getErrorName(Operand.u32(9)));
            answers.store(k, 0, k.device().getSharedMemConfig().get(1));
            Operand stream = k.device().createStream();
            Operand event = k.device().createEvent(Operand.u32(2)).get(1);
            answers.store(k, 1, k.device().recordEvent(event, stream, Operand.u32(0)));
            answers.store(k, 2, k.device().recordEvent(event, stream, Operand.u32(1)));
            Operand threads = Operand.u32(128);
            Operand none = Operand.u32(0);
            answers.store(
                    k, 3, k.device().getMaxActiveBlocks(asked, threads, none).get(1));
            answers.store(
                    k,
                    4,
                    k.device().getMaxActiveBlocks(asked, threads, none, none).get(1));
        }));
        int[] seen = answers.ints();
        return "error 9: " + lab.host().takeOutput() + ", banks of " + (seen[0] == 1 ? "four" : "eight")
                + " bytes, record " + seen[1] + ", with flags " + seen[2] + ", blocks "
                + (seen[3] == seen[4] && seen[3] > 0 ? "alike" : "differ");
    }
}
