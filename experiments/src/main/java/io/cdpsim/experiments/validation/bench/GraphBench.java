package io.cdpsim.experiments.validation.bench;

import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.graph.Graph;
import io.cdpsim.runtime.graph.GraphExec;
import io.cdpsim.runtime.graph.GraphNode;
import io.cdpsim.runtime.graph.GraphWork;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.MeasuredRegime;
import io.cdpsim.workloads.devicegraph.RoundRegime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The {@code devicegraph} and {@code hostgraph} rows: graphs launched by a thread of a graph's kernel, and by the host. */
public final class GraphBench implements Experiment {
    private static final int RUNS = 2;
    private static final int ROUNDS = 64;

    private final Map<Question, Stamps> runs = new ConcurrentHashMap<>();

    private record Question(GpuProfile profile, String variant, int count) {}

    /** Time stamps of a launching thread and of the nodes, nanoseconds, and the cycles of the calls. */
    private record Stamps(
            long called, long returned, long cycles, long ended, long firstStart, long lastEnd, double period) {}

    @Override
    public OptionalDouble simulate(MeasuredRow row, GpuProfile profile) {
        if (row.bench().equals("hostgraph")) {
            return hostGraph(row, profile);
        }
        if (!row.bench().equals("devicegraph") || profile.graphs().maxFireAndForget() == 0) {
            return OptionalDouble.empty();
        }
        int count = row.intValue();
        ToDoubleFunction<Stamps> value = value(row.metric(), count);
        if (value == null || (!row.variant().equals("again_chain") && stream(row.variant()) == null)) {
            return OptionalDouble.empty();
        }
        Stamps stamps = runs.computeIfAbsent(new Question(profile, row.variant(), count), GraphBench::run);
        return OptionalDouble.of(value.applyAsDouble(stamps));
    }

    @Override
    public Optional<MeasuredRegime> regime(MeasuredRow row, GpuProfile profile) {
        return row.bench().equals("devicegraph") && row.metric().equals("period")
                ? Optional.of(RoundRegime.GRAPH)
                : Optional.empty();
    }

    private static @Nullable ToDoubleFunction<Stamps> value(String metric, int count) {
        return switch (metric) {
            case "issue" -> Stamps::cycles;
            case "issue_each" -> stamps -> (double) stamps.cycles / count;
            case "return_to_start" -> stamps -> stamps.firstStart - stamps.returned;
            case "end_to_start" -> stamps -> stamps.firstStart - stamps.ended;
            case "call_to_last_end" -> stamps -> stamps.lastEnd - stamps.called;
            case "first_start_to_last_end" -> stamps -> stamps.lastEnd - stamps.firstStart;
            case "period" -> Stamps::period;
            default -> null;
        };
    }

    /** The stream of a variant's launches: 1, 2 or 3 in the uppermost byte. */
    private static @Nullable Operand stream(String variant) {
        String kind = variant.replaceAll("_(fan|chain|many)$", "");
        return switch (kind) {
            case "tail" -> Operand.u64(1L << 56);
            case "fire_and_forget" -> Operand.u64(2L << 56);
            case "sibling" -> Operand.u64(3L << 56);
            default -> null;
        };
    }

    private static Stamps run(Question question) {
        Machine machine = new Machine(MachineSettings.of(question.profile));
        Laboratory laboratory = new Laboratory(machine, Math.max(question.count, ROUNDS));
        return question.variant.equals("again_chain")
                ? laboratory.relaunches(question.count)
                : laboratory.launches(
                        question.variant,
                        question.count,
                        Optional.ofNullable(stream(question.variant)).orElseThrow());
    }

    /** A machine with arrays for the time stamps. */
    private static final class Laboratory {
        private final Host host;
        private final HostStream stream;
        private final int slots;
        private final long starts;
        private final long ends;
        private final long results;

        Laboratory(Machine machine, int slots) {
            host = machine.host();
            stream = host.createStream();
            this.slots = slots;
            starts = host.malloc(8L * slots);
            ends = host.malloc(8L * slots);
            results = host.malloc(64);
        }

        private GraphWork node(int slot) {
            return host.graphs().kernel(node(), LaunchShape.of(1, 1), starts, ends, slot, 0L);
        }

        private static Kernel node() {
            KernelBuilder k = new KernelBuilder("node").registersPerThread(16);
            Register start = k.parameter(ValueType.U64);
            Register end = k.parameter(ValueType.U64);
            Register slot = k.parameter(ValueType.S32);
            Register nanos = k.parameter(ValueType.U64);
            Register begin = k.special(SpecialRegister.GLOBAL_TIMER);
            k.memory().store(ValueType.U64, k.element(start, slot, 8), begin);
            k.ifThen(
                    k.notEqual(nanos, Operand.u64(0)),
                    () -> k.doWhile(() -> k.less(k.subtract(k.special(SpecialRegister.GLOBAL_TIMER), begin), nanos)));
            k.memory().store(ValueType.U64, k.element(end, slot, 8), k.special(SpecialRegister.GLOBAL_TIMER));
            return k.build();
        }

        private GraphExec upload(Graph graph) {
            GraphExec exec = host.graphs().instantiate(graph, true);
            host.graphs().upload(exec, stream);
            return exec;
        }

        private GraphExec nodes(int count, boolean chain, int first) {
            Graph graph = new Graph();
            List<GraphNode> before = List.of();
            for (int i = 0; i < count; i++) {
                GraphNode node = graph.add(node(first + i), before);
                before = chain ? List.of(node) : List.of();
            }
            return upload(graph);
        }

