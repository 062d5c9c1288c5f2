package io.cdpsim.programs.exec.call;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.ClusterShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.programs.exec.graph.EventHandle;
import io.cdpsim.programs.exec.graph.GraphHandles;
import io.cdpsim.programs.exec.graph.LaunchAttributes;
import io.cdpsim.programs.exec.graph.UserObjects;
import io.cdpsim.programs.exec.memory.GraphMemory;
import io.cdpsim.programs.exec.protocol.CallArguments;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.programs.exec.table.CallReply;
import io.cdpsim.programs.exec.table.CallTable;
import io.cdpsim.programs.exec.table.ErrorCode;
import io.cdpsim.programs.ptx.DeviceVariable;
import io.cdpsim.runtime.graph.CaptureMode;
import io.cdpsim.runtime.graph.Graph;
import io.cdpsim.runtime.graph.GraphCondition;
import io.cdpsim.runtime.graph.GraphExec;
import io.cdpsim.runtime.graph.GraphNode;
import io.cdpsim.runtime.graph.GraphNodeType;
import io.cdpsim.runtime.graph.GraphWork;
import io.cdpsim.runtime.host.GraphCapture;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Graphs: their nodes, captures of streams, instantiation, updates and launches. */
final class GraphCalls {
    private static final int FOR_DEVICE = 4;
    private static final int UPLOAD = 2;
    private static final int AUTO_FREE = 1;

    /** {@code cudaMemcpyDefault}. */
    private static final long COPY_DEFAULT = 4;

    /** By the numbers of {@code cudaStreamCaptureMode}. */
    private static final List<CaptureMode> CAPTURE_MODES =
            List.of(CaptureMode.GLOBAL, CaptureMode.THREAD_LOCAL, CaptureMode.RELAXED);

    private final SimulatedProgram program;
    private final Host host;
    private final GraphHandles handles = new GraphHandles();
    private final Map<Long, GraphExec> execs = new HashMap<>();
    private final IdentityHashMap<GraphNode, Long> functionOf = new IdentityHashMap<>();
    private final IdentityHashMap<GraphNode, Long> eventOf = new IdentityHashMap<>();
    private final IdentityHashMap<GraphWork, long[]> argumentsOf = new IdentityHashMap<>();
    private final Map<Long, GraphCondition> conditions = new HashMap<>();
    private final Set<GraphExec> freesOnLaunch = new HashSet<>();
    private final Set<GraphCondition> conditionsInUse = new HashSet<>();
    private final IdentityHashMap<Graph, GraphExec> onlyExecs = new IdentityHashMap<>();
    private final Map<GraphExec, Integer> outstanding = new HashMap<>();
    private final UserObjects objects;

    GraphCalls(SimulatedProgram program) {
        this.program = program;
        host = program.host();
        objects = new UserObjects((destructor, pointer) ->
                program.due(new SimulatedProgram.Callback(destructor, pointer, 0, 0, 0, new byte[0], () -> {})));
    }

    void addTo(CallTable calls) {
        calls.add("cudaGraphCreate", (in, thread) -> handle(handles.add(new Graph())));
        calls.add("cudaGraphDestroy", (in, thread) -> {
            long handle = in.quad();
            Graph graph = graph(handle);
            if (graph.isEmbedded()) {
                throw new CudaException(
                        CudaError.INVALID_VALUE,
                        "a graph inside a node belongs to that node; destroy the node or the graph around it");
            }
            handles.remove(handle);
            graph.nodes().forEach(this::forget);
            objects.releaseAll(graph);
            return CallReply.OK;
        });
        calls.add("cudaGraphClone", (in, thread) -> {
            Graph graph = graph(in.quad());
            refuseUnique(graph, "cloned");
            Graph copy = graph.copy();
            objects.copy(graph, copy);
            return handle(handles.add(copy));
        });
        calls.add("cudaGraphRetainUserObject", (in, thread) -> {
            Graph graph = graph(in.quad());
            objects.retain(graph, in.quad(), in.unsignedWord(), in.word() != 0);
            return CallReply.OK;
        });
        calls.add("cudaGraphReleaseUserObject", (in, thread) -> {
            Graph graph = graph(in.quad());
            objects.release(graph, in.quad(), in.unsignedWord());
            return CallReply.OK;
        });
        objects.addTo(calls);
        addNodes(calls);
        addQueries(calls);
        addExecutables(calls);
        addCaptures(calls);
        addConditions(calls);
        addMemory(calls);
        addAttributes(calls);
    }

