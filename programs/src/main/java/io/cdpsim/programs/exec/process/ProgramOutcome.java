package io.cdpsim.programs.exec.process;

import java.util.List;

/**
 * The end of a program.
 *
 * @param exitCode its exit code, or 128 plus the number of the signal that ended it
 * @param stopped whether the user stopped it
 * @param calls number of its CUDA calls
 * @param notSimulated the unsupported calls that it made
 * @param unsupportedKernels the kernels that it needed and that contain unsupported instructions, each with opcode and position
 * @param elapsedMillis the results of its calls of {@code cudaEventElapsedTime}, milliseconds
 * @param outsideCallsMicros simulated time that passed while it polled or computed outside of calls, microseconds; it depends on this computer
 * @param printed its standard output, the start if it is long; empty if it was inherited
 * @param errors its standard error, likewise
 */
public record ProgramOutcome(
        int exitCode,
        boolean stopped,
        long calls,
        List<String> notSimulated,
        List<String> unsupportedKernels,
        List<Double> elapsedMillis,
        double outsideCallsMicros,
        String printed,
        String errors) {
    public ProgramOutcome {
        notSimulated = List.copyOf(notSimulated);
        elapsedMillis = List.copyOf(elapsedMillis);
        unsupportedKernels = List.copyOf(unsupportedKernels);
    }
}
