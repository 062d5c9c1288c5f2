package io.cdpsim.workloads.devicegraph;

import com.google.common.math.IntMath;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.LittleEndian;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.copy.CopyEndpoint;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.graph.Graph;
import io.cdpsim.runtime.graph.GraphExec;
import io.cdpsim.runtime.graph.GraphNode;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostEvent;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.BlockSizeCheck;
import io.cdpsim.workloads.InputCache;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.graph.CsrGraph;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Work in rounds, whose kernels are the same for every launcher of the rounds. The data are in device memory, and a graph of launches is instantiated and
 * uploaded, when the clock starts. A plain computation checks the result.
 */
public final class RoundProgram {
    /** The name of the workload. */
    static final String NAME = "graph";

    private final RoundSettings settings;

    /** Work that has not started. */
    public RoundProgram(RoundSettings settings) {
        this.settings = settings;
    }

    /**
     * Runs the work.
     *
     * @throws InvalidInputException if the source is not a vertex, or device code of the GPU launches no graphs and the launcher is one
     * @throws KernelLoadException if the GPU has not the streams of the launcher
     */
    RunResult run(MachineSettings machineSettings, Progress progress, InputCache inputs) {
        long wallStart = System.nanoTime();
        GpuProfile profile = machineSettings.profile();
        check(profile);
        Machine machine = new Machine(machineSettings);
        Host host = machine.host();
        RoundTask task = task(host, inputs, machineSettings.threads());
        progress.start("rounds", task.rounds());
        String failure;
        double micros;
        double startMicros = machine.nowMicros();
        try {
            // The host's copies run beside the rounds of a producer.
            HostStream stream = task instanceof RoundTask.Production ? host.createStream() : host.defaultStream();
            HostEvent start = host.createEvent();
            HostEvent end = host.createEvent();
            Supplier<String> launches = launches(host, stream, task, profile);
            host.synchronize();
            startMicros = machine.nowMicros();
            host.record(start, stream);
            String wrong = launches.get();
            host.record(end, stream);
            CudaError error = host.synchronize(end);
            failure = error == CudaError.SUCCESS
                    ? wrong.isEmpty() ? task.differing(host) : wrong
                    : error.cudaName() + ": " + host.faultMessage();
            micros = error == CudaError.SUCCESS
                    ? host.elapsedMillis(start, end) * 1000
                    : machine.nowMicros() - startMicros;
        } catch (StuckException e) {
            failure = String.valueOf(e.getMessage());
            micros = machine.nowMicros() - startMicros;
        }
        progress.done(task.rounds());
        return RunResult.of(
                NAME,
                machine,
                micros,
                failure,
                (System.nanoTime() - wallStart) / 1e6,
                List.of(
                        RoundResults.LAUNCHER.of(OptionValueType.word(settings.launcher())),
                        RoundResults.ROUNDS.of(task.rounds()),
                        RoundResults.ROUND.of(micros / task.rounds())));
    }

    private RoundTask task(Host host, InputCache inputs, int threads) {
        if (settings.task() == RoundSettings.Task.RELAX) {
            return RoundTask.Relaxation.upload(host, settings.cells());
        }
        if (settings.task() == RoundSettings.Task.PERSISTENT) {
            return RoundTask.Production.allocate(host, settings.ints(), settings.buffers());
        }
        CsrGraph graph = inputs.get(settings.graph(), CsrGraph.class, each -> each.load(threads));
        int source = settings.source().orElse(graph.defaultSource());
        if (source < 0 || source >= graph.vertexCount()) {
            throw new InvalidInputException("--source " + source + " is not a vertex of " + graph.name()
                    + ", whose vertices are 0 to " + (graph.vertexCount() - 1));
        }
        return RoundTask.Search.upload(host, graph, source);
    }