    /** Whether a graph can neither be cloned nor be a child graph. */
    private static boolean isUnique(Graph graph) {
        return graph.contains(each -> each instanceof GraphWork.Conditional || isMemory(each));
    }

    private static boolean isMemory(GraphWork work) {
        return work.type() == GraphNodeType.MEMORY_ALLOCATION || work.type() == GraphNodeType.MEMORY_FREE;
    }

    /** Whether a graph with this work has at most one executable graph at a time. */
    private static boolean allowsOneExec(GraphWork work) {
        return work instanceof GraphWork.Conditional
                || isMemory(work)
                || (work instanceof GraphWork.Launch launch && launch.deviceNode() != 0);
    }

    private static boolean holds(GraphWork work, Graph graph) {
        return work instanceof GraphWork.Nested nested && nested.graph() == graph;
    }

    private static void refuseUnique(Graph graph, String what) {
        if (isUnique(graph)) {
            throw new CudaException(
                    CudaError.INVALID_VALUE,
                    "a graph with conditional, allocation or free nodes cannot be " + what + "; build it again");
        }
    }

    private void addConditions(CallTable calls) {
        calls.add("cudaGraphConditionalHandleCreate", (in, thread) -> {
            Graph graph = graph(in.quad());
            int value = in.word();
            GraphCondition condition = host.graphs().condition(graph, value, (in.word() & 1) != 0);
            conditions.put(condition.handle(), condition);
            return handle(condition.handle());
        });
        calls.add("cudaGraphAddConditionalNode", (in, thread) -> {
            Graph graph = graph(in.quad());
            List<GraphNode> dependencies = dependencies(in);
            GraphCondition condition = conditions.get(in.quad());
            int kind = in.word();
            int size = in.word();
            List<GraphWork.Conditional.Kind> kinds = List.of(GraphWork.Conditional.Kind.values());
            boolean fits = kind >= 0
                    && kind < kinds.size()
                    && size > 0
                    && switch (kinds.get(kind)) {
                        case IF -> size <= 2;
                        case WHILE -> size == 1;
                        case SWITCH -> true;
                    };
            if (condition == null || !fits || !conditionsInUse.add(condition)) {
                return ErrorCode.reply(ErrorCode.INVALID_VALUE);
            }
            List<Graph> bodies = Stream.generate(Graph::new).limit(size).toList();
            GraphNode node = graph.add(new GraphWork.Conditional(condition, kinds.get(kind), bodies), dependencies);
            CallResults results = new CallResults().quad(handles.of(node));
            bodies.forEach(body -> results.quad(handles.add(body)));
            return CallReply.of(results);
        });
    }

    private static void refuseEmbedded(Graph graph) {
        if (graph.isEmbedded()) {
            throw new CudaException(
                    CudaError.INVALID_VALUE,
                    "a graph inside a node takes no allocation or free nodes; add them before it is moved there");
        }
    }

    private void addMemory(CallTable calls) {
        calls.add("cudaGraphAddMemAllocNode", (in, thread) -> {
            Graph graph = graph(in.quad());
            refuseEmbedded(graph);
            List<GraphNode> dependencies = dependencies(in);
            GraphWork work = program.graphMemory().allocation(in.quad());
            GraphNode node = graph.add(work, dependencies);
            return CallReply.of(new CallResults()
                    .quad(handles.of(node))
                    .quad(Objects.requireNonNull(program.graphMemory().of(work)).address()));
        });
        calls.add("cudaGraphAddMemFreeNode", (in, thread) -> {
            Graph graph = graph(in.quad());
            refuseEmbedded(graph);
            List<GraphNode> dependencies = dependencies(in);
            return handle(graph.add(program.graphMemory().free(graph, in.quad()), dependencies));
        });
        calls.add("cudaGraphMemAllocNodeGetParams", (in, thread) -> {
            GraphMemory.Allocation of = program.graphMemory().of(node(in.quad()).work());
            return of == null
                    ? ErrorCode.reply(ErrorCode.INVALID_VALUE)
                    : CallReply.of(new CallResults().quad(of.address()).quad(of.bytes()));
        });
        calls.add("cudaGraphMemFreeNodeGetParams", (in, thread) -> {
            GraphMemory.Allocation of = program.graphMemory().of(node(in.quad()).work());
            return of == null ? ErrorCode.reply(ErrorCode.INVALID_VALUE) : handle(of.address());
        });
        calls.add("cudaDeviceGraphMemTrim", (in, thread) -> {
            program.graphMemory().trim();
            return CallReply.OK;
        });
        calls.add("cudaDeviceGetGraphMemAttribute", (in, thread) -> {
            in.word();
            Long value = program.graphMemory().attribute(in.word());
            return value == null ? ErrorCode.reply(ErrorCode.INVALID_VALUE) : handle(value);
        });
        calls.add("cudaDeviceSetGraphMemAttribute", (in, thread) -> {
            in.word();
            return program.graphMemory().resetHigh(in.word()) ? CallReply.OK : ErrorCode.reply(ErrorCode.INVALID_VALUE);
        });
    }

