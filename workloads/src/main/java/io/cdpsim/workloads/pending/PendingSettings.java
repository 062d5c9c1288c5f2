package io.cdpsim.workloads.pending;

import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.workloads.ChildStream;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The launch bomb {@code pending_k} of the rulebook: every thread of a block of eight launches a block of eight.
 *
 * @param depth nesting depth at which threads stop launching, at least 0
 * @param pool entries of the pending-launch pool, at least 1; empty for the profile's default
 * @param stream stream of the children: {@link ChildStream#NAMED} or {@link ChildStream#FAF}
 * @param cuda CUDA version, which decides the effect of a full pool; empty for the usual one of the profile
 */
public record PendingSettings(int depth, OptionalInt pool, ChildStream stream, Optional<CudaVersion> cuda) {}
