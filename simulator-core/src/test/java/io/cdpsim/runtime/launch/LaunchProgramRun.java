package io.cdpsim.runtime.launch;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Constant;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.RunListener;
import io.cdpsim.observe.Timeline;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.launch.LaunchProgram.Action;
import io.cdpsim.runtime.launch.LaunchProgram.Launch;
import io.cdpsim.runtime.launch.LaunchProgram.LaunchByAll;
import io.cdpsim.runtime.launch.LaunchProgram.Node;
import io.cdpsim.runtime.launch.LaunchProgram.RecordEvent;
import io.cdpsim.runtime.launch.LaunchProgram.Root;
import io.cdpsim.runtime.launch.LaunchProgram.Spin;
import io.cdpsim.runtime.launch.LaunchProgram.Stream;
import io.cdpsim.runtime.launch.LaunchProgram.Synchronize;
import io.cdpsim.runtime.launch.LaunchProgram.Turn;
import io.cdpsim.runtime.launch.LaunchProgram.Wait;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** One run of a {@link LaunchProgram}: every grid becomes a kernel of its own, so that its name says which grid it is. */
final class LaunchProgramRun {
    private static final int HANDLE_BYTES = 8;
    private static final int DEEPEST_SYNCHRONIZATION = 6;

    private final LaunchProgram program;
    private final Machine machine;
    private final Timeline timeline;
    private final List<KernelReference> kernels = new ArrayList<>();
    private final long counters;
    private CudaError error = CudaError.UNKNOWN;

    private LaunchProgramRun(LaunchProgram program, MachineSettings settings, RunListener... listeners) {
        this.program = program;
        this.machine = new Machine(settings, listeners);
        this.timeline = Arrays.stream(listeners)
                .filter(Timeline.class::isInstance)
                .map(Timeline.class::cast)
                .findFirst()
                .orElseGet(Timeline::new);
        this.counters = machine.host().malloc(4L * program.nodes.size());
    }

    /** Runs the program; a pool limit of 0 means the default. */
    static LaunchProgramRun of(
            LaunchProgram program, MachineSettings settings, int poolLimit, RunListener... listeners) {
        List<RunListener> all = new ArrayList<>(List.of(listeners));
        all.add(new Timeline());
        LaunchProgramRun run = new LaunchProgramRun(program, settings, all.toArray(RunListener[]::new));
        run.run(poolLimit);
        return run;
    }

    /** Runs the program with nobody watching. */
    static LaunchProgramRun unwatched(LaunchProgram program, MachineSettings settings, int poolLimit) {
        LaunchProgramRun run = new LaunchProgramRun(program, settings);
        run.run(poolLimit);
        return run;
    }

    private void run(int poolLimit) {
        Host host = machine.host();
        if (poolLimit > 0) {
            host.setPendingLaunchLimit(poolLimit);
        }
        if (machine.settings().profile().cdp() == CdpSupport.CDP1) {
            host.setSyncDepth(DEEPEST_SYNCHRONIZATION);
        }
        List<KernelReference> known = program.kernels.get(counters);
        if (known != null) {
            kernels.addAll(known);
        } else {
            program.nodes.forEach(node -> kernels.add(new KernelReference(node.name)));
            program.nodes.forEach(node -> kernels.get(node.id).bind(build(node)));
            program.kernels.put(counters, List.copyOf(kernels));
        }
        Map<Integer, HostStream> streams = new LinkedHashMap<>();
        for (Root root : program.roots) {
            HostStream stream = streams.computeIfAbsent(root.hostStream(), index -> host.createStream());
            Node node = root.node();
            host.launch(kernels.get(node.id).kernel(), LaunchShape.of(node.blocks.size(), node.threads), stream);
        }
        error = host.synchronize();
    }

    /** What the host's synchronisation gave. */
    CudaError error() {
        return error;
    }

    Machine machine() {
        return machine;
    }

    Timeline timeline() {
        return timeline;
    }

    /** How often a grid counted itself as running. */
    int count(Node node) {
        return machine.host().memory().readInts(counters + 4L * node.id, 1)[0];
    }

    /** The grids of a run by what they are in the program. */
    static final class Grids {
        private final List<List<GridLifetime>> byNode = new ArrayList<>();

        private Grids(LaunchProgram program, Timeline timeline) {
            Map<String, Integer> ids = new HashMap<>();
            for (Node node : program.nodes) {
                ids.put(node.name, node.id);
                byNode.add(new ArrayList<>());
            }
            for (GridLifetime grid : timeline.grids()) {
                byNode.get(Objects.requireNonNull(ids.get(grid.kernel()))).add(grid);
            }
        }

        /** The grids that ran as this one of the program. */
        List<GridLifetime> of(Node node) {
            return byNode.get(node.id);
        }