    private void addAttributes(CallTable calls) {
        calls.add("@updatableNode", (in, thread) -> {
            GraphNode node = node(in.quad());
            // A node stays updatable.
            if (!(node.work() instanceof GraphWork.Launch launch) || in.word() != 1) {
                return ErrorCode.reply(ErrorCode.INVALID_VALUE);
            }
            GraphWork.Launch updatable =
                    launch.deviceNode() == 0 ? host.graphs().updatable(launch) : launch;
            node.work(updatable);
            return handle(updatable.deviceNode());
        });
        calls.add("cudaGraphKernelNodeSetAttribute", (in, thread) -> {
            GraphNode node = node(in.quad());
            int attribute = in.word();
            byte[] value = in.bytes();
            if (!(node.work() instanceof GraphWork.Launch launch)) {
                return ErrorCode.reply(ErrorCode.INVALID_VALUE);
            }
            if (attribute == LaunchAttributes.COOPERATIVE) {
                node.work(host.graphs().checked(launch.asCooperative(value[0] != 0)));
            } else if (attribute == LaunchAttributes.CLUSTER_DIMENSION) {
                node.work(host.graphs().checked(launch.inClusters(LaunchAttributes.cluster(value))));
            }
            return CallReply.OK;
        });
        calls.add("cudaGraphKernelNodeGetAttribute", (in, thread) -> {
            GraphNode node = node(in.quad());
            int attribute = in.word();
            if (!(node.work() instanceof GraphWork.Launch launch)) {
                return ErrorCode.reply(ErrorCode.INVALID_VALUE);
            }
            CallResults value = new CallResults();
            if (attribute == LaunchAttributes.CLUSTER_DIMENSION) {
                ClusterShape cluster = launch.shape().cluster();
                value.word((int) cluster.x()).word((int) cluster.y()).word((int) cluster.z());
            } else {
                value.word(attribute == LaunchAttributes.COOPERATIVE && launch.cooperative() ? 1 : 0);
            }
            return CallReply.of(value);
        });
        calls.add("cudaGraphKernelNodeCopyAttributes", (in, thread) -> {
            GraphNode from = node(in.quad());
            GraphNode to = node(in.quad());
            if (!(from.work() instanceof GraphWork.Launch source)
                    || !(to.work() instanceof GraphWork.Launch target)
                    || source.deviceNode() != 0
                    || target.deviceNode() != 0) {
                return ErrorCode.reply(ErrorCode.INVALID_VALUE);
            }
            to.work(host.graphs()
                    .checked(target.asCooperative(source.cooperative())
                            .inClusters(source.shape().cluster())));
            return CallReply.OK;
        });
    }

