package io.cdpsim.kernel.call;

import io.cdpsim.kernel.call.CallParameter.Direction;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A row of the table of device calls.
 *
 * @param cudaName the function's name in CUDA
 * @param cost cost class
 * @param parameters the function's parameters, in the order of CUDA's header
 * @param kernelParameters whether the parameters of a kernel follow
 * @param returned what the function returns, if anything
 * @param errors the errors that it may return
 * @param versions which versions of CUDA have it
 */
public record CallSignature(
        String cudaName,
        CallCost cost,
        List<CallParameter> parameters,
        boolean kernelParameters,
        Optional<CallValue> returned,
        Set<CallError> errors,
        CallVersions versions) {
    /** The first release with dynamic parallelism. */
    private static final String FIRST_CDP = "5.0";

    public CallSignature {
        parameters = List.copyOf(parameters);
        errors = Set.copyOf(errors);
    }

    /** A call that returns an error code and that both versions of dynamic parallelism have from the start. */
    static CallSignature row(String cudaName, CallCost cost, CallParameter... parameters) {
        return new CallSignature(
                cudaName,
                cost,
                List.of(parameters),
                false,
                Optional.of(new CallValue(CallRole.ERROR_CODE, CallType.ENUMERATION)),
                Set.of(),
                CallVersions.since(FIRST_CDP));
    }

    /** A copy followed by the parameters of a kernel. */
    CallSignature withKernelParameters() {
        return new CallSignature(cudaName, cost, parameters, true, returned, errors, versions);
    }

    /** The same with another result. */
    CallSignature returns(CallRole role, CallType type) {
        return new CallSignature(
                cudaName, cost, parameters, kernelParameters, Optional.of(new CallValue(role, type)), errors, versions);
    }

    /** The same without a result. */
    CallSignature returnsNothing() {
        return new CallSignature(cudaName, cost, parameters, kernelParameters, Optional.empty(), errors, versions);
    }

    /** The same with errors. */
    CallSignature errors(CallError first, CallError... more) {
        return new CallSignature(
                cudaName, cost, parameters, kernelParameters, returned, EnumSet.of(first, more), versions);
    }

    /** The same in other versions of CUDA. */
    CallSignature in(CallVersions others) {
        return new CallSignature(cudaName, cost, parameters, kernelParameters, returned, errors, others);
    }

    /** Whether the call names a kernel. */
    public boolean namesKernel() {
        return parameters.stream().anyMatch(each -> each.direction() == Direction.FUNCTION);
    }

    /** The values of operands, in order, followed by the parameters of a kernel where {@link #kernelParameters}. */
    public List<CallValue> arguments() {
        return values(Direction.IN).toList();
    }

    /** The values of registers, in order: the returned value, then the values stored at addresses. */
    public List<CallValue> results() {
        List<CallValue> results = new ArrayList<>(returned.stream().toList());
        results.addAll(values(Direction.OUT).toList());
        return List.copyOf(results);
    }

    private Stream<CallValue> values(Direction direction) {
        return parameters.stream()
                .filter(each -> each.direction() == direction)
                .flatMap(each -> each.values().stream());
    }
}
