package io.cdpsim.semantics.rules.concurrency;

import static io.cdpsim.semantics.rules.scenario.RuleScenario.BOTH;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP1;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.occupancy.Occupancy;
import io.cdpsim.semantics.rules.scenario.ResidentBlockCounter;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.ArrayList;
import java.util.List;

/** Rules OCC-1 to OCC-3: how many blocks an SM holds, by the calculation and by counting. The numbers are those of rulebook 18.3. */
public final class OccupancyScenarios {
    /** Threads of a block, registers of a thread, shared bytes of a block. */
    private record Demand(int threads, int registers, int sharedBytes) {}

    private static final List<Demand> WARPS =
            List.of(new Demand(32, 16, 0), new Demand(128, 32, 0), new Demand(256, 32, 0), new Demand(96, 40, 0));
    private static final List<Demand> REGISTERS = List.of(
            new Demand(256, 33, 0),
            new Demand(256, 64, 0),
            new Demand(512, 63, 0),
            new Demand(1024, 64, 0),
            new Demand(1024, 65, 0));
    private static final List<Demand> SHARED = List.of(
            new Demand(256, 32, 12_288),
            new Demand(256, 32, 16_384),
            new Demand(256, 32, 49_152),
            new Demand(256, 32, 98_304));

    private OccupancyScenarios() {}

    /** The scenarios, those of a rule in the order in which they are shown. */
    public static List<RuleScenario> all() {
        return List.of(
                counts("OCC-1", "warps and blocks bound an SM of Kepler", CDP1, WARPS, "16 16 8 16"),
                counts("OCC-1", "warps and blocks bound an SM of Hopper", CDP2, WARPS, "32 16 8 16"),
                counts("OCC-2", "registers bound an SM", BOTH, REGISTERS, "6 4 2 1 0"),
                counts("OCC-3", "shared memory bounds an SM of Kepler", CDP1, SHARED, "4 3 1 0"),
                counts("OCC-3", "shared memory bounds an SM of Hopper", CDP2, SHARED, "8 8 4 2"));
    }

    private static RuleScenario counts(
            String rule, String name, List<String> profiles, List<Demand> demands, String blocks) {
        return claim(rule, name).must(profiles, blocks, machine -> {
            List<String> counts = new ArrayList<>();
            for (Demand demand : demands) {
                counts.add(count(machine, demand));
            }
            return String.join(" ", counts);
        });
    }

    private static String count(ProgramMachine machine, Demand demand) {
        GpuProfile profile = machine.settings().profile();
        int calculated = Occupancy.of(profile, demand.threads, demand.registers, demand.sharedBytes, true)
                .blocksPerSm();
        if (calculated == 0) {
            return "0";
        }
        ProgramMachine own = new ProgramMachine(machine.settings()).withProfile("sm.count=1");
        ResidentBlockCounter crowd = new ResidentBlockCounter(own);
        own.host()
                .launch(
                        crowd.kernel("K", demand.sharedBytes, demand.registers),
                        LaunchShape.of(2L * calculated, demand.threads),
                        own.host().defaultStream());
        own.host().synchronize();
        return crowd.most() == calculated ? Integer.toString(calculated) : calculated + "/" + crowd.most();
    }
}
