package io.cdpsim.semantics.rules.version;

import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.BOTH;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.lasting;

import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Rules API-1 to API-3: what device code may call. */
public final class ApiScenarios {
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

    /** The scenarios, those of a rule in the order in which they are shown. */
    public static List<RuleScenario> all() {
        return List.of(
                claim("API-1", "device code can call what the guides list")
                        .must(BOTH, "missing: none", machine -> "missing: " + names(LISTED, false)),
                claim("API-1", "the text of an error can be read")
                        .must(BOTH, "The launch asks", ApiScenarios::errorText),
                claim("API-2", "what the header declares beyond the guides' list answers as its plain forms do")
                        .must(
                                BOTH,
                                "error 9: cudaErrorInvalidConfiguration, banks of four bytes, record 0, with flags 1,"
                                        + " blocks alike",
                                ApiScenarios::beyondTheList),
                claim("API-3", "device code cannot call what only the host has")
                        .must(BOTH, "offered: none", machine -> "offered: " + names(ABSENT, true)));
    }

    private static String names(Set<String> wanted, boolean offered) {
        Set<String> all =
                Arrays.stream(DeviceCall.values()).map(DeviceCall::cudaName).collect(Collectors.toSet());
        Set<String> found = new TreeSet<>(wanted);
        found.removeIf(name -> all.contains(name) != offered);
        return found.isEmpty() ? "none" : String.join(", ", found);
    }

    private static String errorText(ProgramMachine machine) {
        machine.run(k -> {
            k.printf("%.15s", k.device().getErrorString(u32(9)));
        });
        return machine.host().takeOutput();
    }

    private static String beyondTheList(ProgramMachine machine) {
        KernelReference asked = lasting("C", 100);
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
                            .occupancyMaxActiveBlocksPerMultiprocessor(asked, threads, none)
                            .get(1));
            answers.store(
                    k,
                    4,
                    k.device()
                            .occupancyMaxActiveBlocksPerMultiprocessorWithFlags(asked, threads, none, none)
                            .get(1));
        });
        int[] seen = answers.ints();
        return "error 9: " + machine.host().takeOutput() + ", banks of " + (seen[0] == 1 ? "four" : "eight")
                + " bytes, record " + seen[1] + ", with flags " + seen[2] + ", blocks "
                + (seen[3] == seen[4] && seen[3] > 0 ? "alike" : "differ");
    }
}
