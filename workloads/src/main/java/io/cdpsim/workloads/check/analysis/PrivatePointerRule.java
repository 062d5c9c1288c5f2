package io.cdpsim.workloads.check.analysis;

import io.cdpsim.workloads.check.analysis.KernelAnalysis;
import io.cdpsim.workloads.check.analysis.StaticRule;
import io.cdpsim.kernel.analysis.ValueFlow.Value;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Detail;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.workloads.check.diagnostic.Diagnostic;
import io.cdpsim.workloads.check.diagnostic.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rules MEM-1 and COPY-3: an address in shared or local memory means nothing to a child, nor to a copy. */
final class PrivatePointerRule implements StaticRule {
    @Override
    public List<Diagnostic> findings(KernelAnalysis code) {
        List<Diagnostic> findings = new ArrayList<>();
        for (KernelAnalysis.Call each : code.calls()) {
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
    private static void stored(KernelAnalysis code, int at, Instruction in, List<Diagnostic> findings) {
        Detail.Access access = (Detail.Access) in.detail();
        if (access.type().bytes() == Long.BYTES
                && code.operand(at, in.a()) instanceof Value.ParameterBuffer buffer
                && code.kernel().code()[buffer.call()].detail() instanceof Detail.Device launch) {
            for (int i = 0; i < access.count(); i++) {
                passed(code, at, in.b() < 0 ? in.b() : in.b() + i, launch, findings);
            }
        }
    }

    private static void passed(KernelAnalysis code, int at, int operand, Detail.Device launch, List<Diagnostic> findings) {
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

    private static void copied(KernelAnalysis code, KernelAnalysis.Call call, CallRole role, List<Diagnostic> findings) {
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