        /** The grid that ran as this one of the program, which is launched once. */
        GridLifetime only(Node node) {
            return byNode.get(node.id).get(0);
        }
    }

    /** The grids of the run. */
    Grids spans() {
        return new Grids(program, timeline);
    }

    private Kernel build(Node node) {
        KernelBuilder k = new KernelBuilder(node.name);
        Operand thread = k.threadX();
        Operand block = k.blockX();
        Operand first = k.add(thread, block);
        k.ifThen(
                k.equal(first, u32(0)),
                () -> k.memory()
                        .reduce(
                                StateSpace.GLOBAL,
                                AtomicOperation.ADD,
                                ValueType.S32,
                                u64(counters + 4L * node.id),
                                s32(1)));
        if (node.spinCycles > 0) {
            spin(k, node.spinCycles);
        }
        Constant handles = k.sharedArray(HANDLE_BYTES * (node.streams + node.events));
        if (node.streams + node.events > 0) {
            createHandles(k, node, handles, thread);
        }
        for (int b = 0; b < node.blocks.size(); b++) {
            int blockIndex = b;
            k.ifThen(k.equal(block, u32(b)), () -> {
                for (List<Turn> turns : node.blocks.get(blockIndex).phases) {
                    turns.forEach(turn -> write(k, node, handles, thread, turn));
                    k.syncThreads();
                }
            });
        }
        if (node.destroysStreams) {
            k.ifThen(k.equal(thread, u32(0)), () -> {
                for (int i = 0; i < node.streams; i++) {
                    k.device().streamDestroy(handle(k, handles, i));
                }
                for (int i = 0; i < node.events; i++) {
                    k.device().eventDestroy(handle(k, handles, node.streams + i));
                }
            });
        }
        return k.build();
    }

    private static void createHandles(KernelBuilder k, Node node, Constant handles, Operand thread) {
        k.ifThen(k.equal(thread, u32(0)), () -> {
            for (int i = 0; i < node.streams + node.events; i++) {
                Operand handle = i < node.streams
                        ? k.device().streamCreateWithFlags()
                        : k.device().eventCreateWithFlags();
                k.memory().store(StateSpace.SHARED, ValueType.U64, handles, (long) HANDLE_BYTES * i, handle);
            }
        });
        k.syncThreads();
    }

    private static Operand handle(KernelBuilder k, Constant handles, int index) {
        return k.memory().load(StateSpace.SHARED, ValueType.U64, handles, (long) HANDLE_BYTES * index);
    }

    private void write(KernelBuilder k, Node node, Constant handles, Operand thread, Turn turn) {
        if (turn.thread() < 0) {
            turn.actions().forEach(action -> write(k, node, handles, action));
        } else if (!turn.actions().isEmpty()) {
            k.ifThen(
                    k.equal(thread, u32(turn.thread())),
                    () -> turn.actions().forEach(action -> write(k, node, handles, action)));
        }
    }

    private void write(KernelBuilder k, Node node, Constant handles, Action action) {
        if (action instanceof Launch launch) {
            launch(k, launch.child(), stream(k, handles, launch.stream()));
        } else if (action instanceof LaunchByAll launch) {
            launch(k, launch.child(), stream(k, handles, launch.stream()));
        } else if (action instanceof RecordEvent each) {
            k.device().eventRecord(handle(k, handles, node.streams + each.event()), stream(k, handles, each.stream()));
        } else if (action instanceof Wait wait) {
            k.device()
                    .streamWaitEvent(
                            stream(k, handles, wait.stream()), handle(k, handles, node.streams + wait.event()));
        } else if (action instanceof Synchronize) {
            k.device().deviceSynchronize();
        } else if (action instanceof Spin spin) {
            spin(k, spin.cycles());
        }
    }

    private void launch(KernelBuilder k, Node child, Operand stream) {
        k.device().launch(kernels.get(child.id), u32(child.blocks.size()), u32(child.threads), stream);
    }

    private static Operand stream(KernelBuilder k, Constant handles, Stream stream) {
        return switch (stream.kind()) {
            case NULL -> DeviceRuntimeCalls.NULL_STREAM;
            case PER_THREAD -> DeviceRuntimeCalls.PER_THREAD_STREAM;
            case FIRE_AND_FORGET -> DeviceRuntimeCalls.FIRE_AND_FORGET;
            case TAIL -> DeviceRuntimeCalls.TAIL_LAUNCH;
            case NAMED -> handle(k, handles, stream.index());
        };
    }

    private static void spin(KernelBuilder k, int cycles) {
        Operand begin = k.special(SpecialRegister.CLOCK);
        k.doWhile(() -> k.less(k.subtract(k.special(SpecialRegister.CLOCK), begin), u64(cycles)));
    }
}
