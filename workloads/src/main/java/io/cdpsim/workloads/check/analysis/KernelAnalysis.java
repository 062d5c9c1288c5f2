package io.cdpsim.workloads.check.analysis;

import io.cdpsim.kernel.analysis.Liveness;
import io.cdpsim.kernel.analysis.ValueFlow;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.code.Detail;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.check.diagnostic.SourceLocation;
import io.cdpsim.workloads.check.diagnostic.Diagnostic;
import io.cdpsim.workloads.check.diagnostic.Severity;
import java.util.ArrayList;
import java.util.List;

/** A kernel and what its code tells, for rules to ask. */
final class KernelAnalysis {
    private final Kernel kernel;
    private final MachineSettings machine;
    private final ValueFlow values;
    private final Liveness liveness;
    private final List<Call> calls = new ArrayList<>();

    /**
     * A call of the device runtime that some way through the code leads to.
     *
     * @param at number of the instruction
     * @param in the instruction
     * @param device what is called
     */
    record Call(int at, Instruction in, Detail.Device device) {}

    KernelAnalysis(Kernel kernel, MachineSettings machine) {
        this.kernel = kernel;
        this.machine = machine;
        values = new ValueFlow(kernel);
        Instruction[] code = kernel.code();
        liveness = new Liveness(code, kernel.registers(), kernel.predicates());
        for (int i = 0; i < code.length; i++) {
            if (values.isReached(i) && code[i].detail() instanceof Detail.Device device) {
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

    /** What an operand holds when an instruction runs. */
    ValueFlow.Value operand(int instruction, int operand) {
        return values.operand(instruction, operand);
    }

    boolean isReached(int instruction) {
        return values.isReached(instruction);
    }

    /** Whether the error code that a call returns may be looked at; also where it returns none. */
    boolean readsError(Call call) {
        int result = call.device().call().result(CallRole.ERROR_CODE);
        if (result < 0) {
            return true;
        }
        int destination = call.in().destination();
        return destination >= 0 && liveness.isRegisterLive(destination + result, call.at() + 1);
    }

    Diagnostic finding(Severity severity, String rule, Instruction in, String what, String mend) {
        List<SourceLocation> places = SourceLocation.in(in.place()).stream().limit(1).toList();
        List<String> details = places.isEmpty() && !in.place().isEmpty() ? List.of("at " + in.place()) : List.of();
        return new Diagnostic(severity, rule, "kernel " + kernel.name() + " " + what, places, details, mend);
    }
}
