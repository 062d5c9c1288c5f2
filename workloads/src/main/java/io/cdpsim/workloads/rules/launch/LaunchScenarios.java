package io.cdpsim.workloads.rules.launch;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.BlockLifetime;
import io.cdpsim.observe.GridLifetime;
import io.cdpsim.profile.SmSpec;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.program.Children;
import io.cdpsim.workloads.program.ProgramLab;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.Words;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rules LNCH-1 to LNCH-5 and LNCH-12 to LNCH-14: what a launch statement does. */
final class LaunchScenarios {
    private static final long LONG = 60_000;
    private static final long SHORT = 1_000;

    private LaunchScenarios() {}

    static List<RuleScenario> all() {
        List<RuleScenario> all = new ArrayList<>(List.of(
                RuleScenario.must(
                        "LNCH-1",
                        "every thread that comes to a launch makes one grid",
                        RuleScenario.BOTH,
                        "8192 grids by all threads, 128 by one thread a block",
                        LaunchScenarios::onePerThread),
                RuleScenario.must(
                        "LNCH-2",
                        "divergent lanes launch without the others",
                        RuleScenario.BOTH,
                        "one grid for each active lane",
                        LaunchScenarios::divergentLanes),
                RuleScenario.may(
                        "LNCH-3",
                        "the child begins while the parent runs or after it",
                        RuleScenario.BOTH,
                        Set.of("while the parent runs", "after the parent's threads"),
                        LaunchScenarios::childBegins),
                RuleScenario.must(
                        "LNCH-3",
                        "a program without races gives the same memory whenever the child begins",
                        RuleScenario.BOTH,
                        "21",
                        LaunchScenarios::raceFree),
                RuleScenario.must(
                        "LNCH-3",
                        "the launching thread goes on before the child has ended",
                        RuleScenario.BOTH,
                        "parent's threads end first",
                        LaunchScenarios::threadGoesOn),
                RuleScenario.must(
                        "LNCH-4",
                        "dynamic shared memory adds to the static, and SMs hold as many blocks as fit",
                        RuleScenario.BOTH,
                        "as many blocks an SM as 24 KiB each allow",
                        LaunchScenarios::sharedMemoryAdds),
                RuleScenario.must(
                        "LNCH-4",
                        "without a stream a launch goes into the NULL stream",
                        RuleScenario.BOTH,
                        "behind the NULL stream's work",
                        LaunchScenarios::defaultStream),
                RuleScenario.must(
                        "LNCH-5",
                        "a child that will fault is launched without error",
                        RuleScenario.BOTH,
                        "launch 0, last error 0, host cudaErrorIllegalAddress",
                        LaunchScenarios::laterFault),
                RuleScenario.may(
                        "LNCH-12",
                        "lanes of a warp may launch into one stream in any order",
                        RuleScenario.BOTH,
                        Set.of("012", "021", "102", "120", "201", "210"),
                        LaunchScenarios::laneOrder),
                RuleScenario.must(
                        "LNCH-12", "on the H200 the lanes launch in their order", RuleScenario.CDP2, "012", lab -> {
                            lab.rebuild(settings -> settings.withPolicy(LaunchPolicy.EAGER));
                            return laneOrder(lab);
                        }),
                RuleScenario.must(
                        "LNCH-13",
                        "a launch stays valid after its thread has exited",
                        RuleScenario.BOTH,
                        "child ran",
                        LaunchScenarios::threadExits),
                new RuleScenario(
                        "LNCH-14",
                        "a child gets any SM",
                        RuleScenario.BOTH,
                        Set.of("the parent's SM", "another SM"),
                        false,
                        LaunchScenarios::placement)));
        all.addAll(LaunchErrorScenarios.all());
        return all;
    }

    private static String onePerThread(ProgramLab lab) {
        lab.host().setPendingLaunchLimit(8192);
        KernelReference child = KernelReference.to(Children.kernel("C", k -> {}));
        Programs.run(lab, Children.kernel("all", k -> Children.launch(k, child)), 128, 64);
        int all = lab.grids("C").size();
        Programs.run(
                lab, Children.kernel("one", k -> Programs.byThread(k, 0, () -> Children.launch(k, child))), 128, 64);
        return all + " grids by all threads, " + (lab.grids("C").size() - all) + " by one thread a block";
    }

    private static String divergentLanes(ProgramLab lab) {
        Words words = new Words(lab, Lanes.COUNT);
        KernelReference child = KernelReference.to(Children.kernel("C", k -> {
            Operand lane = k.parameter(ValueType.U32);
            k.memory().store(ValueType.U32, words.at(k, lane), Operand.u32(1));
        }));
        Kernel parent = Children.kernel("P", k -> {
            Operand odd = k.and(k.threadX(), Operand.u32(1));
            k.ifThen(
                    k.equal(odd, Operand.u32(1)),
                    () -> k.ifThen(
                            k.atLeast(k.threadX(), Operand.u32(16)),
                            () -> Children.launch(k, child, Operand.u64(0), k.threadX())));
        });
        Programs.run(lab, parent, 1, Lanes.COUNT);
        boolean exact = lab.grids("C").size() == 8;
        for (int lane = 0; lane < Lanes.COUNT; lane++) {
            boolean active = lane >= 16 && lane % 2 == 1;
            exact &= words.read(lane) == (active ? 1 : 0);
        }
        return exact ? "one grid for each active lane" : "other grids";
    }

