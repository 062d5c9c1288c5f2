package io.cdpsim.programs.plan.script;

import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.yaml.FilePosition;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The content of a plan.
 *
 * @param profile the GPU that it is for
 * @param limits set before anything else
 * @param buffers its buffers
 * @param steps the host's steps, in order
 * @param expectations the expected results
 * @param files the files that it names, as it writes them, relative to its own folder
 */
public record Plan(
        Optional<PositionedName> profile,
        List<PlanStep.SetLimit> limits,
        List<BufferDefinition> buffers,
        List<PlanStep> steps,
        List<PlanExpectation> expectations,
        List<String> files) {
    /** Keeps copies. */
    public Plan {
        limits = List.copyOf(limits);
        buffers = List.copyOf(buffers);
        steps = List.copyOf(steps);
        expectations = List.copyOf(expectations);
        files = List.copyOf(files);
    }

    /**
     * A buffer that exists before the program runs.
     *
     * @param name its name
     * @param type the type of its elements
     * @param count the number of elements
     * @param onHost whether it is pinned host memory, which the device can access
     * @param contents its initial contents
     */
    public record BufferDefinition(
            PositionedName name, ValueType type, long count, boolean onHost, BufferContents contents) {
        /** Size of the buffer, bytes. */
        public long bytes() {
            return count * type.bytes();
        }
    }

    /** A limit of the device, as for {@code cudaDeviceSetLimit}. */
    public enum PlanLimit {
        PENDING_LAUNCHES,
        STACK_BYTES,
        HEAP_BYTES,
        PRINTF_FIFO_BYTES,
        SYNC_DEPTH;

        /** The names of limits in a plan. */
        public static List<String> words() {
            return Arrays.stream(values()).map(PlanLimit::word).toList();
        }

        /** The limit with one of the {@link #words}. */
        public static PlanLimit of(String word) {
            return Arrays.stream(values())
                    .filter(each -> each.word().equals(word))
                    .findFirst()
                    .orElseThrow();
        }

        /** Its name. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Sets it on the current device. */
        public CudaError set(Host host, long value) {
            return switch (this) {
                case PENDING_LAUNCHES -> host.setPendingLaunchLimit(value);
                case STACK_BYTES -> host.setStackLimit(value);
                case HEAP_BYTES -> host.setHeapBytes(value);
                case PRINTF_FIFO_BYTES -> host.setPrintfFifoBytes(value);
                case SYNC_DEPTH -> host.setSyncDepth((int) Math.min(value, Integer.MAX_VALUE));
            };
        }
    }

    /**
     * A name in a plan.
     *
     * @param place its position
     * @param text the name
     */
    public record PositionedName(FilePosition place, String text) {}
}
