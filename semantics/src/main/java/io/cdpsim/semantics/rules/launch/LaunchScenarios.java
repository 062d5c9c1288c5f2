package io.cdpsim.semantics.rules.launch;

import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.kernel.code.ValueType.U32;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.BOTH;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.byThread;
import static io.cdpsim.workloads.program.ProgramKernels.kernel;
import static io.cdpsim.workloads.program.ProgramKernels.lasting;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.reference;
import static io.cdpsim.workloads.program.ProgramKernels.spin;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.observe.Timeline.BlockLifetime;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rules LNCH-1 to LNCH-5 and LNCH-12 to LNCH-14: the effect of a launch statement. */
public final class LaunchScenarios {
    private static final int FEW_SMS = 2;
    private static final long LONG = 60_000;
    private static final long SHORT = 1_000;

    private LaunchScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        List<RuleScenario> all = new ArrayList<>(List.of(
                claim("LNCH-1", "every thread that executes a launch creates one grid")
                        .must(
                                BOTH,
                                "8192 grids by all threads, 128 by one thread a block",
                                LaunchScenarios::onePerThread),
                claim("LNCH-2", "divergent lanes launch without the others")
                        .must(BOTH, "one grid for each active lane", LaunchScenarios::divergentLanes),
                claim("LNCH-3", "the child starts while the parent runs or after it")
                        .may(
                                BOTH,
                                Set.of("while the parent runs", "after the parent's threads"),
                                LaunchScenarios::childStarts),
                claim("LNCH-3", "a program without races has the same result whenever the child starts")
                        .must(BOTH, "21", LaunchScenarios::raceFree),
                claim("LNCH-3", "the launching thread continues before the child ends")
                        .must(BOTH, "parent's threads end first", LaunchScenarios::threadContinues),
                claim("LNCH-4", "dynamic shared memory adds to the static, and limits the blocks on an SM")
                        .must(BOTH, "as many blocks an SM as 24 KiB each allow", LaunchScenarios::sharedMemoryAdds),
                claim("LNCH-4", "a launch without a stream uses the NULL stream")
                        .must(BOTH, "behind the NULL stream's work", LaunchScenarios::defaultStream),
                claim("LNCH-5", "the launch of a child that faults later returns no error")
                        .must(
                                BOTH,
                                "launch 0, last error 0, host cudaErrorIllegalAddress",
                                LaunchScenarios::laterFault),
                claim("LNCH-12", "lanes of a warp may launch into one stream in any order")
                        .may(BOTH, Set.of("012", "021", "102", "120", "201", "210"), LaunchScenarios::laneOrder),
                claim("LNCH-12", "on the H200 the lanes launch in their order").must(CDP2, "012", machine -> {
                    machine.rebuild(settings -> settings.withPolicy(LaunchPolicy.EAGER));
                    return laneOrder(machine);
                }),
                claim("LNCH-13", "a launch stays valid after its thread has exited")
                        .must(BOTH, "child ran", LaunchScenarios::threadExits),
                claim("LNCH-14", "a child runs on any SM")
                        .mayReach(BOTH, Set.of("the parent's SM", "another SM"), LaunchScenarios::placement)));
        all.addAll(LaunchErrorScenarios.all());
        return all;
    }

    private static String onePerThread(ProgramMachine machine) {
        machine.host().setPendingLaunchLimit(8192);
        KernelReference child = reference("C", k -> {});
        machine.run(kernel("all", k -> launch(k, child)), 128, 64);
        int all = machine.grids("C").size();
        machine.run(kernel("one", k -> byThread(k, 0, () -> launch(k, child))), 128, 64);
        return all + " grids by all threads, " + (machine.grids("C").size() - all) + " by one thread a block";
    }

    private static String divergentLanes(ProgramMachine machine) {
        WordArray words = new WordArray(machine, Lanes.COUNT);
        KernelReference child = reference("C", k -> {
            Operand lane = k.parameter(U32);
            k.memory().store(U32, words.at(k, lane), u32(1));
        });
        machine.run(
                k -> {
                    Operand odd = k.and(k.threadX(), u32(1));
                    k.ifThen(
                            k.equal(odd, u32(1)),
                            () -> k.ifThen(
                                    k.atLeast(k.threadX(), u32(16)), () -> launch(k, child, u64(0), k.threadX())));
                },
                1,
                Lanes.COUNT);
        boolean exact = machine.grids("C").size() == 8;
        for (int lane = 0; lane < Lanes.COUNT; lane++) {
            boolean active = lane >= 16 && lane % 2 == 1;
            exact &= words.read(lane) == (active ? 1 : 0);
        }
        return exact ? "one grid for each active lane" : "other grids";
    }

    private static void runParentOf(ProgramMachine machine, KernelReference child, long parentCycles) {
        machine.run(k -> {
            launch(k, child);
            spin(k, parentCycles);
        });
    }

    private static String childStarts(ProgramMachine machine) {
        runParentOf(machine, lasting("C", SHORT), LONG);
        boolean early = machine.grid("C").started() < machine.grid("P").bodyEnded();
        return early ? "while the parent runs" : "after the parent's threads";
    }

    private static String threadContinues(ProgramMachine machine) {
        runParentOf(machine, lasting("C", LONG), 1);
        boolean first = machine.grid("P").bodyEnded() < machine.grid("C").completed();
        return first ? "parent's threads end first" : "the thread waits";
    }

    private static String raceFree(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 2);
        KernelReference child = reference("C", k -> words.store(k, 1, k.multiply(words.load(k, 0, U32), u32(3))));
        machine.run(k -> {
            words.store(k, 0, u32(7));
            launch(k, child);
            spin(k, LONG);
        });
        return Long.toString(words.read(1));
    }

    private static String sharedMemoryAdds(ProgramMachine fresh) {
        // Each SM takes as many blocks as any other, so a few SMs do.
        ProgramMachine machine = fresh.withProfile("sm.count=" + FEW_SMS);
        int staticBytes = 8 << 10;
        int dynamicBytes = 16 << 10;
        // Kepler has 48 KiB an SM; Hopper has 228 KiB and reserves 1 KiB of every block.
        int fit = machine.settings().profile().computeCapability().major() < 8 ? 48 / 24 : 228 / 25;
        KernelReference child = reference("C", k -> {
            k.sharedArray(staticBytes);
            // Long enough to fill all SMs before the first block ends.
            spin(k, LONG / 3);
        });
        Operand one = u32(1);
        Operand blocks = u32((fit + 1) * FEW_SMS);
        machine.run(k -> k.device()
                .launch(
                        child,
                        List.of(blocks, one, one),
                        List.of(one, one, one),
                        u32(dynamicBytes),
                        u64(0),
                        List.of()));
        List<BlockLifetime> spans = machine.timeline().blocks(machine.grid("C").grid());
        long most = 0;
        for (BlockLifetime span : spans) {
            most = Math.max(
                    most,
                    spans.stream()
                            .filter(other -> other.sm() == span.sm()
                                    && other.placed() <= span.placed()
                                    && other.ended() > span.placed())
                            .count());
        }
        return most == fit ? "as many blocks an SM as 24 KiB each allow" : most + " blocks an SM";
    }

    private static String defaultStream(ProgramMachine machine) {
        KernelReference first = lasting("A", LONG);
        KernelReference second = lasting("B", SHORT);
        machine.run(k -> {
            launch(k, first, u64(0));
            launch(k, second);
        });
        boolean behind = machine.grid("B").started() >= machine.grid("A").completed();
        return behind ? "behind the NULL stream's work" : "beside the NULL stream's work";
    }

    private static String laterFault(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 2);
        KernelReference child = reference("C", k -> {
            spin(k, LONG);
            k.memory().load(U32, u64(8));
        });
        CudaError error = machine.run(k -> {
            words.store(k, 0, k.device().launch(child, u32(1), u32(1), u64(0)));
            words.store(k, 1, k.device().getLastError());
        });
        return "launch " + words.read(0) + ", last error " + words.read(1) + ", host " + error.cudaName();
    }

    private static String laneOrder(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 4);
        KernelReference child = reference("C", k -> {
            Operand lane = k.parameter(U32);
            Operand turn = k.memory().atomic(AtomicOperation.ADD, U32, words.at(3), u32(1));
            k.memory().store(U32, words.at(k, turn), lane);
        });
        machine.run(kernel("P", k -> launch(k, child, u64(0), k.threadX())), 1, 3);
        return words.list(3).replace(", ", "");
    }

    private static String threadExits(ProgramMachine machine) {
        WordArray words = new WordArray(machine, 1);
        KernelReference child = reference("C", k -> words.store(k, 0, u32(1)));
        machine.run(k -> launch(k, child));
        return words.read(0) == 1 ? "child ran" : "child lost";
    }

    private static String placement(ProgramMachine machine) {
        runParentOf(machine, lasting("C", SHORT), LONG);
        Set<Integer> sms = new HashSet<>();
        for (GridLifetime grid : machine.timeline().grids()) {
            sms.add(machine.timeline().blocks(grid.grid()).get(0).sm());
        }
        return sms.size() == 1 ? "the parent's SM" : "another SM";
    }
}