    private static void runParentOf(ProgramLab lab, KernelReference child, long parentCycles) {
        Programs.run(lab, Children.kernel("P", k -> {
            Children.launch(k, child);
            Children.spin(k, parentCycles);
        }));
    }

    private static String childBegins(ProgramLab lab) {
        runParentOf(lab, Children.lasting("C", SHORT), LONG);
        boolean early = lab.grid("C").started() < lab.grid("P").bodyEnded();
        return early ? "while the parent runs" : "after the parent's threads";
    }

    private static String threadGoesOn(ProgramLab lab) {
        runParentOf(lab, Children.lasting("C", LONG), 1);
        boolean first = lab.grid("P").bodyEnded() < lab.grid("C").completed();
        return first ? "parent's threads end first" : "the thread waits";
    }

    private static String raceFree(ProgramLab lab) {
        Words words = new Words(lab, 2);
        KernelReference child = KernelReference.to(Children.kernel(
                "C", k -> words.store(k, 1, k.multiply(words.load(k, 0, ValueType.U32), Operand.u32(3)))));
        Programs.run(lab, Children.kernel("P", k -> {
            words.store(k, 0, Operand.u32(7));
            Children.launch(k, child);
            Children.spin(k, LONG);
        }));
        return Long.toString(words.read(1));
    }

    private static String sharedMemoryAdds(ProgramLab lab) {
        int staticBytes = 8 << 10;
        int dynamicBytes = 16 << 10;
        SmSpec sm = lab.settings().profile().sm();
        // Kepler has 48 KiB an SM; Hopper has 228 KiB and keeps 1 KiB of every block.
        int fit = lab.settings().profile().computeCapability().major() < 8 ? 48 / 24 : 228 / 25;
        KernelReference child = KernelReference.to(Children.kernel("C", k -> {
            k.sharedArray(staticBytes);
            // Long enough for all SMs to be filled before the first block ends.
            Children.spin(k, LONG / 3);
        }));
        Operand one = Operand.u32(1);
        Operand blocks = Operand.u32((fit + 1) * sm.count());
        Programs.run(
                lab,
                Children.kernel(
                        "P",
                        k -> k.device()
                                .launch(
                                        child,
                                        List.of(blocks, one, one),
                                        List.of(one, one, one),
                                        Operand.u32(dynamicBytes),
                                        Operand.u64(0),
                                        List.of())));
        List<BlockLifetime> spans = lab.timeline().blocks(lab.grid("C").grid());
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

    private static String defaultStream(ProgramLab lab) {
        KernelReference first = Children.lasting("A", LONG);
        KernelReference second = Children.lasting("B", SHORT);
        Programs.run(lab, Children.kernel("P", k -> {
            Children.launch(k, first, Operand.u64(0));
            Children.launch(k, second);
        }));
        boolean behind = lab.grid("B").started() >= lab.grid("A").completed();
        return behind ? "behind the NULL stream's work" : "beside the NULL stream's work";
    }

    private static String laterFault(ProgramLab lab) {
        Words words = new Words(lab, 2);
        KernelReference child = KernelReference.to(Children.kernel("C", k -> {
            Children.spin(k, LONG);
            k.memory().load(ValueType.U32, Operand.u64(8));
        }));
        CudaError error = Programs.run(lab, Children.kernel("P", k -> {
            words.store(k, 0, k.device().launch(child, Operand.u32(1), Operand.u32(1), Operand.u64(0)));
            words.store(k, 1, k.device().getLastError());
        }));
        return "launch " + words.read(0) + ", last error " + words.read(1) + ", host " + error.cudaName();
    }

    private static String laneOrder(ProgramLab lab) {
        Words words = new Words(lab, 4);
        KernelReference child = KernelReference.to(Children.kernel("C", k -> {
            Operand lane = k.parameter(ValueType.U32);
            Operand turn = k.memory().atomic(AtomicOperation.ADD, ValueType.U32, words.at(3), Operand.u32(1));
            k.memory().store(ValueType.U32, words.at(k, turn), lane);
        }));
        Programs.run(lab, Children.kernel("P", k -> Children.launch(k, child, Operand.u64(0), k.threadX())), 1, 3);
        return words.list(3).replace(", ", "");
    }

    private static String threadExits(ProgramLab lab) {
        Words words = new Words(lab, 1);
        KernelReference child = KernelReference.to(Children.kernel("C", k -> words.store(k, 0, Operand.u32(1))));
        Programs.run(lab, Children.kernel("P", k -> Children.launch(k, child)));
        return words.read(0) == 1 ? "child ran" : "child lost";
    }

    private static String placement(ProgramLab lab) {
        runParentOf(lab, Children.lasting("C", SHORT), LONG);
        Set<Integer> sms = new HashSet<>();
        for (GridLifetime grid : lab.timeline().grids()) {
            sms.add(lab.timeline().blocks(grid.grid()).get(0).sm());
        }
        return sms.size() == 1 ? "the parent's SM" : "another SM";
    }
}
