package io.cdpsim.workloads.check.code;

import io.cdpsim.kernel.analysis.ValueFlow.Value;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.workloads.check.finding.Finding;
import io.cdpsim.workloads.check.finding.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rules MEM-1 and COPY-3: an address in shared or local memory means nothing to a child, nor to a copy. */
final class OwnPointerRule implements CodeRule {
    @Override
    public List<Finding> findings(KernelCode code) {
        List<Finding> findings = new ArrayList<>();
        for (KernelCode.Call each : code.calls()) {
            if (each.device().call() == DeviceCall.LAUNCH) {
                List<Integer> arguments = each.device().arguments();
                arguments
                        .subList(each.device().call().arguments().size(), arguments.size())
                        .forEach(argument -> passed(code, each.at(), argument, each.device(), findings));
            }
            copied(code, each, CallRole.DESTINATION, findings);
            copied(code, each, CallRole.SOURCE, findings);
        }
        Instruction[] instructions = code.kernel().code();
        for (int i = 0; i < instructions.length; i++) {
            if (instructions[i].opcode() == Opcode.STORE && code.isReached(i)) {
                stored(code, i, instructions[i], findings);
            }
        }
        return findings;
    }

    /** A store into the buffer for the parameters of a launch. */
    private static void stored(KernelCode code, int at, Instruction in, List<Finding> findings) {
        Modifiers.Access access = (Modifiers.Access) in.modifiers();
        if (access.type().bytes() == Long.BYTES
                && code.operand(at, in.a()) instanceof Value.ParameterBuffer buffer
                && code.kernel().code()[buffer.call()].modifiers() instanceof Modifiers.Device launch) {
            for (int i = 0; i < access.count(); i++) {
                passed(code, at, in.b() < 0 ? in.b() : in.b() + i, launch, findings);
            }
        }
    }

    private static void passed(KernelCode code, int at, int operand, Modifiers.Device launch, List<Finding> findings) {
        if (code.operand(at, operand) instanceof Value.OwnAddress own) {
            String space = own.space().name().toLowerCase(Locale.ROOT);
            findings.add(code.finding(
                    Severity.ERROR,
                    "MEM-1",
                    code.kernel().code()[at],
                    "passes a pointer to its " + space + " memory to "
                            + (launch.callee() == null
                                    ? "a child"
                                    : "kernel " + launch.callee().name())
                            + ", where it means another cell",
                    "hand over the value, or a pointer to global memory"));
        }
    }

    private static void copied(KernelCode code, KernelCode.Call call, CallRole role, List<Finding> findings) {
        int argument = call.device().call().argument(role);
        if (argument >= 0
                && code.operand(call.at(), call.device().arguments().get(argument)) instanceof Value.OwnAddress own) {
            findings.add(code.finding(
                    Severity.ERROR,
                    "COPY-3",
                    call.in(),
                    "gives " + call.device().call().cudaName() + " a pointer to its "
                            + own.space().name().toLowerCase(Locale.ROOT) + " memory, which it refuses",
                    "copy in a loop, or from and to global memory"));
        }
    }
}