    private void addNodes(CallTable calls) {
        calls.add("cudaGraphAddKernelNode", (in, thread) -> {
            Graph graph = graph(in.quad());
            List<GraphNode> dependencies = dependencies(in);
            long function = in.quad();
            GraphNode node = graph.add(kernel(function, in), dependencies);
            functionOf.put(node, function);
            return handle(node);
        });
        addNode(calls, "cudaGraphAddMemcpyNode", this::copy);
        addNode(calls, "cudaGraphAddMemcpyNodeSymbol", this::symbolCopy);
        addNode(calls, "cudaGraphAddMemsetNode", this::fill);
        addNode(calls, "cudaGraphAddHostNode", this::hostFunction);
        addNode(calls, "cudaGraphAddEmptyNode", in -> new GraphWork.Empty());
        calls.add("cudaGraphAddChildGraphNode", (in, thread) -> {
            Graph graph = graph(in.quad());
            List<GraphNode> dependencies = dependencies(in);
            Graph child = graph(in.quad());
            boolean moves = in.word() != 0;
            if (child == graph || (moves && (child.isEmbedded() || child.contains(each -> holds(each, graph))))) {
                throw new CudaException(
                        CudaError.INVALID_VALUE,
                        "a graph cannot be inside itself or in two graphs; clone it with cudaGraphClone");
            }
            if (!moves) {
                refuseUnique(child, "a child graph unless it moves to its parent");
            }
            return handle(graph.add(new GraphWork.Nested(moves ? child : child.copy()), dependencies));
        });
        calls.add("@ports", (in, thread) -> {
            GraphNode node = node(in.quad());
            GraphHandles.ports(dependencies(in), in)
                    .forEach((each, port) -> node.graph().changePort(each, node, port));
            return CallReply.OK;
        });
        calls.add("cudaGraphAddEventNode", (in, thread) -> {
            Graph graph = graph(in.quad());
            List<GraphNode> dependencies = dependencies(in);
            boolean waits = in.word() != 0;
            long handle = in.quad();
            GraphNode node = graph.add(event(waits, handle), dependencies);
            eventOf.put(node, handle);
            return handle(node);
        });
        calls.add("cudaGraphEventNodeSetEvent", (in, thread) -> {
            GraphNode node = node(in.quad());
            boolean waits = in.word() != 0;
            long handle = in.quad();
            if (node.work().type() != eventType(waits)) {
                return ErrorCode.reply(ErrorCode.INVALID_VALUE);
            }
            eventOf.put(node, handle);
            return changed(node, event(waits, handle));
        });
        calls.add("cudaGraphAddDependencies", (in, thread) -> {
            handles.edges(in, (from, to, port) -> from.graph().addDependency(from, to, port));
            return CallReply.OK;
        });
        calls.add("cudaGraphRemoveDependencies", (in, thread) -> {
            handles.edges(in, (from, to, port) -> from.graph().removeDependency(from, to));
            return CallReply.OK;
        });
        calls.add("cudaGraphDestroyNode", (in, thread) -> {
            GraphNode node = node(in.quad());
            node.graph().remove(node);
            forget(node);
            return CallReply.OK;
        });
    }

    private static GraphNodeType eventType(boolean waits) {
        return waits ? GraphNodeType.WAIT_EVENT : GraphNodeType.EVENT_RECORD;
    }

    private GraphWork event(boolean waits, long handle) {
        EventHandle event = program.event(handle);
        if (!waits) {
            event.recorded();
        }
        return waits ? host.graphs().waitFor(event.event()) : host.graphs().record(event.event());
    }

    private void addNode(CallTable calls, String name, Function<CallArguments, GraphWork> work) {
        calls.add(name, (in, thread) -> {
            Graph graph = graph(in.quad());
            List<GraphNode> dependencies = dependencies(in);
            return handle(graph.add(work.apply(in), dependencies));
        });
    }

    private void addChange(CallTable calls, String name, Function<CallArguments, GraphWork> work) {
        calls.add(name, (in, thread) -> {
            GraphExec exec = exec(in.quad());
            GraphNode node = node(in.quad());
            GraphWork changed = exec.changed(node, work.apply(in));
            exec.change(
                    node,
                    changed instanceof GraphWork.Launch launch ? host.graphs().checked(launch) : changed);
            return CallReply.OK;
        });
    }