    private void check(GpuProfile profile) {
        BlockSizeCheck.check("--threads", settings.threads(), profile);
        if (settings.launcher() == RoundLauncher.GRAPH && profile.graphs().maxTails() == 0) {
            throw new InvalidInputException(
                    "--launcher graph needs a GPU whose device code launches graphs, and the profile " + profile.name()
                            + " has no costs of them; take --profile h100 or h200, or another --launcher");
        }
    }

    private Supplier<String> launches(Host host, HostStream stream, RoundTask task, GpuProfile profile) {
        Kernel advance = RoundKernels.advance(settings.launcher(), task, settings.threads());
        Optional<RoundConsumer> consumer = task instanceof RoundTask.Production production
                ? Optional.of(new RoundConsumer(host, host.createStream(), production))
                : Optional.empty();
        Runnable launch = switch (settings.launcher()) {
            case GRAPH -> {
                GraphExec exec = instantiate(host, advance, task, profile);
                host.graphs().upload(exec, stream);
                yield () -> host.graphs().launch(exec, stream);
            }
            case CHILD, TAIL -> () -> host.launch(advance, LaunchShape.of(1, 1), stream, task.parameters());
            case HOST -> () -> runByHost(host, stream, advance, task);
        };
        return () -> {
            if (consumer.isPresent() && settings.launcher() == RoundLauncher.HOST) {
                return produceByHost(host, stream, advance, task, consumer.get());
            }
            launch.run();
            return consumer.map(RoundConsumer::consumeAll).orElse("");
        };
    }

    /** Launches each round before the copy of the one before, into the other buffer. */
    private String produceByHost(Host host, HostStream stream, Kernel advance, RoundTask task, RoundConsumer consumer) {
        Kernel round = task.kernel();
        int items = task.items().orElseThrow();
        launchRound(host, stream, advance, round, task, items);
        for (int done = 0; done < task.rounds(); done++) {
            host.synchronize(stream);
            if (done + 1 < task.rounds()) {
                launchRound(host, stream, advance, round, task, items);
            }
            String wrong = consumer.consume(done);
            if (!wrong.isEmpty()) {
                return wrong;
            }
        }
        return "";
    }

    private void launchRound(Host host, HostStream stream, Kernel advance, Kernel round, RoundTask task, int items) {
        host.launch(advance, LaunchShape.of(1, 1), stream, task.parameters());
        host.launch(
                round,
                LaunchShape.of(IntMath.divide(items, settings.threads(), RoundingMode.CEILING), settings.threads()),
                stream,
                task.parameters());
    }

    private GraphExec instantiate(Host host, Kernel advance, RoundTask task, GpuProfile profile) {
        int blocks = settings.blocks().orElse(profile.sm().count());
        Graph graph = new Graph();
        GraphNode first = graph.add(host.graphs().kernel(advance, LaunchShape.of(1, 1), task.parameters()), List.of());
        graph.add(
                host.graphs().kernel(task.kernel(), LaunchShape.of(blocks, settings.threads()), task.parameters()),
                List.of(first));
        GraphExec exec = host.graphs().instantiate(graph, true);
        host.memory()
                .write(task.state() + RoundKernels.HANDLE_OFFSET, (int) exec.handle(), (int) (exec.handle() >>> 32));
        return exec;
    }

    private void runByHost(Host host, HostStream stream, Kernel advance, RoundTask task) {
        Kernel round = task.kernel();
        byte[] copied = new byte[RoundTask.WORD_BYTES];
        int count = 1;
        for (int done = 0; count != 0; done++) {
            launchRound(host, stream, advance, round, task, task.items().orElse(count));
            host.memcpy2DAsync(
                    CopyEndpoint.pageable(copied),
                    CopyEndpoint.memory(task.state() + (long) RoundTask.WORD_BYTES * ((done + 1) & 1)),
                    RoundTask.WORD_BYTES,
                    1,
                    stream);
            if (host.synchronize(stream) != CudaError.SUCCESS) {
                return;
            }
            count = LittleEndian.getInt(copied, 0);
        }
    }
}
