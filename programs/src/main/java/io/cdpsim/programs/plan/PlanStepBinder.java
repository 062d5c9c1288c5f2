package io.cdpsim.programs.plan;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.programs.plan.script.LaunchArgument;
import io.cdpsim.programs.plan.script.Plan.PositionedName;
import io.cdpsim.programs.plan.script.PlanStep;
import io.cdpsim.programs.ptx.DeviceVariable;
import io.cdpsim.programs.ptx.LoadedPtx;
import io.cdpsim.programs.ptx.MemoryElements;
import io.cdpsim.programs.ptx.ParameterBuffer;
import io.cdpsim.runtime.graph.Graph;
import io.cdpsim.runtime.graph.GraphExec;
import io.cdpsim.runtime.graph.GraphNode;
import io.cdpsim.runtime.graph.GraphWork;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import io.cdpsim.workloads.yaml.FilePosition;
import io.cdpsim.workloads.yaml.YamlFields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Resolves the names in the steps of a plan, in the program and among the buffers, so that every mismatch is found before anything runs. */
final class PlanStepBinder {
    private final LoadedPtx program;
    private final Host host;
    private final PlanBuffers buffers;
    private final Map<String, HostStream> streams = new HashMap<>();
    private final Map<String, GraphExec> graphs = new HashMap<>();

    PlanStepBinder(LoadedPtx program, Host host, PlanBuffers buffers) {
        this.program = program;
        this.host = host;
        this.buffers = buffers;
    }

    /** An executable step. @throws io.cdpsim.workloads.InvalidInputException if it does not fit */
    BoundStep bound(PlanStep step) {
        if (step instanceof PlanStep.Launch launch) {
            return launch(launch);
        } else if (step instanceof PlanStep.LaunchGraph graph) {
            return graph(graph);
        } else if (step instanceof PlanStep.Copy copy) {
            return copy(copy);
        } else if (step instanceof PlanStep.Fill fill) {
            return fill(fill);
        } else if (step instanceof PlanStep.SetVariable set) {
            return set(set);
        } else if (step instanceof PlanStep.ReadVariable read) {
            return read(read);
        } else if (step instanceof PlanStep.Synchronize synchronize) {
            return synchronize(synchronize);
        }
        return limit((PlanStep.SetLimit) step);
    }

    private BoundStep launch(PlanStep.Launch launch) {
        Kernel kernel = kernel(launch.kernel());
        HostStream stream = stream(launch.stream());
        byte[] bytes = parameters(kernel, launch);
        return new BoundStep(launch.place(), "the launch of " + launch.kernel().text(), launch.expectedError(), () -> {
            host.launch(kernel, launch.shape(), stream, bytes);
            return CudaError.SUCCESS;
        });
    }

    private BoundStep graph(PlanStep.LaunchGraph step) {
        HostStream stream = stream(step.stream());
        Graph graph = new Graph();
        List<GraphNode> nodes = new ArrayList<>();
        for (PlanStep.GraphNodeSpec each : step.nodes()) {
            Kernel kernel = kernel(each.launch().kernel());
            try {
                GraphWork work = host.graphs()
                        .kernelWithBuffer(kernel, each.launch().shape(), parameters(kernel, each.launch()));
                nodes.add(graph.add(work, each.after().stream().map(nodes::get).toList()));
            } catch (CudaException e) {
                throw each.launch().place().problem(String.valueOf(e.getMessage()));
            }
        }
        GraphExec exec = instantiated(step, graph);
        step.name().ifPresent(name -> graphs.put(name.text(), exec));
        return new BoundStep(
                step.place(),
                "the " + (step.isLaunched() ? "launch" : "upload") + " of a graph",
                step.expectedError(),
                () -> {
                    if (step.isLaunched()) {
                        host.graphs().launch(exec, stream);
                    } else {
                        host.graphs().upload(exec, stream);
                    }
                    return CudaError.SUCCESS;
                });
    }