    private void addQueries(CallTable calls) {
        calls.add(
                "cudaGraphNodeGetType",
                (in, thread) -> CallReply.of(
                        new CallResults().word(node(in.quad()).work().type().number())));
        calls.add(
                "cudaGraphGetNodes",
                (in, thread) -> handles.reply(graph(in.quad()).nodes()));
        calls.add(
                "cudaGraphGetRootNodes",
                (in, thread) -> handles.reply(graph(in.quad()).roots()));
        calls.add("cudaGraphGetEdges", (in, thread) -> {
            return handles.reply(graph(in.quad()));
        });
        calls.add("cudaGraphNodeGetDependencies", (in, thread) -> {
            GraphNode node = node(in.quad());
            return handles.reply(node.dependencies(), node::port);
        });
        calls.add("cudaGraphNodeGetDependentNodes", (in, thread) -> {
            GraphNode node = node(in.quad());
            return handles.reply(node.graph().dependents(node), each -> each.port(node));
        });
        calls.add("cudaGraphNodeFindInClone", (in, thread) -> {
            GraphNode original = node(in.quad());
            for (GraphNode each : graph(in.quad()).nodes()) {
                if (each.original() == original) {
                    return handle(each);
                }
            }
            return ErrorCode.reply(ErrorCode.INVALID_VALUE);
        });
        calls.add("cudaGraphChildGraphNodeGetGraph", (in, thread) -> {
            if (node(in.quad()).work() instanceof GraphWork.Nested nested) {
                return handle(handles.of(nested.graph()));
            }
            return ErrorCode.reply(ErrorCode.INVALID_VALUE);
        });
        calls.add("cudaGraphEventNodeGetEvent", (in, thread) -> {
            GraphNode node = node(in.quad());
            Long event = node.work().type() == eventType(in.word() != 0) ? eventOf.get(node) : null;
            return event == null ? ErrorCode.reply(ErrorCode.INVALID_VALUE) : handle(event);
        });
        calls.add(
                "cudaGraphDebugDotPrint",
                (in, thread) -> CallReply.of(
                        new CallResults().raw(graph(in.quad()).dot().getBytes(StandardCharsets.UTF_8))));
        calls.add("cudaGraphKernelNodeGetParams", (in, thread) -> {
            GraphNode node = node(in.quad());
            if (!(node.work() instanceof GraphWork.Launch launch)) {
                return ErrorCode.reply(ErrorCode.INVALID_VALUE);
            }
            LaunchShape shape = launch.shape();
            // A captured launch has named its kernel itself, and so has the original of a copy.
            long function = functionOf.getOrDefault(node, program.modules().address(launch.kernel()));
            return CallReply.of(new CallResults()
                    .quad(function)
                    .word((int) shape.gridX())
                    .word((int) shape.gridY())
                    .word((int) shape.gridZ())
                    .word((int) shape.blockX())
                    .word((int) shape.blockY())
                    .word((int) shape.blockZ())
                    .word((int) shape.dynamicSharedBytes())
                    .raw(launch.parameters()));
        });
        calls.add("cudaGraphKernelNodeSetParams", (in, thread) -> {
            GraphNode node = node(in.quad());
            long function = in.quad();
            changed(node, kernel(function, in));
            functionOf.put(node, function);
            return CallReply.OK;
        });
        for (String name :
                List.of("cudaGraphMemcpyNodeGetParams", "cudaGraphMemsetNodeGetParams", "cudaGraphHostNodeGetParams")) {
            calls.add(name, (in, thread) -> {
                long[] arguments = argumentsOf.get(node(in.quad()).work());
                if (arguments == null) {
                    return ErrorCode.reply(ErrorCode.INVALID_VALUE);
                }
                CallResults results = new CallResults();
                for (long each : arguments) {
                    results.quad(each);
                }
                return CallReply.of(results);
            });
        }
        calls.add("cudaGraphMemcpyNodeSetParamsSymbol", (in, thread) -> changed(node(in.quad()), symbolCopy(in)));
        calls.add("cudaGraphMemcpyNodeSetParams", (in, thread) -> changed(node(in.quad()), copy(in)));
        calls.add("cudaGraphMemsetNodeSetParams", (in, thread) -> changed(node(in.quad()), fill(in)));
        calls.add("cudaGraphHostNodeSetParams", (in, thread) -> changed(node(in.quad()), hostFunction(in)));
    }

    private CallReply changed(GraphNode node, GraphWork work) {
        if (node.work().type() != work.type()) {
            return ErrorCode.reply(ErrorCode.INVALID_VALUE);
        }
        node.work(
                work instanceof GraphWork.Launch after && node.work() instanceof GraphWork.Launch before
                        ? host.graphs().checked(after.withAttributesOf(before))
                        : work);
        return CallReply.OK;
    }

