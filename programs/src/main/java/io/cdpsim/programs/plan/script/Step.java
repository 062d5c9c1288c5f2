package io.cdpsim.programs.plan.script;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.programs.plan.yaml.Place;
import io.cdpsim.runtime.version.CudaError;
import java.util.List;
import java.util.Optional;

/** Something that the host does. */
public sealed interface Step {
    /** Where the plan says it. */
    Place place();

    /** The error that its call gives, where the plan says that one does. */
    Optional<CudaError> expectedError();

    /** A launch. */
    record Launch(
            Place place,
            Optional<CudaError> expectedError,
            Named kernel,
            LaunchShape shape,
            Optional<Named> stream,
            List<Argument> arguments)
            implements Step {}

    /** A copy between buffers; of the whole smaller one if no bytes are given. */
    record Copy(
            Place place,
            Optional<CudaError> expectedError,
            Argument.Address from,
            Argument.Address to,
            Optional<Long> bytes,
            Optional<Named> stream)
            implements Step {}

    /** {@code cudaMemset}. */
    record Fill(
            Place place,
            Optional<CudaError> expectedError,
            Argument.Address buffer,
            int value,
            Optional<Long> bytes,
            Optional<Named> stream)
            implements Step {}

    /** {@code cudaMemcpyToSymbol}, of values of a type; the one that the variable is declared with if none is given. */
    record SetVariable(
            Place place,
            Optional<CudaError> expectedError,
            Named variable,
            Optional<ValueType> type,
            List<Argument.Value> values)
            implements Step {}

    /** {@code cudaMemcpyFromSymbol}. */
    record ReadVariable(Place place, Optional<CudaError> expectedError, Named variable, Argument.Address into)
            implements Step {}

    /** A wait for a stream, or for the whole device. */
    record Synchronize(Place place, Optional<CudaError> expectedError, Optional<Named> stream) implements Step {}

    /** {@code cudaDeviceSetLimit}. */
    record SetLimit(Place place, Optional<CudaError> expectedError, PlanLimit limit, long value) implements Step {}
}
