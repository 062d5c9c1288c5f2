package io.cdpsim.semantics.check.analysis;

import io.cdpsim.kernel.analysis.ValueFlow.Value;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rules MEM-1 and COPY-3: an address in shared or local memory is invalid in a child and in a copy. */
final class PrivatePointerRule {
    private PrivatePointerRule() {}

    static List<Diagnostic> diagnostics(KernelAnalysis code) {
        List<Diagnostic> diagnostics = new ArrayList<>();
        for (KernelAnalysis.Call each : code.calls()) {
            if (each.device().call() == DeviceCall.LAUNCH) {
                List<Integer> arguments = each.device().arguments();
                arguments
                        .subList(each.device().call().arguments().size(), arguments.size())
                        .forEach(argument -> passed(code, each.at(), argument, each.device(), diagnostics));
            }
            copied(code, each, CallRole.DESTINATION, diagnostics);
            copied(code, each, CallRole.SOURCE, diagnostics);
        }
        Instruction[] instructions = code.kernel().code();
        for (int i = 0; i < instructions.length; i++) {
            if (instructions[i].opcode() == Opcode.STORE && code.isReached(i)) {
                stored(code, i, instructions[i], diagnostics);
            }
        }
        return diagnostics;
    }

    /** Checks a store into the parameter buffer of a launch. */
    private static void stored(KernelAnalysis code, int at, Instruction in, List<Diagnostic> diagnostics) {
        Modifiers.Access access = (Modifiers.Access) in.modifiers();
        if (access.type().bytes() == Long.BYTES
                && code.operand(at, in.a()) instanceof Value.ParameterBuffer buffer
                && code.kernel().code()[buffer.call()].modifiers() instanceof Modifiers.Device launch) {
            for (int i = 0; i < access.count(); i++) {
                passed(code, at, in.b() < 0 ? in.b() : in.b() + i, launch, diagnostics);
            }
        }
    }

    private static void passed(
            KernelAnalysis code, int at, int operand, Modifiers.Device launch, List<Diagnostic> diagnostics) {
        if (code.operand(at, operand) instanceof Value.OwnAddress address) {
            String space = address.space().name().toLowerCase(Locale.ROOT);
            diagnostics.add(code.diagnostic(
                    Severity.ERROR,
                    "MEM-1",
                    code.kernel().code()[at],
                    "passes a pointer to its " + space + " memory to "
                            + (launch.callee() == null
                                    ? "a child"
                                    : "kernel " + launch.callee().name())
                            + ", where it addresses other memory",
                    "pass the value, or a pointer to global memory"));
        }
    }

    private static void copied(
            KernelAnalysis code, KernelAnalysis.Call call, CallRole role, List<Diagnostic> diagnostics) {
        int argument = call.device().call().argument(role);
        if (argument >= 0
                && code.operand(call.at(), call.device().arguments().get(argument))
                        instanceof Value.OwnAddress address) {
            diagnostics.add(code.diagnostic(
                    Severity.ERROR,
                    "COPY-3",
                    call.in(),
                    "gives " + call.device().call().cudaName() + " a pointer to its "
                            + address.space().name().toLowerCase(Locale.ROOT) + " memory, which it refuses",
                    "copy in a loop, or from and to global memory"));
        }
    }
}
