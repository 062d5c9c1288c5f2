package io.cdpsim.semantics.rules.graph;

import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.kernel;
import static io.cdpsim.workloads.program.ProgramKernels.lasting;
import static io.cdpsim.workloads.program.ProgramKernels.launch;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.List;

/** Rules K: grids whose blocks wait for each other. */
public final class CooperativeScenarios {
    private static final int THREADS = 1024;
    private static final long SHORT = 1_000;

    private CooperativeScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        return List.of(
                claim("K-1", "all blocks of a cooperative grid must fit on the device at once")
                        .must(CDP2, "264 blocks 0, 265 blocks 720", CooperativeScenarios::mostBlocks),
                claim("K-2", "a kernel that uses dynamic parallelism is no cooperative grid")
                        .must(CDP2, "800", CooperativeScenarios::parent),
                claim("K-3", "a barrier of the grid in an ordinary launch is reported")
                        .must(CDP2, "ordinary reported, cooperative not reported", CooperativeScenarios::ordinary));
    }

    private static int error(ProgramMachine machine, Kernel kernel, int blocks, int threads) {
        Host host = machine.host();
        CudaError error = ProgramMachine.errorOf(() ->
                host.launchCooperative(kernel, LaunchShape.of(blocks, threads), host.defaultStream(), new byte[0]));
        host.synchronize();
        return error.code();
    }

    private static String mostBlocks(ProgramMachine machine) {
        Kernel kernel = kernel("P", k -> {});
        int most = 2 * machine.machine().settings().profile().sm().count();
        return most + " blocks " + error(machine, kernel, most, THREADS) + ", " + (most + 1) + " blocks "
                + error(machine, kernel, most + 1, THREADS);
    }

    private static String parent(ProgramMachine machine) {
        Kernel kernel = kernel("P", k -> launch(k, lasting("C", SHORT)));
        return String.valueOf(error(machine, kernel, 1, 1));
    }

    private static String ordinary(ProgramMachine machine) {
        WordArray word = new WordArray(machine, 1);
        Kernel kernel = kernel("P", k -> word.store(k, k.special(SpecialRegister.GRID_WORKSPACE_LOW)));
        error(machine, kernel, 1, 1);
        String cooperative = machine.reported("K-3");
        machine.run(kernel);
        return "ordinary " + machine.reported("K-3") + ", cooperative " + cooperative;
    }
}
