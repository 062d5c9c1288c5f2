package io.cdpsim.workloads.plan;

import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.plan.yaml.FilePosition;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A step that has been checked and can be taken.
 *
 * @param place where the plan says it
 * @param what what it does, for messages
 * @param expectedError the error that it gives, where the plan says that it does
 * @param call does it; may throw {@link io.cdpsim.runtime.version.CudaException}
 */
record BoundStep(FilePosition place, String what, Optional<CudaError> expectedError, Supplier<CudaError> call) {}
