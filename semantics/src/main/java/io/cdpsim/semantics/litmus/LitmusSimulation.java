package io.cdpsim.semantics.litmus;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import io.cdpsim.memory.litmus.LitmusTest.TestThread;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Runs a litmus test through the simulator, each time with another policy, another seed, other pauses between the instructions and
 * another placement of the threads in warps.
 *
 * <p>The simulator shows a subset of the outcomes that the model allows: its memory holds one value of a word at a time.
 */
public final class LitmusSimulation {
    /** A few multiprocessors do for a test, and make a machine quickly. */
    private static final List<String> SMALL = List.of("sm.count=4");

    /** The GPU for tests of CDP1, read once: reading a profile takes as long as several runs of a test. */
    private static final GpuProfile KEPLER = Profiles.load("k20x", SMALL);

    /** The GPU for tests of CDP2. */
    private static final GpuProfile HOPPER = Profiles.load("h200", SMALL);

    private static final LaunchPolicy[] POLICIES = LaunchPolicy.values();

    private final LitmusTest test;
    private final ObservedState observed;
    private final RecordLayout layout;
    private final LaunchSites sites;
    private final int devices;
    private final GpuProfile profile;

    /**
     * Prepares a test.
     *
     * @throws LitmusException if the test exceeds a limit of simulated blocks
     */
    public LitmusSimulation(LitmusTest test) {
        SimulationLimits.check(test);
        this.test = test;
        this.observed = new ObservedState(test);
        this.layout = new RecordLayout(test);
        this.sites = new LaunchSites(test);
        this.devices =
                1 + test.threads().stream().mapToInt(TestThread::gpu).max().orElse(0);
        this.profile = test.dialect() == Dialect.CDP1 ? KEPLER : HOPPER;
    }

    /**
     * Runs the test.
     *
     * @param runs how often, from 1
     * @param seed seed of all random choices: the same seed gives the same outcomes
     */
    public SimulatedOutcomes run(int runs, long seed) {
        TreeMap<String, Integer> states = new TreeMap<>();
        int unfinished = 0;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < runs; i++) {
            Optional<FinalValues> ended = runOnce(POLICIES[i % POLICIES.length], random.split());
            if (ended.isEmpty()) {
                unfinished++;
            } else if (ObservedState.holds(test.filter(), ended.get())) {
                states.merge(observed.text(ended.get()), 1, Integer::sum);
            }
        }
        return new SimulatedOutcomes(runs, states, unfinished);
    }

    private Optional<FinalValues> runOnce(LaunchPolicy policy, SplittableRandom random) {
        MachineSettings settings = MachineSettings.of(profile)
                .withDevices(devices)
                .withPolicy(policy)
                .withSeed(random.nextLong());
        Host host = new Machine(settings).host();
        VariableAddresses variables = new VariableAddresses(test, layout, host, devices > 1);
        TestKernels kernels = new TestKernels(test, layout, sites, variables, random, observed.showsShared());
        test.host()
                .ifPresent(program -> program.statements().forEach(statement -> {
                    if (statement.instruction() instanceof LitmusInstruction.Launch launch) {
                        kernels.reference(launch, false);
                    }
                }));
        ExecutableGraphs graphs = new ExecutableGraphs(sites, layout, kernels, variables);
        try {
            startThreads(host, kernels, graphs);
            Optional<HostInterpreter> hostThread = test.host()
                    .map(program -> new HostInterpreter(
                            program,
                            kernels,
                            graphs,
                            variables,
                            host,
                            new RandomPauses(random.split()),
                            ThreadRecords.hostRecord()));
            if (hostThread.isPresent() && !hostThread.get().run()) {
                return Optional.empty();
            }
            for (int device = 0; device < devices; device++) {
                host.setDevice(device);
                if (host.synchronize() != CudaError.SUCCESS) {
                    return Optional.empty();
                }
            }
            return Optional.of(new ThreadRecords(test, layout, sites, variables, host, hostThread));
        } catch (StuckException e) {
            return Optional.empty();
        }
    }

    private void startThreads(Host host, TestKernels kernels, ExecutableGraphs graphs) {
        List<Integer> gpus =
                test.threads().stream().map(TestThread::gpu).distinct().sorted().toList();
        List<Kernel> initial = gpus.stream().map(kernels::initial).toList();
        kernels.buildAll();
        graphs.instantiate(host);
        for (int i = 0; i < initial.size(); i++) {
            int gpu = gpus.get(i);
            host.setDevice(gpu);
            host.launch(
                    initial.get(i),
                    LaunchShape.of(kernels.initialBlocks(gpu), kernels.initialThreads(gpu)),
                    host.createStream(),
                    0L,
                    -1L,
                    -1L,
                    0L);
        }
        host.setDevice(0);
    }
}
