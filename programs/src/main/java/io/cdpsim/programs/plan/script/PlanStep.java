package io.cdpsim.programs.plan.script;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.programs.plan.script.Plan.PlanLimit;
import io.cdpsim.programs.plan.script.Plan.PositionedName;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.yaml.FilePosition;
import java.util.List;
import java.util.Optional;

/** A step of the host. */
public sealed interface PlanStep {
    /** Its position in the plan. */
    FilePosition place();

    /** The error that the plan expects of its call, if any. */
    Optional<CudaError> expectedError();

    /** A launch. */
    record Launch(
            FilePosition place,
            Optional<CudaError> expectedError,
            PositionedName kernel,
            LaunchShape shape,
            Optional<PositionedName> stream,
            List<LaunchArgument> arguments)
            implements PlanStep {}

    /**
     * The instantiation of a graph, and its launch or upload.
     *
     * @param name its name for arguments of later steps
     * @param nodes its nodes
     * @param isForDevice whether device code may launch it
     * @param isLaunched whether the host launches it; otherwise it is uploaded
     */
    record LaunchGraph(
            FilePosition place,
            Optional<CudaError> expectedError,
            Optional<PositionedName> name,
            List<GraphNodeSpec> nodes,
            boolean isForDevice,
            boolean isLaunched,
            Optional<PositionedName> stream)
            implements PlanStep {}

    /**
     * A node of a graph.
     *
     * @param launch its kernel, without a stream
     * @param after the numbers of the nodes that it depends on, from 0, each smaller than its own
     */
    record GraphNodeSpec(Launch launch, List<Integer> after) {}

    /** A copy between buffers; by default of the whole smaller one. */
    record Copy(
            FilePosition place,
            Optional<CudaError> expectedError,
            LaunchArgument.Address from,
            LaunchArgument.Address to,
            Optional<Long> bytes,
            Optional<PositionedName> stream)
            implements PlanStep {}

    /** {@code cudaMemset}. */
    record Fill(
            FilePosition place,
            Optional<CudaError> expectedError,
            LaunchArgument.Address buffer,
            int value,
            Optional<Long> bytes,
            Optional<PositionedName> stream)
            implements PlanStep {}

    /** {@code cudaMemcpyToSymbol}, of values of a type; by default the declared type of the variable. */
    record SetVariable(
            FilePosition place,
            Optional<CudaError> expectedError,
            PositionedName variable,
            Optional<ValueType> type,
            List<LaunchArgument.Value> values)
            implements PlanStep {}

    /** {@code cudaMemcpyFromSymbol}. */
    record ReadVariable(
            FilePosition place, Optional<CudaError> expectedError, PositionedName variable, LaunchArgument.Address into)
            implements PlanStep {}

    /** A wait for a stream, or for the device. */
    record Synchronize(FilePosition place, Optional<CudaError> expectedError, Optional<PositionedName> stream)
            implements PlanStep {}

    /** {@code cudaDeviceSetLimit}. */
    record SetLimit(FilePosition place, Optional<CudaError> expectedError, PlanLimit limit, long value)
            implements PlanStep {}
}
