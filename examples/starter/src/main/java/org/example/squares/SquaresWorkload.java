package org.example.squares;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Squares numbers: each thread of a block launches a child grid for its part of them. */
public final class SquaresWorkload implements Workload {
    static final WorkloadOption<Integer> CHILDREN = WorkloadOption.of(
                    "children", "N", OptionValueType.wholeNumber(1, 1024), "Threads that launch a child grid each")
            .in("grids")
            .defaultingTo(32);

    static final WorkloadOption<Integer> VALUES = WorkloadOption.of(
                    "values", "N", OptionValueType.wholeNumber(1, 1024), "Numbers that a child grid squares")
            .in("numbers")
            .defaultingTo(64);

    static final ResultName.Count SQUARED = new ResultName.Count("squared", "numbers squared");

    static final ResultName.Quantity PER_CHILD = new ResultName.Quantity("per_child_us", "time a child grid", "us");

    @Override
    public String name() {
        return "squares";
    }

    @Override
    public String summary() {
        return "Squares numbers, a child grid for each part of them.";
    }

    @Override
    public List<WorkloadOption<?>> options() {
        return List.of(CHILDREN, VALUES);
    }

    @Override
    public List<ResultName> results() {
        return List.of(SQUARED, PER_CHILD);
    }

    @Override
    public RunResult run(RunRequest request) {
        long started = System.nanoTime();
        int children = request.options().get(CHILDREN);
        int values = request.options().get(VALUES);
        int[] numbers = IntStream.range(0, children * values).toArray();

        Machine machine = new Machine(request.machine());
        Host host = machine.host();
        long data = host.malloc((long) Integer.BYTES * numbers.length);
        long errors = host.malloc((long) Integer.BYTES * children);
        host.memory().write(data, numbers);
        host.launch(SquaresKernels.parent(values), LaunchShape.of(1, children), host.defaultStream(), data, errors);
        CudaError status = host.synchronize();

        String failure = status == CudaError.SUCCESS
                ? check(
                        numbers,
                        host.memory().readInts(data, numbers.length),
                        host.memory().readInts(errors, children))
                : "the host's synchronisation gave " + status.cudaName() + ": " + host.faultMessage();
        return RunResult.of(
                name(),
                machine,
                failure,
                (System.nanoTime() - started) / 1e6,
                List.of(SQUARED.of(numbers.length), PER_CHILD.of(machine.nowMicros() / children)));
    }

    /** The first thing that is wrong; empty if nothing is. */
    private static String check(int[] numbers, int[] squares, int[] errors) {
        for (int child = 0; child < errors.length; child++) {
            if (errors[child] != 0) {
                return "the launch of child grid " + child + " gave error code " + errors[child];
            }
        }
        int wrong =
                Arrays.mismatch(squares, Arrays.stream(numbers).map(n -> n * n).toArray());
        return wrong < 0 ? "" : "the square of " + numbers[wrong] + " came out as " + squares[wrong];
    }
}