    private void addExecutables(CallTable calls) {
        calls.add("cudaGraphInstantiate", (in, thread) -> {
            Graph graph = graph(in.quad());
            long flags = in.quad();
            HostStream uploads = program.stream(in.quad(), thread);
            boolean forDevice = (flags & FOR_DEVICE) != 0;
            boolean isTaken = graph.contains(GraphCalls::allowsOneExec) && execs.containsValue(onlyExecs.get(graph));
            if (isTaken || graph.isEmbedded() || (forDevice && (flags & AUTO_FREE) != 0)) {
                return new CallReply.Done(
                        ErrorCode.INVALID_VALUE,
                        new CallResults()
                                .quad(0)
                                .word(GraphExec.Refusal.ERROR.number())
                                .quad(0)
                                .bytes());
            }
            int result = GraphExec.refusal(graph, forDevice).number();
            if (result != 0) {
                GraphNode refused = GraphExec.refusedNode(graph, forDevice);
                return new CallReply.Done(
                        ErrorCode.INVALID_VALUE,
                        new CallResults()
                                .quad(0)
                                .word(result)
                                .quad(refused == null ? 0 : handles.of(refused))
                                .bytes());
            }
            GraphExec exec = host.graphs().instantiate(graph, forDevice);
            execs.put(exec.handle(), exec);
            onlyExecs.put(graph, exec);
            objects.copy(graph, exec);
            if ((flags & AUTO_FREE) != 0) {
                freesOnLaunch.add(exec);
            }
            if ((flags & UPLOAD) != 0) {
                host.graphs().upload(exec, uploads);
            }
            return CallReply.of(new CallResults().quad(exec.handle()).word(0).quad(0));
        });
        calls.add("cudaGraphExecDestroy", (in, thread) -> {
            GraphExec exec = execs.remove(in.quad());
            if (exec == null) {
                return ErrorCode.reply(ErrorCode.INVALID_VALUE);
            }
            host.graphs().destroy(exec);
            if (outstanding.getOrDefault(exec, 0) == 0) {
                objects.releaseAll(exec);
            }
            return CallReply.OK;
        });
        calls.add("cudaGraphLaunch", (in, thread) -> {
            GraphExec exec = exec(in.quad());
            long stream = in.quad();
            if (host.graphs().capture(program.stream(stream, thread)) == null) {
                program.graphMemory().launched(exec.graph(), freesOnLaunch.contains(exec));
            }
            host.setDevice(program.deviceOfStream(stream));
            try {
                outstanding.merge(exec, 1, Integer::sum);
                host.graphs().launch(exec, program.stream(stream, thread), () -> completed(exec));
            } finally {
                host.setDevice(thread.device());
            }
            return CallReply.OK;
        });
        calls.add("cudaGraphUpload", (in, thread) -> {
            GraphExec exec = exec(in.quad());
            host.graphs().upload(exec, program.stream(in.quad(), thread));
            return CallReply.OK;
        });
        calls.add(
                "cudaGraphExecGetFlags",
                (in, thread) ->
                        CallReply.of(new CallResults().quad(exec(in.quad()).isForDevice() ? FOR_DEVICE : 0)));
        calls.add("cudaGraphExecUpdate", (in, thread) -> {
            GraphExec exec = exec(in.quad());
            GraphExec.UpdateResult result = exec.update(graph(in.quad()));
            CallResults results = new CallResults()
                    .word(result.number())
                    .quad(result.node() == null ? 0 : handles.of(result.node()))
                    .quad(result.from() == null ? 0 : handles.of(result.from()));
            int error = result.isSuccess() ? 0 : CudaError.GRAPH_EXEC_UPDATE_FAILURE.code();
            return new CallReply.Done(error, results.bytes());
        });
        addChange(calls, "cudaGraphExecKernelNodeSetParams", in -> kernel(in.quad(), in));
        addChange(calls, "cudaGraphExecMemcpyNodeSetParams", this::copy);
        addChange(calls, "cudaGraphExecMemcpyNodeSetParamsSymbol", this::symbolCopy);
        addChange(calls, "cudaGraphExecMemsetNodeSetParams", this::fill);
        addChange(calls, "cudaGraphExecHostNodeSetParams", this::hostFunction);
        addChange(calls, "cudaGraphExecEventNodeSetEvent", in -> event(in.word() != 0, in.quad()));
        calls.add("cudaGraphExecChildGraphNodeSetParams", (in, thread) -> {
            GraphExec exec = exec(in.quad());
            GraphNode node = node(in.quad());
            return exec.updateNested(node, graph(in.quad())).isSuccess()
                    ? CallReply.OK
                    : ErrorCode.reply(ErrorCode.INVALID_VALUE);
        });
        calls.add("cudaGraphNodeSetEnabled", (in, thread) -> {
            GraphExec exec = exec(in.quad());
            GraphNode node = node(in.quad());
            exec.enable(node, in.word() != 0);
            return CallReply.OK;
        });
        calls.add("cudaGraphNodeGetEnabled", (in, thread) -> {
            GraphExec exec = exec(in.quad());
            return CallReply.of(new CallResults().word(exec.isEnabled(node(in.quad())) ? 1 : 0));
        });
    }

