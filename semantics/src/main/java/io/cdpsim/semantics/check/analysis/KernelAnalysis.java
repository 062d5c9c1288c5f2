package io.cdpsim.semantics.check.analysis;

import io.cdpsim.kernel.analysis.Liveness;
import io.cdpsim.kernel.analysis.ValueFlow;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import java.util.ArrayList;
import java.util.List;

/** The facts about a kernel that static rules use: its device-runtime calls and the values of their operands. */
final class KernelAnalysis {
    private final Kernel kernel;
    private final MachineSettings machine;
    private final ValueFlow values;
    private final Liveness liveness;
    private final List<Call> calls = new ArrayList<>();

    /**
     * A reachable call of the device runtime.
     *
     * @param at index of the instruction
     * @param in the instruction
     * @param device the called function and its arguments
     */
    record Call(int at, Instruction in, Modifiers.Device device) {}

    KernelAnalysis(Kernel kernel, MachineSettings machine) {
        this.kernel = kernel;
        this.machine = machine;
        values = new ValueFlow(kernel);
        Instruction[] code = kernel.code();
        liveness = new Liveness(code, kernel.registers(), kernel.predicates());
        for (int i = 0; i < code.length; i++) {
            if (values.isReached(i) && code[i].modifiers() instanceof Modifiers.Device device) {
                calls.add(new Call(i, code[i], device));
            }
        }
    }

    Kernel kernel() {
        return kernel;
    }

    MachineSettings machine() {
        return machine;
    }

    List<Call> calls() {
        return calls;
    }

    /** The value of an operand when an instruction executes. */
    ValueFlow.Value operand(int instruction, int operand) {
        return values.operand(instruction, operand);
    }

    boolean isReached(int instruction) {
        return values.isReached(instruction);
    }

    /** Whether the code may read the error code that a call returns; true for a call that returns none. */
    boolean readsError(Call call) {
        int result = call.device().call().result(CallRole.ERROR_CODE);
        if (result < 0) {
            return true;
        }
        int destination = call.in().destination();
        return destination >= 0 && liveness.isRegisterLive(destination + result, call.at() + 1);
    }

    Diagnostic diagnostic(VersionRule rule, Instruction in) {
        return rule.diagnostic("kernel " + kernel.name(), locations(in), details(in));
    }

    Diagnostic diagnostic(Severity severity, String rule, Instruction in, String message, String fix) {
        return new Diagnostic(
                severity, rule, "kernel " + kernel.name() + " " + message, locations(in), details(in), fix);
    }

    private static List<SourceLocation> locations(Instruction in) {
        return SourceLocation.in(in.place()).stream().limit(1).toList();
    }

    private static List<String> details(Instruction in) {
        return locations(in).isEmpty() && !in.place().isEmpty() ? List.of("at " + in.place()) : List.of();
    }
}
