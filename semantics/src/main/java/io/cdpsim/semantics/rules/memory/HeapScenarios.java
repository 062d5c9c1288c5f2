package io.cdpsim.semantics.rules.memory;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
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
import static io.cdpsim.workloads.program.ProgramKernels.kernel;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.reference;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Rules HEAP: memory that device code allocates. */
public final class HeapScenarios {
    private static final long MIB = 1 << 20;

    private HeapScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        return List.of(
                claim("HEAP-1", "an allocation beyond the heap returns NULL and error 2")
                        .must(BOTH, "malloc NULL, cudaMalloc 2 and NULL, last error 2", HeapScenarios::beyondHeap),
                claim("HEAP-1", "a full heap does not affect the host's allocations")
                        .must(BOTH, "heap full, host allocates", HeapScenarios::hostUntouched),
                claim("HEAP-1", "the host can set the heap's size only before the first kernel that allocates")
                        .must(BOTH, "set 0, allocated, set again 1, still 33554432", HeapScenarios::sizeIsFixed),
                claim("HEAP-1", "as measured, 78 blocks of 64 KiB fit into the default heap")
                        .must(CDP2, "78, then error 2", machine -> fill(machine, 64 << 10)),
                claim("HEAP-1", "as measured, 6 blocks of 1 MiB fit into the default heap")
                        .must(CDP2, "6, then error 2", machine -> fill(machine, MIB)),
                claim("HEAP-2", "a tail launch of the grandparent reads and frees an allocation of a child")
                        .must(CDP2, "read 42, freed with 0, room again", machine -> passedOn(machine, false)),
                claim("HEAP-2", "a parent that synchronised reads and frees an allocation of its child")
                        .must(CDP1, "read 42, freed with 0, room again", machine -> passedOn(machine, true)),
                claim("HEAP-2", "an allocation outlives its grid, and a later grid of the host frees it")
                        .must(BOTH, "read 42, freed with 0", HeapScenarios::outlivesItsGrid),
                claim("HEAP-2", "allocations are aligned to 16 bytes").must(BOTH, "0 0 0", HeapScenarios::aligned),
                claim("HEAP-3", "host and device free only their own memory")
                        .must(
                                BOTH,
                                "device: own 0, host's 1; host: own 0, device's 1",
                                HeapScenarios::freeingForeignMemory),
                claim("HEAP-4", "concurrent allocations wait for each other")
                        .must(
                                BOTH,
                                "one of 64 warps takes more than four times as long as a warp alone",
                                HeapScenarios::allocatorIsOne),
                claim("HEAP-5", "a child may read memory that its parent has freed and allocated for another purpose")
                        .may(BOTH, Set.of("1", "2"), machine -> freedAfterLaunch(machine, false)),
                claim("HEAP-5", "a child reads its memory if a tail launch frees it")
                        .must(CDP2, "1", machine -> freedAfterLaunch(machine, true)));
    }

    private static String beyondHeap(ProgramMachine machine) {
        WordArray seen = WordArray.of(machine, -1, -1, -1, -1);
        Operand tooMuch = u64(machine.host().heapBytes() + 1);
        machine.run(k -> {
            seen.store(k, 0, k.device().malloc(tooMuch));
            List<Operand.Register> result = k.device().cudaMalloc(tooMuch);
            seen.store(k, 1, result.get(0));
            seen.store(k, 2, result.get(1));
            seen.store(k, 3, k.device().getLastError());
        });
        int[] v = seen.ints();
        return "malloc " + pointer(v[0]) + ", cudaMalloc " + v[1] + " and " + pointer(v[2]) + ", last error " + v[3];
    }

    private static String pointer(int lowBits) {
        return lowBits == 0 ? "NULL" : "a pointer";
    }

    /** Allocates until the heap is full. @return number of allocations */
    private static Operand.Register allocateAll(KernelBuilder k, long each, Operand.Register error) {
        Operand.Register count = k.variable(s32(0));
        k.doWhile(() -> {
            k.assign(error, k.device().cudaMalloc(u64(each)).get(0));
            k.breakIf(k.notEqual(error, s32(0)));
            k.increment(count, s32(1));
            return k.less(count, s32(1000));
        });
        return count;
    }

    private static String fill(ProgramMachine machine, long each) {
        WordArray seen = WordArray.of(machine, -1, -1);
        machine.run(k -> {
            Operand.Register error = k.variable(s32(0));
            seen.store(k, 0, allocateAll(k, each, error));
            seen.store(k, 1, error);
        });
        int[] v = seen.ints();
        return v[0] + ", then error " + v[1];
    }

    private static String hostUntouched(ProgramMachine machine) {
        String filled = fill(machine, MIB / 2).endsWith("error 2") ? "heap full" : "heap not full";
        return filled + ", host " + (machine.host().malloc(64 * MIB) != 0 ? "allocates" : "does not allocate");
    }

    private static String sizeIsFixed(ProgramMachine machine) {
        WordArray seen = WordArray.of(machine, 0);
        CudaError before = machine.host().setHeapBytes(32 * MIB);
        machine.run(k -> seen.store(k, k.device().malloc(u64(20 * MIB))));
        CudaError after = machine.host().setHeapBytes(64 * MIB);
        return "set " + code(machine, before) + ", " + (seen.read() != 0 ? "allocated" : "not allocated")
                + ", set again " + code(machine, after) + ", still "
                + machine.host().heapBytes();
    }

    private static int code(ProgramMachine machine, CudaError error) {
        return error.code(machine.settings().cuda());
    }

    private static String passedOn(ProgramMachine machine, boolean synchronises) {
        WordArray cell = WordArray.of(machine, 0);
        WordArray seen = WordArray.of(machine, -1, -1, -1);
        Operand bytes = u64(machine.host().heapBytes() / 2);
        KernelReference child = reference("child", k -> {
            Operand address = k.device().malloc(bytes);
            k.memory().store(S32, address, s32(42));
            cell.store(k, address);
        });
        KernelReference middle = reference("middle", k -> {
            launch(k, child);
            if (synchronises) {
                k.device().deviceSynchronize();
                useAndFree(k, cell, seen, bytes);
            }
        });
        KernelReference tail = reference("tail", k -> useAndFree(k, cell, seen, bytes));
        machine.run(k -> {
            launch(k, middle);
            if (!synchronises) {
                launch(k, tail, TAIL_LAUNCH);
            }
        });
        int[] v = seen.ints();
        return "read " + v[0] + ", freed with " + v[1] + ", " + (v[2] != 0 ? "room again" : "no room");
    }

    private static void useAndFree(KernelBuilder k, WordArray cell, WordArray seen, Operand bytes) {
        Operand address = cell.load(k, 0, U64);
        seen.store(k, 0, k.memory().load(S32, address));
        seen.store(k, 1, k.device().cudaFree(address));
        seen.store(k, 2, k.device().malloc(bytes));
    }

    private static String outlivesItsGrid(ProgramMachine machine) {
        WordArray cell = WordArray.of(machine, 0);
        WordArray seen = WordArray.of(machine, -1, -1, -1);
        Operand bytes = u64(64);
        machine.run("first", k -> {
            Operand address = k.device().malloc(bytes);
            k.memory().store(S32, address, s32(42));
            cell.store(k, address);
        });
        machine.run("second", k -> useAndFree(k, cell, seen, bytes));
        int[] v = seen.ints();
        return "read " + v[0] + ", freed with " + v[1];
    }

    private static String aligned(ProgramMachine machine) {
        WordArray seen = WordArray.of(machine, -1, -1, -1);
        machine.run(k -> {
            for (int i = 0; i < 3; i++) {
                Operand address = k.device().malloc(u64(2L * i + 1));
                seen.store(k, i, k.and(address, u64(15)));
            }
        });
        int[] v = seen.ints();
        return v[0] + " " + v[1] + " " + v[2];
    }

    private static String freeingForeignMemory(ProgramMachine machine) {
        long ofHost = machine.host().malloc(256);
        WordArray seen = WordArray.of(machine, -1, -1);
        WordArray cell = WordArray.of(machine, 0);
        machine.run(k -> {
            Operand address = k.device().malloc(u64(256));
            cell.store(k, address);
            seen.store(k, 0, k.device().cudaFree(k.device().malloc(u64(256))));
            seen.store(k, 1, k.device().cudaFree(u64(ofHost)));
        });
        int[] device = seen.ints();
        long ofDevice = cell.readLong(0);
        return "device: own " + device[0] + ", host's " + device[1] + "; host: own "
                + code(machine, machine.host().free(ofHost)) + ", device's "
                + code(machine, machine.host().free(ofDevice));
    }

    /** The longest time of an allocation when one lane of each warp allocates, cycles. */
    private static long longestAllocation(ProgramMachine fresh, int warps) {
        ProgramMachine machine = new ProgramMachine(fresh.settings());
        WordArray answers = new WordArray(machine, warps);
        machine.run(
                kernel("P", k -> {
                    Operand start = k.special(SpecialRegister.CLOCK);
                    k.device().malloc(u64(64));
                    Operand cycles = k.subtract(k.special(SpecialRegister.CLOCK), start);
                    k.memory().store(S32, answers.at(k, k.blockX()), cycles);
                }),
                warps,
                1);
        return Arrays.stream(answers.ints()).max().orElseThrow();
    }

    private static String allocatorIsOne(ProgramMachine machine) {
        long alone = longestAllocation(machine, 1);
        long contended = longestAllocation(machine, 64);
        return contended > 4 * alone
                ? "one of 64 warps takes more than four times as long as a warp alone"
                : contended + " cycles against " + alone;
    }

    private static String freedAfterLaunch(ProgramMachine machine, boolean inTail) {
        WordArray seen = WordArray.of(machine, 0);
        KernelReference child = reference("child", k -> seen.store(k, k.memory().load(S32, k.parameter(U64))));
        KernelReference release = reference("release", k -> k.device().free(k.parameter(U64)));
        machine.run(k -> {
            Operand first = k.device().malloc(u64(MIB));
            k.memory().store(S32, first, s32(1));
            k.device().launch(child, u32(1), u32(1), NULL_STREAM, first);
            if (inTail) {
                k.device().launch(release, u32(1), u32(1), TAIL_LAUNCH, first);
            } else {
                k.device().free(first);
            }
            k.memory().store(S32, k.device().malloc(u64(MIB)), s32(2));
        });
        return String.valueOf(seen.read());
    }
}