    private void completed(GraphExec exec) {
        if (outstanding.merge(exec, -1, Integer::sum) == 0 && execs.get(exec.handle()) != exec) {
            objects.releaseAll(exec);
        }
    }

    private void addCaptures(CallTable calls) {
        calls.add("cudaThreadExchangeStreamCaptureMode", (in, thread) -> {
            CaptureMode before = thread.captures().exchange(mode(in));
            return CallReply.of(new CallResults().word(CAPTURE_MODES.indexOf(before)));
        });
        calls.add("cudaStreamBeginCapture", (in, thread) -> {
            HostStream stream = program.stream(in.quad(), thread);
            host.graphs().beginCapture(stream, mode(in), thread.captures(), new Graph(), List.of(), Map.of());
            return CallReply.OK;
        });
        calls.add("cudaStreamBeginCaptureToGraph", (in, thread) -> {
            HostStream stream = program.stream(in.quad(), thread);
            Graph graph = graph(in.quad());
            List<GraphNode> dependencies = dependencies(in);
            CaptureMode mode = mode(in);
            host.graphs()
                    .beginCapture(
                            stream, mode, thread.captures(), graph, dependencies, GraphHandles.ports(dependencies, in));
            return CallReply.OK;
        });
        calls.add("cudaStreamEndCapture", (in, thread) -> {
            Graph graph = host.graphs().endCapture(program.stream(in.quad(), thread), thread.captures());
            return handle(handles.of(graph));
        });
        calls.add("@captureDependencies", (in, thread) -> {
            HostStream stream = program.stream(in.quad(), thread);
            return handles.reply(
                    host.graphs().captureDependencies(stream),
                    each -> host.graphs().capturePort(stream, each));
        });
        calls.add("cudaStreamUpdateCaptureDependencies", (in, thread) -> {
            HostStream stream = program.stream(in.quad(), thread);
            List<GraphNode> dependencies = dependencies(in);
            boolean replaces = in.word() != 0;
            host.graphs().captureDependencies(stream, dependencies, GraphHandles.ports(dependencies, in), replaces);
            return CallReply.OK;
        });
        calls.add(
                "cudaStreamIsCapturing",
                (in, thread) -> CallReply.of(new CallResults().word(status(program.stream(in.quad(), thread)))));
        calls.add("cudaStreamGetCaptureInfo", (in, thread) -> {
            HostStream stream = program.stream(in.quad(), thread);
            GraphCapture capture = host.graphs().capture(stream);
            return CallReply.of(new CallResults()
                    .word(status(stream))
                    .quad(capture == null ? 0 : capture.id())
                    .quad(capture == null ? 0 : handles.of(capture.graph())));
        });
    }

    private static CaptureMode mode(CallArguments in) {
        int mode = in.word();
        if (mode < 0 || mode >= CAPTURE_MODES.size()) {
            throw new CudaException(CudaError.INVALID_VALUE, mode + " is not a capture mode; they are 0, 1 and 2");
        }
        return CAPTURE_MODES.get(mode);
    }

    private int status(HostStream stream) {
        return switch (host.graphs().captureStatus(stream)) {
            case NONE -> 0;
            case ACTIVE -> 1;
            case INVALIDATED -> 2;
        };
    }

    private GraphWork kernel(long function, CallArguments in) {
        Kernel kernel = program.modules().kernel(function);
        long gridX = in.unsignedWord();
        long gridY = in.unsignedWord();
        long gridZ = in.unsignedWord();
        long blockX = in.unsignedWord();
        long blockY = in.unsignedWord();
        long blockZ = in.unsignedWord();
        LaunchShape shape = new LaunchShape(gridX, gridY, gridZ, blockX, blockY, blockZ, in.unsignedWord());
        return host.graphs().kernelWithBuffer(kernel, shape, in.bytes());
    }

