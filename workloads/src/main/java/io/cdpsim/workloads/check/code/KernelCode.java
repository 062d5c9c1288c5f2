package io.cdpsim.workloads.check.code;

import io.cdpsim.kernel.analysis.Liveness;
import io.cdpsim.kernel.analysis.ValueFlow;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.check.finding.CodePlace;
import io.cdpsim.workloads.check.finding.Finding;
import io.cdpsim.workloads.check.finding.Severity;
import java.util.ArrayList;
import java.util.List;

/** A kernel and what its code tells, for rules to ask. */
final class KernelCode {
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
    record Call(int at, Instruction in, Modifiers.Device device) {}

    KernelCode(Kernel kernel, MachineSettings machine) {
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

    Finding finding(Severity severity, String rule, Instruction in, String what, String mend) {
        List<CodePlace> places = CodePlace.in(in.place()).stream().limit(1).toList();
        List<String> details = places.isEmpty() && !in.place().isEmpty() ? List.of("at " + in.place()) : List.of();
        return new Finding(severity, rule, "kernel " + kernel.name() + " " + what, places, details, mend);
    }
}