    private GraphExec instantiated(PlanStep.LaunchGraph step, Graph graph) {
        try {
            return host.graphs().instantiate(graph, step.isForDevice());
        } catch (CudaException e) {
            throw step.place().problem(String.valueOf(e.getMessage()));
        }
    }

    private byte[] parameters(Kernel kernel, PlanStep.Launch launch) {
        ParameterBuffer parameters;
        try {
            parameters = new ParameterBuffer(kernel, launch.arguments().size());
        } catch (IllegalArgumentException e) {
            throw launch.place().problem(String.valueOf(e.getMessage()));
        }
        for (int i = 0; i < launch.arguments().size(); i++) {
            LaunchArgument argument = launch.arguments().get(i);
            try {
                put(parameters, i, argument);
            } catch (IllegalArgumentException e) {
                throw argument.place().problem(String.valueOf(e.getMessage()));
            }
        }
        return parameters.bytes();
    }

    private void put(ParameterBuffer parameters, int index, LaunchArgument argument) {
        if (argument instanceof LaunchArgument.Value value) {
            parameters.put(index, value.number());
        } else if (argument instanceof LaunchArgument.Address address) {
            parameters.putAddress(index, buffers.address(address));
        } else if (argument instanceof LaunchArgument.Variable variable) {
            parameters.putAddress(index, variable(variable.name()).address());
        } else if (argument instanceof LaunchArgument.Code code) {
            parameters.putAddress(index, host.kernelAddress(kernel(code.name())));
        } else if (argument instanceof LaunchArgument.GraphHandle graph) {
            parameters.putAddress(index, handle(graph.name()));
        } else if (argument instanceof LaunchArgument.Typed typed) {
            parameters.putTyped(index, typed.type(), typed.number());
        } else {
            parameters.put(index, ((LaunchArgument.Bytes) argument).bytes());
        }
    }

    private long handle(PositionedName name) {
        GraphExec exec = graphs.get(name.text());
        if (exec == null) {
            throw name.place()
                    .problem("no step before makes a graph '" + name.text() + "'"
                            + YamlFields.didYouMean(
                                    name.text(),
                                    graphs.keySet().stream().sorted().toList()));
        }
        return exec.handle();
    }

    private Kernel kernel(PositionedName name) {
        try {
            return program.kernel(name.text());
        } catch (IllegalArgumentException e) {
            throw name.place().problem(String.valueOf(e.getMessage()));
        }
    }

    /** A variable that the plan names. */
    DeviceVariable variable(PositionedName name) {
        try {
            return program.variable(name.text());
        } catch (IllegalArgumentException e) {
            throw name.place().problem(String.valueOf(e.getMessage()));
        }
    }

    private HostStream stream(Optional<PositionedName> name) {
        return name.map(each -> streams.computeIfAbsent(
                        each.text(), made -> made.equals("default") ? host.defaultStream() : host.createStream()))
                .orElseGet(host::defaultStream);
    }

    private BoundStep copy(PlanStep.Copy copy) {
        long from = buffers.address(copy.from());
        long to = buffers.address(copy.to());
        long bytes = copy.bytes().orElse(Math.min(buffers.bytesBehind(copy.from()), buffers.bytesBehind(copy.to())));
        HostStream stream = stream(copy.stream());
        return new BoundStep(copy.place(), "the copy", copy.expectedError(), () -> {
            host.memcpyAsync(to, from, bytes, stream);
            return CudaError.SUCCESS;
        });
    }

    private BoundStep fill(PlanStep.Fill fill) {
        long address = buffers.address(fill.buffer());
        long bytes = fill.bytes().orElse(buffers.bytesBehind(fill.buffer()));
        HostStream stream = stream(fill.stream());
        return new BoundStep(fill.place(), "the fill", fill.expectedError(), () -> {
            host.memsetAsync(address, fill.value(), bytes, stream);
            return CudaError.SUCCESS;
        });
    }

    private BoundStep set(PlanStep.SetVariable set) {
        DeviceVariable variable = variable(set.variable());
        byte[] bytes = bytes(variable, set);
        return new BoundStep(
                set.place(), "setting " + variable.name(), set.expectedError(), () -> set(variable, bytes));
    }

