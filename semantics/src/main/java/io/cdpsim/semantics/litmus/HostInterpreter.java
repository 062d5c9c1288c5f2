package io.cdpsim.semantics.litmus;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusInstruction.StreamOperand;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import io.cdpsim.memory.litmus.ReadModifyWrite;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostEvent;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.launch.ParameterBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs the host's column of a test on the simulated host, statement by statement. */
final class HostInterpreter {
    /** A host that polls longer than this is not going to end. */
    private static final int MOST_STATEMENTS = 2_000;

    private static final double ACCESS_NANOS = 20;

    private final LitmusProgram program;
    private final TestKernels kernels;
    private final ExecutableGraphs graphs;
    private final VariableAddresses variables;
    private final Host host;
    private final RandomPauses pauses;
    private final int hostRecord;
    private final long[] registers;
    private final int[] repetitions;
    private final Map<String, HostStream> streams = new HashMap<>();
    private final Map<String, HostEvent> events = new HashMap<>();
    private int nextRecord = RecordLayout.RECORDS / 2;

    HostInterpreter(
            LitmusProgram program,
            TestKernels kernels,
            ExecutableGraphs graphs,
            VariableAddresses variables,
            Host host,
            RandomPauses pauses,
            int hostRecord) {
        this.program = program;
        this.kernels = kernels;
        this.graphs = graphs;
        this.variables = variables;
        this.host = host;
        this.pauses = pauses;
        this.hostRecord = hostRecord;
        this.registers = new long[program.registers().size()];
        this.repetitions = new int[program.statements().size()];
    }

    /** Runs to the end. @return false if the host polls for ever */
    boolean run() {
        int next = 0;
        for (int done = 0; next < program.statements().size(); done++) {
            if (done == MOST_STATEMENTS) {
                return false;
            }
            LitmusStatement statement = program.statements().get(next);
            host.spend(pauses.hostNanos() + ACCESS_NANOS);
            next = step(statement.instruction(), next);
        }
        return true;
    }

    long register(int index) {
        return registers[index];
    }

    private int step(LitmusInstruction instruction, int at) {
        if (instruction instanceof LitmusInstruction.Load load) {
            registers[load.register()] = host.memory().readLong(value(load.address()));
        } else if (instruction instanceof LitmusInstruction.Store store) {
            write(value(store.address()), value(store.value()));
        } else if (instruction instanceof LitmusInstruction.Atomic atomic) {
            atomic(atomic);
        } else if (instruction instanceof LitmusInstruction.Move move) {
            registers[move.register()] = value(move.value());
        } else if (instruction instanceof LitmusInstruction.Arithmetic arithmetic) {
            registers[arithmetic.register()] =
                    arithmetic.operation().apply(value(arithmetic.left()), value(arithmetic.right()));
        } else if (instruction instanceof LitmusInstruction.Branch branch) {
            return branch.comparison().holds(value(branch.left()), value(branch.right())) ? branch.target() : at + 1;
        } else if (instruction instanceof LitmusInstruction.Goto jump) {
            return jump.target();
        } else if (instruction instanceof LitmusInstruction.Launch launch) {
            launch(launch, at);
        } else if (instruction instanceof LitmusInstruction.GraphLaunch launch) {
            graphs.launch(host, launch, hostRecord, stream(launch.stream()));
        } else if (instruction instanceof LitmusInstruction.Synchronize) {
            host.synchronize();
        } else if (instruction instanceof LitmusInstruction.RecordEvent recording) {
            host.record(event(recording.event()), stream(recording.stream()));
        } else if (instruction instanceof LitmusInstruction.WaitEvent waiting) {
            host.waitEvent(stream(waiting.stream()), event(waiting.event()));
        }
        return at + 1;
    }

    private void write(long address, long value) {
        VariableAddresses.write(host, address, value);
        // Notifies the progress monitor: a kernel may poll this word.
        host.writeInt(variables.hostWord(), 0);
    }

    private void atomic(LitmusInstruction.Atomic atomic) {
        long address = value(atomic.address());
        long old = host.memory().readLong(address);
        long operand = value(atomic.operand());
        atomic.register().ifPresent(register -> registers[register] = old);
        if (atomic.operation() == ReadModifyWrite.COMPARE_AND_SWAP) {
            if (old == operand) {
                write(address, value(atomic.replacement()));
            }
            return;
        }
        write(
                address,
                switch (atomic.operation()) {
                    case ADD -> old + operand;
                    case SUBTRACT -> old - operand;
                    case AND -> old & operand;
                    case OR -> old | operand;
                    case XOR -> old ^ operand;
                    case MINIMUM -> Math.min(old, operand);
                    case MAXIMUM -> Math.max(old, operand);
                    case EXCHANGE, COMPARE_AND_SWAP -> operand;
                    case INCREMENT, DECREMENT ->
                        throw new IllegalStateException(atomic + " is not simulated: SimulationLimits refuses it");
                });
    }

    /** A way to launch a kernel. */
    private interface HostLaunch {
        void launch(Kernel kernel, LaunchShape shape, HostStream stream, byte[] parameters);
    }

    private void launch(LitmusInstruction.Launch launch, int at) {
        int first = nextRecord;
        nextRecord += launch.blocks() * launch.threads();
        List<Number> arguments = new ArrayList<>(List.of(
                (long) first, (long) hostRecord, (long) kernels.sites().numberOf(launch), (long) repetitions[at]++));
        launch.arguments().forEach(each -> arguments.add(value(each)));
        Kernel kernel = kernels.reference(launch, false).kernel();
        byte[] buffer = ParameterBuffer.of(kernel, arguments.toArray(new Number[0]));
        HostLaunch call = launch.attributes().cooperative()
                ? host::launchCooperative
                : launch.attributes().programmatic() ? host::launchDependent : host::launch;
        call.launch(
                kernel,
                LaunchShape.of(launch.blocks(), kernels.threadsOfBlock(launch.kernel(), launch.threads())),
                stream(launch.stream()),
                buffer);
    }

    private long value(LitmusOperand operand) {
        if (operand instanceof LitmusOperand.Immediate immediate) {
            return immediate.value();
        }
        if (operand instanceof LitmusOperand.Register register) {
            return registers[register.index()];
        }
        return operand instanceof LitmusOperand.Symbol symbol ? variables.of(symbol.variable()) : 0;
    }

    /** The host's NULL stream waits for all others in CUDA's legacy mode; here, as in the model, it is a stream like any other. */
    private HostStream stream(StreamOperand stream) {
        if (stream == StreamOperand.Predefined.FIRE_AND_FORGET || stream == StreamOperand.Predefined.TAIL) {
            return host.createStream();
        }
        return streams.computeIfAbsent(stream.toString(), key -> host.createStream());
    }

    private HostEvent event(String name) {
        return events.computeIfAbsent(name, key -> host.createEvent());
    }
}
