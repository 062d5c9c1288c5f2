package io.cdpsim.programs.exec.process;

import java.util.List;

/**
 * How a program has ended.
 *
 * @param exitCode its exit code, or 128 and the number of the signal that ended it
 * @param stopped whether the user has stopped it
 * @param calls how many calls it has made of the runtime
 * @param notSimulated the calls that are not simulated, and that it has made
 * @param printed what it has written to its standard output, the beginning if that is long; empty if that went to this process's own
 * @param errors the same of its standard error
 */
public record ProgramOutcome(
        int exitCode, boolean stopped, long calls, List<String> notSimulated, String printed, String errors) {
    public ProgramOutcome {
        notSimulated = List.copyOf(notSimulated);
    }
}
