package io.cdpsim.workloads.rules.memory;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.WordArray;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.Arrays;
import java.util.List;

/** Rules HEAP: memory that device code allocates. */
final class HeapScenarios {
    private static final long MIB = 1 << 20;

    private HeapScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                RuleScenario.must(
                        "HEAP-1",
                        "more than the heap has gives NULL and error 2, whatever memory the host has left",
                        RuleScenario.BOTH,
                        "malloc NULL, cudaMalloc 2 and NULL, last error 2",
                        HeapScenarios::beyondHeap),
                RuleScenario.must(
                        "HEAP-1",
                        "a full heap does not touch the host's allocations",
                        RuleScenario.BOTH,
                        "heap full, host allocates",
                        HeapScenarios::hostUntouched),
                RuleScenario.must(
                        "HEAP-1",
                        "the heap's size can be set before the first kernel that allocates, not after",
                        RuleScenario.BOTH,
                        "set 0, allocated, set again 1, still 33554432",
                        HeapScenarios::sizeIsFixed),
                RuleScenario.must(
                        "HEAP-1",
                        "as measured, 78 blocks of 64 KiB fit into the default heap",
                        RuleScenario.CDP2,
                        "78, then error 2",
                        lab -> fill(lab, 64 << 10)),
                RuleScenario.must(
                        "HEAP-1",
                        "as measured, 6 blocks of 1 MiB fit into the default heap",
                        RuleScenario.CDP2,
                        "6, then error 2",
                        lab -> fill(lab, MIB)),
                RuleScenario.must(
                        "HEAP-2",
                        "what a child allocates, a tail launch of its grandparent reads and frees",
                        RuleScenario.CDP2,
                        "read 42, freed with 0, room again",
                        lab -> passedOn(lab, false)),
                RuleScenario.must(
                        "HEAP-2",
                        "what a child allocates, its parent reads and frees after synchronising",
                        RuleScenario.CDP1,
                        "read 42, freed with 0, room again",
                        lab -> passedOn(lab, true)),
                RuleScenario.must(
                        "HEAP-2",
                        "an allocation outlives its grid, until a later grid of the host frees it",
                        RuleScenario.BOTH,
                        "read 42, freed with 0",
                        HeapScenarios::outlivesItsGrid),
                RuleScenario.must(
                        "HEAP-2",
                        "allocations are aligned to 16 bytes",
                        RuleScenario.BOTH,
                        "0 0 0",
                        HeapScenarios::aligned),
                RuleScenario.must(
                        "HEAP-3",
                        "host and device free their own memory only",
                        RuleScenario.BOTH,
                        "device: own 0, host's 1; host: own 0, device's 1",
                        HeapScenarios::whoFreesWhat),
                RuleScenario.must(
                        "HEAP-4",
                        "the threads that allocate at once wait for each other",
                        RuleScenario.BOTH,
                        "one of 64 warps takes more than four times as long as a warp alone",
                        HeapScenarios::allocatorIsOne));
    }

    private static String beyondHeap(ProgramMachine lab) {
        WordArray seen = WordArray.of(lab, -1, -1, -1, -1);
        Operand tooMuch = Operand.u64(lab.host().heapBytes() + 1);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            seen.store(k, 0, k.device().malloc(tooMuch));
            List<Operand.Register> result = k.device().cudaMalloc(tooMuch);
            seen.store(k, 1, result.get(0));
            seen.store(k, 2, result.get(1));
            seen.store(k, 3, k.device().getLastError());
        }));
        int[] v = seen.ints();
        return "malloc " + pointer(v[0]) + ", cudaMalloc " + v[1] + " and " + pointer(v[2]) + ", last error " + v[3];
    }

    private static String pointer(int lowBits) {
        return lowBits == 0 ? "NULL" : "a pointer";
    }

    /** Allocates until nothing is left. @return how many blocks there were */
    private static Operand.Register allocateAll(KernelBuilder k, long each, Operand.Register error) {
        Operand.Register count = k.variable(Operand.s32(0));
        k.doWhile(() -> {
            k.assign(error, k.device().cudaMalloc(Operand.u64(each)).get(0));
            k.breakIf(k.notEqual(error, Operand.s32(0)));
            k.increment(count, Operand.s32(1));
            return k.less(count, Operand.s32(1000));
        });
        return count;
    }

    private static String fill(ProgramMachine lab, long each) {
        WordArray seen = WordArray.of(lab, -1, -1);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            Operand.Register error = k.variable(Operand.s32(0));
            seen.store(k, 0, allocateAll(k, each, error));
            seen.store(k, 1, error);
        }));
        int[] v = seen.ints();
        return v[0] + ", then error " + v[1];
    }

    private static String hostUntouched(ProgramMachine lab) {
        String filled = fill(lab, MIB / 2).endsWith("error 2") ? "heap full" : "heap not full";
        return filled + ", host " + (lab.host().malloc(64 * MIB) != 0 ? "allocates" : "does not allocate");
    }

    private static String sizeIsFixed(ProgramMachine lab) {
        WordArray seen = WordArray.of(lab, 0);
        CudaError before = lab.host().setHeapBytes(32 * MIB);
        Programs.run(
                lab, ProgramKernels.kernel("P", k -> seen.store(k, k.device().malloc(Operand.u64(20 * MIB)))));
        CudaError after = lab.host().setHeapBytes(64 * MIB);
        return "set " + code(lab, before) + ", " + (seen.read() != 0 ? "allocated" : "not allocated") + ", set again "
                + code(lab, after) + ", still " + lab.host().heapBytes();
    }

    private static int code(ProgramMachine lab, CudaError error) {
        return error.code(lab.settings().cuda());
    }

    private static String passedOn(ProgramMachine lab, boolean synchronises) {
        WordArray cell = WordArray.of(lab, 0);
        WordArray seen = WordArray.of(lab, -1, -1, -1);
        Operand bytes = Operand.u64(lab.host().heapBytes() / 2);
        KernelReference child = KernelReference.to(ProgramKernels.kernel("child", k -> {
            Operand address = k.device().malloc(bytes);
            k.memory().store(ValueType.S32, address, Operand.s32(42));
            cell.store(k, address);
        }));
        KernelReference middle = KernelReference.to(ProgramKernels.kernel("middle", k -> {
            ProgramKernels.launch(k, child);
            if (synchronises) {
                k.device().deviceSynchronize();
                useAndFree(k, cell, seen, bytes);
            }
        }));
        KernelReference tail = KernelReference.to(ProgramKernels.kernel("tail", k -> useAndFree(k, cell, seen, bytes)));
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            ProgramKernels.launch(k, middle);
            if (!synchronises) {
                ProgramKernels.launch(k, tail, DeviceRuntimeCalls.TAIL_LAUNCH);
            }
        }));
        int[] v = seen.ints();
        return "read " + v[0] + ", freed with " + v[1] + ", " + (v[2] != 0 ? "room again" : "no room");
    }

    private static void useAndFree(KernelBuilder k, WordArray cell, WordArray seen, Operand bytes) {
        Operand address = cell.load(k, 0, ValueType.U64);
        seen.store(k, 0, k.memory().load(ValueType.S32, address));
        seen.store(k, 1, k.device().cudaFree(address));
        seen.store(k, 2, k.device().malloc(bytes));
    }

    private static String outlivesItsGrid(ProgramMachine lab) {
        WordArray cell = WordArray.of(lab, 0);
        WordArray seen = WordArray.of(lab, -1, -1, -1);
        Operand bytes = Operand.u64(64);
        Programs.run(lab, ProgramKernels.kernel("first", k -> {
            Operand address = k.device().malloc(bytes);
            k.memory().store(ValueType.S32, address, Operand.s32(42));
            cell.store(k, address);
        }));
        Programs.run(lab, ProgramKernels.kernel("second", k -> useAndFree(k, cell, seen, bytes)));
        int[] v = seen.ints();
        return "read " + v[0] + ", freed with " + v[1];
    }

    private static String aligned(ProgramMachine lab) {
        WordArray seen = WordArray.of(lab, -1, -1, -1);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            for (int i = 0; i < 3; i++) {
                Operand address = k.device().malloc(Operand.u64(2L * i + 1));
                seen.store(k, i, k.and(address, Operand.u64(15)));
            }
        }));
        int[] v = seen.ints();
        return v[0] + " " + v[1] + " " + v[2];
    }

    private static String whoFreesWhat(ProgramMachine lab) {
        long ofHost = lab.host().malloc(256);
        WordArray seen = WordArray.of(lab, -1, -1);
        WordArray cell = WordArray.of(lab, 0);
        Kernel kernel = ProgramKernels.kernel("P", k -> {
            Operand address = k.device().malloc(Operand.u64(256));
            cell.store(k, address);
            seen.store(k, 0, k.device().cudaFree(k.device().malloc(Operand.u64(256))));
            seen.store(k, 1, k.device().cudaFree(Operand.u64(ofHost)));
        });
        Programs.run(lab, kernel);
        int[] device = seen.ints();
        long ofDevice = cell.readLong(0);
        return "device: own " + device[0] + ", host's " + device[1] + "; host: own "
                + code(lab, lab.host().free(ofHost)) + ", device's "
                + code(lab, lab.host().free(ofDevice));
    }

    /** The longest that one warp of so many takes for an allocation by one lane each, cycles. */
    private static long longestAllocation(ProgramMachine fresh, int warps) {
        ProgramMachine lab = new ProgramMachine(fresh.settings());
        WordArray answers = new WordArray(lab, warps);
        Programs.run(
                lab,
                ProgramKernels.kernel("P", k -> {
                    Operand begin = k.special(SpecialRegister.CLOCK);
                    k.device().malloc(Operand.u64(64));
                    Operand cycles = k.subtract(k.special(SpecialRegister.CLOCK), begin);
                    k.memory().store(ValueType.S32, answers.at(k, k.blockX()), cycles);
                }),
                warps,
                1);
        return Arrays.stream(answers.ints()).max().orElseThrow();
    }

    private static String allocatorIsOne(ProgramMachine lab) {
        long alone = longestAllocation(lab, 1);
        long crowded = longestAllocation(lab, 64);
        return crowded > 4 * alone
                ? "one of 64 warps takes more than four times as long as a warp alone"
                : crowded + " cycles against " + alone;
    }
}