        Stamps launches(String variant, int count, Operand target) {
            List<GraphExec> launched = new ArrayList<>();
            if (variant.endsWith("_many")) {
                for (int i = 0; i < count; i++) {
                    launched.add(nodes(1, false, i));
                }
            } else {
                launched.add(nodes(count, variant.endsWith("_chain"), 0));
            }
            long handles = host.malloc(8L * launched.size());
            for (int i = 0; i < launched.size(); i++) {
                // Handles have no bits beyond the lower word.
                host.memory().write(handles + 8L * i, (int) launched.get(i).handle(), 0);
            }
            Graph graph = new Graph();
            graph.add(
                    host.graphs().kernel(launcher(target), LaunchShape.of(1, 1), handles, launched.size(), results),
                    List.of());
            GraphExec exec = host.graphs().instantiate(graph, false);
            for (int i = 0; i < RUNS; i++) {
                clear();
                host.graphs().launch(exec, stream);
                host.synchronize();
            }
            return stamps();
        }

        private void clear() {
            host.memory().write(starts, new int[2 * slots]);
            host.memory().write(ends, new int[2 * slots]);
        }

        private static Kernel launcher(Operand target) {
            KernelBuilder k = new KernelBuilder("launcher").registersPerThread(32);
            Register handles = k.parameter(ValueType.U64);
            Register count = k.parameter(ValueType.S32);
            Register results = k.parameter(ValueType.U64);
            Register called = k.special(SpecialRegister.GLOBAL_TIMER);
            Register before = k.special(SpecialRegister.CLOCK);
            k.forLoop(
                    Operand.s32(0),
                    count,
                    Operand.s32(1),
                    i -> k.device().graphLaunch(k.memory().load(ValueType.U64, k.element(handles, i, 8)), target));
            Register cycles = k.subtract(k.special(SpecialRegister.CLOCK), before);
            Register returned = k.special(SpecialRegister.GLOBAL_TIMER);
            k.memory().store(ValueType.U64, results, called);
            k.memory().store(ValueType.U64, k.add(results, Operand.u64(8)), returned);
            k.memory().store(ValueType.U64, k.add(results, Operand.u64(16)), cycles);
            k.memory().store(ValueType.U64, k.add(results, Operand.u64(24)), k.special(SpecialRegister.GLOBAL_TIMER));
            return k.build();
        }

        private Stamps stamps() {
            long first = Long.MAX_VALUE;
            long last = 0;
            for (int i = 0; i < slots; i++) {
                long start = host.memory().readLong(starts + 8L * i);
                if (start != 0) {
                    first = Math.min(first, start);
                    last = Math.max(last, host.memory().readLong(ends + 8L * i));
                }
            }
            return new Stamps(
                    host.memory().readLong(results),
                    host.memory().readLong(results + 8),
                    host.memory().readLong(results + 16),
                    host.memory().readLong(results + 24),
                    first,
                    last,
                    0);
        }

        /** A graph that launches itself as its tail; further nodes follow the one that does. */
        Stamps relaunches(int count) {
            Graph graph = new Graph();
            long round = host.malloc(8);
            long others = host.malloc(16);
            GraphNode before = graph.add(host.graphs().kernel(again(), LaunchShape.of(1, 1), starts, round), List.of());
            for (int i = 1; i < count; i++) {
                before = graph.add(
                        host.graphs().kernel(node(), LaunchShape.of(1, 1), others, others + 8, 0, 0L), List.of(before));
            }
            GraphExec exec = upload(graph);
            host.graphs().launch(exec, stream);
            host.synchronize();
            long first = host.memory().readLong(starts);
            long last = host.memory().readLong(starts + 8L * (ROUNDS - 1));
            return new Stamps(0, 0, 0, 0, first, last, (double) (last - first) / (ROUNDS - 1));
        }

        private static Kernel again() {
            KernelBuilder k = new KernelBuilder("again").registersPerThread(32);
            Register starts = k.parameter(ValueType.U64);
            Register rounds = k.parameter(ValueType.U64);
            Register round = k.memory().load(ValueType.S32, rounds);
            k.memory().store(ValueType.U64, k.element(starts, round, 8), k.special(SpecialRegister.GLOBAL_TIMER));
            Register next = k.add(round, Operand.s32(1));
            k.memory().store(ValueType.S32, rounds, next);
            k.ifThen(
                    k.less(next, Operand.s32(ROUNDS)),
                    () -> k.device().graphLaunch(k.special(SpecialRegister.CURRENT_GRAPH), Operand.u64(1L << 56)));
            return k.build();
        }
    }

    private static OptionalDouble hostGraph(MeasuredRow row, GpuProfile profile) {
        Machine machine = new Machine(MachineSettings.of(profile));
        Host host = machine.host();
        HostStream stream = host.createStream();
        Kernel empty = new KernelBuilder("empty").build();
        int count = row.intValue();
        if (row.variant().equals("stream") && row.metric().equals("gpu_time")) {
            return OptionalDouble.of(EventTimer.micros(machine, stream, () -> {
                for (int i = 0; i < count; i++) {
                    host.launch(empty, LaunchShape.of(1, 1), stream);
                }
            }));
        }
        Graph graph = new Graph();
        List<GraphNode> before = List.of();
        for (int i = 0; i < count; i++) {
            before = List.of(graph.add(host.graphs().kernel(empty, LaunchShape.of(1, 1)), before));
        }
        GraphExec exec = host.graphs().instantiate(graph, false);
        return switch (row.variant() + " " + row.metric()) {
            case "chain gpu_time" ->
                OptionalDouble.of(
                        EventTimer.micros(machine, stream, () -> host.graphs().launch(exec, stream)));
            case "chain call" -> {
                double start = host.nowNanos();
                host.graphs().launch(exec, stream);
                yield OptionalDouble.of((host.nowNanos() - start) / 1e3);
            }
            default -> OptionalDouble.empty();
        };
    }
}