    private byte[] bytes(DeviceVariable variable, PlanStep.SetVariable set) {
        ValueType type = set.type().orElse(variable.type());
        List<LaunchArgument.Value> values = set.values();
        if ((long) values.size() * type.bytes() > variable.bytes()) {
            throw set.place()
                    .problem("found " + values.size() + " values of ." + MemoryElements.word(type) + ", but variable "
                            + variable.name() + " has " + variable.bytes() + " bytes");
        }
        byte[] bytes = new byte[values.size() * type.bytes()];
        for (int i = 0; i < values.size(); i++) {
            try {
                MemoryElements.put(
                        bytes,
                        i * type.bytes(),
                        type,
                        MemoryElements.bits(type, values.get(i).number()));
            } catch (IllegalArgumentException e) {
                throw values.get(i).place().problem(String.valueOf(e.getMessage()));
            }
        }
        return bytes;
    }

    private CudaError set(DeviceVariable variable, byte[] bytes) {
        if (bytes.length == 0) {
            return CudaError.SUCCESS;
        }
        if (variable.isConstant()) {
            int[] words = new int[bytes.length / Integer.BYTES];
            for (int i = 0; i < words.length; i++) {
                words[i] = (int) MemoryElements.get(bytes, i * Integer.BYTES, ValueType.S32);
            }
            host.memcpyToSymbol(variable.address(), words);
            int rest = words.length * Integer.BYTES;
            host.device().constants().write(variable.address() + rest, bytes, rest, bytes.length - rest);
            return CudaError.SUCCESS;
        }
        long staging = host.mallocHost(bytes.length);
        host.memory().write(staging, bytes, 0, bytes.length);
        host.memcpyAsync(variable.address(), staging, bytes.length, host.defaultStream());
        CudaError error = host.synchronize(host.defaultStream());
        host.free(staging);
        return error;
    }

    private BoundStep read(PlanStep.ReadVariable read) {
        DeviceVariable variable = variable(read.variable());
        long into = buffers.address(read.into());
        long bytes = Math.min(variable.bytes(), buffers.bytesBehind(read.into()));
        return new BoundStep(read.place(), "reading " + variable.name(), read.expectedError(), () -> {
            if (variable.isConstant()) {
                byte[] copied = new byte[(int) bytes];
                host.device().constants().read(variable.address(), copied, 0, copied.length);
                host.memory().write(into, copied, 0, copied.length);
                return CudaError.SUCCESS;
            }
            host.memcpyAsync(into, variable.address(), bytes, host.defaultStream());
            return host.synchronize(host.defaultStream());
        });
    }

    private BoundStep synchronize(PlanStep.Synchronize synchronize) {
        if (synchronize.stream().isPresent()) {
            PositionedName name = synchronize.stream().get();
            if (!name.text().equals("default") && !streams.containsKey(name.text())) {
                throw name.place()
                        .problem("no step before puts work into stream '" + name.text() + "'"
                                + YamlFields.didYouMean(
                                        name.text(),
                                        streams.keySet().stream().sorted().toList()));
            }
            HostStream stream = stream(synchronize.stream());
            return new BoundStep(
                    synchronize.place(),
                    "the synchronisation",
                    synchronize.expectedError(),
                    () -> host.synchronize(stream));
        }
        return new BoundStep(
                synchronize.place(), "the synchronisation", synchronize.expectedError(), host::synchronize);
    }

    private BoundStep limit(PlanStep.SetLimit limit) {
        return new BoundStep(
                limit.place(),
                "setting the limit " + limit.limit().word() + " to " + limit.value(),
                limit.expectedError(),
                () -> limit.limit().set(host, limit.value()));
    }

    /**
     * A checked step.
     *
     * @param place its position in the plan
     * @param what its effect, for messages
     * @param expectedError the error that the plan expects of it, if any
     * @param call executes it; may throw {@link io.cdpsim.runtime.version.CudaException}
     */
    record BoundStep(FilePosition place, String what, Optional<CudaError> expectedError, Supplier<CudaError> call) {}
}