    /** A copy of rows, and the {@code cudaMemcpy3DParms} that it was described by, empty for one of bytes. */
    private GraphWork copy(CallArguments in) {
        long to = in.quad();
        long toPitch = in.quad();
        long from = in.quad();
        long fromPitch = in.quad();
        long width = in.quad();
        long height = in.quad();
        byte[] box = in.bytes();
        return described(
                program.programCopy(to, toPitch, from, fromPitch, width, height),
                box.length == 0 ? box(to, from, width) : longs(box));
    }

    private static long[] longs(byte[] box) {
        long[] longs = new long[box.length / Long.BYTES];
        ByteBuffer.wrap(box).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(longs);
        return longs;
    }

    /** The {@code cudaMemcpy3DParms} of a copy of bytes: array, position and pitched pointer of the source, of the destination, extent, kind. */
    private static long[] box(long to, long from, long bytes) {
        return new long[] {0, 0, 0, 0, from, bytes, bytes, 1, 0, 0, 0, 0, to, bytes, bytes, 1, bytes, 1, 1, COPY_DEFAULT
        };
    }

    /** Keeps the arguments of work, for the queries of its node. */
    private GraphWork described(GraphWork work, long... arguments) {
        argumentsOf.put(work, arguments);
        return work;
    }

    private GraphWork symbolCopy(CallArguments in) {
        boolean toSymbol = in.word() != 0;
        DeviceVariable variable = program.modules().variable(in.quad());
        long other = in.quad();
        long bytes = in.quad();
        long offset = in.quad();
        if (offset < 0 || bytes < 0 || offset > variable.bytes() - bytes) {
            throw new CudaException(CudaError.INVALID_VALUE, "a copy beyond the end of " + variable.name());
        }
        long symbol = variable.address() + offset;
        long to = toSymbol ? symbol : other;
        long from = toSymbol ? other : symbol;
        return described(program.programCopy(to, bytes, from, bytes, bytes, 1), box(to, from, bytes));
    }

    /** A fill of elements of 1, 2 or 4 bytes. */
    private GraphWork fill(CallArguments in) {
        long to = in.quad();
        long pitch = in.quad();
        int value = in.word();
        int elementBytes = in.word();
        long width = in.quad();
        long height = in.quad();
        boolean isElement = elementBytes == 1 || elementBytes == 2 || elementBytes == 4;
        if (!isElement || to % elementBytes != 0 || width <= 0 || height <= 0) {
            throw new CudaException(
                    CudaError.INVALID_VALUE,
                    "a fill has aligned elements of 1, 2 or 4 bytes, and at least one; correct its parameters");
        }
        int word = switch (elementBytes) {
            case 1 -> (value & 0xFF) * 0x0101_0101;
            case 2 -> (value & 0xFFFF) * 0x1_0001;
            default -> value;
        };
        return described(
                host.graphs().fill(to, pitch, word, width * elementBytes, height),
                to,
                pitch,
                value,
                elementBytes,
                width,
                height);
    }

    private GraphWork hostFunction(CallArguments in) {
        long function = in.quad();
        long data = in.quad();
        return described(
                host.graphs()
                        .hostFunction(done ->
                                program.due(new SimulatedProgram.Callback(function, data, 0, 0, 0, new byte[0], done))),
                function,
                data);
    }

    private GraphExec exec(long handle) {
        GraphExec exec = execs.get(handle);
        if (exec == null) {
            throw new CudaException(
                    CudaError.INVALID_VALUE, "0x" + Long.toHexString(handle) + " is not an executable graph");
        }
        return exec;
    }

    private void forget(GraphNode node) {
        if (node.work() instanceof GraphWork.Nested nested) {
            handles.forget(nested.graph()).forEach(this::forget);
        } else if (node.work() instanceof GraphWork.Conditional conditional) {
            conditional.bodies().forEach(body -> handles.forget(body).forEach(this::forget));
        }
        handles.forget(node);
        functionOf.remove(node);
        eventOf.remove(node);
    }

    private CallReply handle(GraphNode node) {
        return GraphHandles.reply(handles.of(node));
    }

    private static CallReply handle(long handle) {
        return GraphHandles.reply(handle);
    }

    private Graph graph(long handle) {
        return handles.graph(handle);
    }

    private GraphNode node(long handle) {
        return handles.node(handle);
    }

    private List<GraphNode> dependencies(CallArguments in) {
        return handles.dependencies(in);
    }
}
