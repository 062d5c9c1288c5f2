package io.cdpsim.semantics.rules.graph;

import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.kernel;
import static io.cdpsim.workloads.program.ProgramKernels.lasting;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.spin;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.runtime.graph.Graph;
import io.cdpsim.runtime.graph.GraphExec;
import io.cdpsim.runtime.graph.GraphNode;
import io.cdpsim.runtime.graph.GraphWork;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import io.cdpsim.workloads.program.WordArray.PackedWords;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Rules G: graphs that device code launches. */
public final class GraphScenarios {
    private static final Operand TAIL = u64(1L << 56);
    private static final Operand FIRE_AND_FORGET = u64(2L << 56);
    private static final Operand SIBLING = u64(3L << 56);
    private static final long LONG = 300_000;
    private static final long SHORT = 1_000;

    private GraphScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        return List.of(
                claim("G-1", "a kernel in no graph launches none")
                        .must(CDP2, "error 1, 0 nodes ran; current graph 0", GraphScenarios::outsideAnyGraph),
                claim("G-1", "a kernel in a graph of the host launches one")
                        .must(CDP2, "error 0, 1 nodes ran; current graph not 0", GraphScenarios::insideAGraph),
                claim("G-2", "only the three streams of graphs accept one")
                        .must(CDP2, "1 1 1 1 0 0 0; 3 nodes ran", GraphScenarios::streams),
                claim("G-3", "a fire-and-forget graph and a sibling run beside their launcher")
                        .must(CDP2, "beside, beside", GraphScenarios::beside),
                claim("G-3", "a tail runs behind its launcher and behind all that was let go")
                        .must(CDP2, "after the launcher, after the other graph", GraphScenarios::tailWaits),
                claim("G-3", "a tail does not wait for a sibling of its launcher")
                        .must(CDP2, "the tail starts before the sibling's end", GraphScenarios::tailPassesSibling),
                claim("G-4", "work behind the graph in the host's stream waits for all graphs that it launched")
                        .must(CDP2, "after, after, after", GraphScenarios::streamWaits),
                claim("G-5", "the 121st graph that is let go fails, and so does the 121st sibling")
                        .must(CDP2, "120 of 121 ran, 120 of 121 ran", GraphScenarios::mostLetGo),
                claim("G-5", "the 256th pending tail fails")
                        .must(CDP2, "255 of 256 ran", machine -> ranOf(machine, 256, TAIL)),
                claim("G-6", "a graph in flight cannot be launched, nor can one that is pending as a tail")
                        .must(CDP2, "0 1, 0 1; 2 nodes ran", GraphScenarios::twice),
                claim("G-6", "a graph launches itself again as its tail")
                        .must(CDP2, "5 rounds", GraphScenarios::relaunch),
                claim("G-7", "a graph must be on the device")
                        .must(CDP2, "1; 0 nodes ran", GraphScenarios::neverUploaded),
                claim("G-7", "the launch of a graph of the host ends the context")
                        .must(CDP2, "cudaErrorIllegalAddress", GraphScenarios::ofTheHost),
                claim("G-8", "only kernels without dynamic parallelism, copies, fills and graphs fit")
                        .must(
                                CDP2,
                                "empty 1, empty node 1, host function 1, event 1, dynamic parallelism 1, kernel 0,"
                                        + " kernel that launches graphs 0, fill 0, graph 0",
                                GraphScenarios::instantiation),
                claim("G-9", "a kernel in a graph of the host launches children")
                        .must(CDP2, "the child ran; the next node waited for it", GraphScenarios::children),
                claim("G-9", "the host launches a graph for the device")
                        .must(CDP2, "1 nodes ran", GraphScenarios::byTheHost),
                claim("G-10", "tails run in the order of their calls, one after another")
                        .must(CDP2, "after", GraphScenarios::tailsInOrder));
    }

    private static HostStream stream(ProgramMachine machine) {
        return machine.host().defaultStream();
    }

    private static GraphExec exec(ProgramMachine machine, boolean forDevice, Kernel... chain) {
        Host host = machine.host();
        Graph graph = new Graph();
        List<GraphNode> before = List.of();
        for (Kernel each : chain) {
            before = List.of(graph.add(host.graphs().kernel(each, LaunchShape.of(1, 1)), before));
        }
        GraphExec exec = host.graphs().instantiate(graph, forDevice);
        if (forDevice) {
            host.graphs().upload(exec, stream(machine));
        }
        return exec;
    }

    private static Kernel node(String name, long cycles) {
        return kernel(name, k -> spin(k, cycles));
    }

    private static Operand handle(GraphExec exec) {
        return u64(exec.handle());
    }

    /** Runs a kernel {@code P} as the only node of a graph. */
    private static void runInGraph(ProgramMachine machine, Consumer<KernelBuilder> body) {
        machine.host().graphs().launch(exec(machine, false, kernel("P", body)), stream(machine));
        machine.host().synchronize();
    }

    private static void storeCurrent(KernelBuilder k, WordArray words, int index) {
        words.store(k, index, PackedWords.lower(k, k.special(SpecialRegister.CURRENT_GRAPH)));
    }

    private static String outsideAnyGraph(ProgramMachine machine) {
        GraphExec leaf = exec(machine, true, node("leaf", SHORT));
        WordArray words = WordArray.of(machine, 9, 9);
        machine.run(k -> {
            words.store(k, 0, k.device().graphLaunch(handle(leaf), FIRE_AND_FORGET));
            storeCurrent(k, words, 1);
        });
        return seen(machine, words);
    }

    private static String insideAGraph(ProgramMachine machine) {
        GraphExec leaf = exec(machine, true, node("leaf", SHORT));
        WordArray words = WordArray.of(machine, 9, 9);
        runInGraph(machine, k -> {
            words.store(k, 0, k.device().graphLaunch(handle(leaf), FIRE_AND_FORGET));
            storeCurrent(k, words, 1);
        });
        return seen(machine, words);
    }

    private static String seen(ProgramMachine machine, WordArray words) {
        return "error " + words.read(0) + ", " + ran(machine) + "; current graph "
                + (words.read(1) == 0 ? "0" : "not 0");
    }

    private static String ran(ProgramMachine machine) {
        return machine.grids("leaf").size() + " nodes ran";
    }

    private static String streams(ProgramMachine machine) {
        List<Operand> streams = List.of(u64(0), u64(4), u64(3), u64(1), FIRE_AND_FORGET, SIBLING, TAIL);
        WordArray errors = new WordArray(machine, streams.size());
        List<GraphExec> leaves = leaves(machine, streams.size());
        runInGraph(machine, k -> {
            for (int i = 0; i < streams.size(); i++) {
                errors.store(k, i, k.device().graphLaunch(handle(leaves.get(i)), streams.get(i)));
            }
        });
        return errors.text() + "; " + ran(machine);
    }

    private static List<GraphExec> leaves(ProgramMachine machine, int count) {
        List<GraphExec> leaves = new ArrayList<>();
        Kernel leaf = node("leaf", SHORT);
        for (int i = 0; i < count; i++) {
            leaves.add(exec(machine, true, leaf));
        }
        return leaves;
    }

    private static String beside(ProgramMachine machine) {
        GraphExec letGo = exec(machine, true, node("A", SHORT));
        GraphExec sibling = exec(machine, true, node("B", SHORT));
        WordArray errors = new WordArray(machine, 2);
        runInGraph(machine, k -> {
            errors.store(k, 0, k.device().graphLaunch(handle(letGo), FIRE_AND_FORGET));
            errors.store(k, 1, k.device().graphLaunch(handle(sibling), SIBLING));
            spin(k, LONG);
        });
        long end = machine.grid("P").bodyEnded();
        return List.of("A", "B").stream()
                .map(each -> machine.grid(each).started() < end ? "beside" : "after")
                .collect(Collectors.joining(", "));
    }

    private static String tailWaits(ProgramMachine machine) {
        GraphExec tail = exec(machine, true, node("T", SHORT));
        GraphExec other = exec(machine, true, node("A", LONG));
        WordArray errors = new WordArray(machine, 2);
        runInGraph(machine, k -> {
            errors.store(k, 0, k.device().graphLaunch(handle(tail), TAIL));
            errors.store(k, 1, k.device().graphLaunch(handle(other), FIRE_AND_FORGET));
        });
        GridLifetime started = machine.grid("T");
        return ProgramMachine.startsAfter(started, machine.grid("P")) + " the launcher, "
                + ProgramMachine.startsAfter(started, machine.grid("A")) + " the other graph";
    }

    private static String tailPassesSibling(ProgramMachine machine) {
        GraphExec tail = exec(machine, true, node("T", SHORT));
        GraphExec sibling = exec(machine, true, node("A", LONG));
        WordArray errors = new WordArray(machine, 2);
        runInGraph(machine, k -> {
            errors.store(k, 0, k.device().graphLaunch(handle(tail), TAIL));
            errors.store(k, 1, k.device().graphLaunch(handle(sibling), SIBLING));
        });
        boolean passes = machine.grid("T").started() < machine.grid("A").completed();
        return "the tail starts " + (passes ? "before" : "after") + " the sibling's end";
    }

    private static String streamWaits(ProgramMachine machine) {
        List<String> order = new ArrayList<>();
        List<Operand> streams = List.of(FIRE_AND_FORGET, TAIL, SIBLING);
        for (int i = 0; i < streams.size(); i++) {
            String leaf = "leaf" + i;
            String next = "next" + i;
            GraphExec launched = exec(machine, true, node(leaf, LONG));
            WordArray error = new WordArray(machine, 1);
            Operand stream = streams.get(i);
            machine.host()
                    .graphs()
                    .launch(
                            exec(
                                    machine,
                                    false,
                                    kernel("P", k -> error.store(k, k.device().graphLaunch(handle(launched), stream)))),
                            stream(machine));
            machine.run(node(next, SHORT));
            order.add(ProgramMachine.startsAfter(machine.grid(next), machine.grid(leaf)));
        }
        return String.join(", ", order);
    }

    private static String mostLetGo(ProgramMachine machine) {
        String letGo = ranOf(machine, 121, FIRE_AND_FORGET);
        int before = machine.grids("leaf").size();
        String siblings = ranOf(machine, 121, SIBLING);
        int more = machine.grids("leaf").size() - before;
        return letGo + ", " + more + siblings.substring(siblings.indexOf(" of"));
    }

    private static String ranOf(ProgramMachine machine, int count, Operand stream) {
        List<GraphExec> leaves = leaves(machine, count);
        WordArray errors = new WordArray(machine, count);
        runInGraph(machine, k -> {
            for (int i = 0; i < count; i++) {
                errors.store(k, i, k.device().graphLaunch(handle(leaves.get(i)), stream));
            }
        });
        return machine.grids("leaf").size() + " of " + count + " ran";
    }

    private static String twice(ProgramMachine machine) {
        List<GraphExec> leaves = leaves(machine, 2);
        WordArray errors = new WordArray(machine, 4);
        runInGraph(machine, k -> {
            errors.store(k, 0, k.device().graphLaunch(handle(leaves.get(0)), FIRE_AND_FORGET));
            errors.store(k, 1, k.device().graphLaunch(handle(leaves.get(0)), FIRE_AND_FORGET));
            errors.store(k, 2, k.device().graphLaunch(handle(leaves.get(1)), TAIL));
            errors.store(k, 3, k.device().graphLaunch(handle(leaves.get(1)), TAIL));
        });
        return errors.read(0) + " " + errors.read(1) + ", " + errors.read(2) + " " + errors.read(3) + "; "
                + ran(machine);
    }

    private static String relaunch(ProgramMachine machine) {
        WordArray rounds = new WordArray(machine, 2);
        Kernel again = kernel("again", k -> {
            Operand round = k.add(rounds.load(k, 0, ValueType.U32), u32(1));
            rounds.store(k, 0, round);
            k.ifThen(
                    k.less(round, u32(5)),
                    () -> rounds.store(k, 1, k.device().graphLaunch(k.special(SpecialRegister.CURRENT_GRAPH), TAIL)));
        });
        machine.host().graphs().launch(exec(machine, true, again), stream(machine));
        machine.host().synchronize();
        return rounds.read(0) + " rounds";
    }

    private static String neverUploaded(ProgramMachine machine) {
        Host host = machine.host();
        Graph graph = new Graph();
        graph.add(host.graphs().kernel(node("leaf", SHORT), LaunchShape.of(1, 1)), List.of());
        GraphExec leaf = host.graphs().instantiate(graph, true);
        WordArray error = new WordArray(machine, 1);
        runInGraph(machine, k -> error.store(k, k.device().graphLaunch(handle(leaf), FIRE_AND_FORGET)));
        return error.text() + "; " + ran(machine);
    }

    private static String ofTheHost(ProgramMachine machine) {
        GraphExec leaf = exec(machine, false, node("leaf", SHORT));
        Kernel launcher = kernel("P", k -> k.device().graphLaunch(handle(leaf), FIRE_AND_FORGET));
        machine.host().graphs().launch(exec(machine, false, launcher), stream(machine));
        return machine.host().synchronize().cudaName();
    }

    private static String instantiation(ProgramMachine machine) {
        Host host = machine.host();
        WordArray words = new WordArray(machine, 4);
        Graph inner = new Graph();
        inner.add(host.graphs().kernel(node("leaf", SHORT), LaunchShape.of(1, 1)), List.of());
        List<String> answers = new ArrayList<>();
        answers.add("empty " + answer(machine));
        answers.add("empty node " + answer(machine, new GraphWork.Empty()));
        answers.add("host function " + answer(machine, host.graphs().hostFunction(Runnable::run)));
        answers.add("event " + answer(machine, host.graphs().record(host.createEvent())));
        Kernel nests = kernel("nests", k -> launch(k, lasting("leaf", SHORT)));
        answers.add("dynamic parallelism " + answer(machine, host.graphs().kernel(nests, LaunchShape.of(1, 1))));
        answers.add("kernel " + answer(machine, host.graphs().kernel(node("leaf", SHORT), LaunchShape.of(1, 1))));
        Kernel launcher = kernel("launcher", k -> words.store(k, k.device().graphLaunch(u64(0), TAIL)));
        answers.add("kernel that launches graphs "
                + answer(machine, host.graphs().kernel(launcher, LaunchShape.of(1, 1))));
        answers.add("fill " + answer(machine, host.graphs().fill(words.address().bits(), 4, 0, 4, 1)));
        answers.add("graph " + answer(machine, new GraphWork.Nested(inner)));
        return String.join(", ", answers);
    }

    private static int answer(ProgramMachine machine, GraphWork... works) {
        Graph graph = new Graph();
        for (GraphWork each : works) {
            graph.add(each, List.of());
        }
        return ProgramMachine.errorOf(() -> machine.host().graphs().instantiate(graph, true))
                .code();
    }

    private static String children(ProgramMachine machine) {
        Kernel parent = kernel("P", k -> launch(k, lasting("C", LONG)));
        machine.host().graphs().launch(exec(machine, false, parent, node("next", SHORT)), stream(machine));
        machine.host().synchronize();
        String order = ProgramMachine.startsAfter(machine.grid("next"), machine.grid("C"));
        return "the child ran; the next node " + (order.equals("after") ? "waited" : "did not wait") + " for it";
    }

    private static String byTheHost(ProgramMachine machine) {
        machine.host().graphs().launch(exec(machine, true, node("leaf", SHORT)), stream(machine));
        machine.host().synchronize();
        return ran(machine);
    }

    private static String tailsInOrder(ProgramMachine machine) {
        GraphExec first = exec(machine, true, node("A", LONG));
        GraphExec second = exec(machine, true, node("B", SHORT));
        WordArray errors = new WordArray(machine, 2);
        runInGraph(machine, k -> {
            errors.store(k, 0, k.device().graphLaunch(handle(first), TAIL));
            errors.store(k, 1, k.device().graphLaunch(handle(second), TAIL));
        });
        return ProgramMachine.startsAfter(machine.grid("B"), machine.grid("A"));
    }
}
