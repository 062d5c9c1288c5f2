package io.cdpsim.cli.step;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.warp.Lanes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Instructions as text: {@code @p0 add_i32 r4, r2, 1}. */
final class InstructionText {
    private InstructionText() {}

    /** An instruction of a kernel. */
    static String of(Kernel kernel, Instruction in) {
        StringBuilder text = new StringBuilder();
        if (in.guard() >= 0) {
            text.append(in.guardNegated() ? "@!p" : "@p").append(in.guard()).append(' ');
        }
        text.append(in.opcode().name().toLowerCase(Locale.ROOT));
        if (in.modifiers() instanceof Modifiers.Access access) {
            text.append('.').append(access.space()).append('.').append(access.type());
        } else if (in.modifiers() instanceof Modifiers.Atomic atomic) {
            text.append('.').append(atomic.operation()).append('.').append(atomic.type());
        } else if (in.modifiers() instanceof Modifiers.Device device) {
            text.append(' ').append(device.call());
        }
        List<String> operands = new ArrayList<>();
        if (in.destination() >= 0) {
            operands.add((in.registerWrites() > 0 ? "r" : "p") + in.destination());
        }
        for (int operand : new int[] {in.a(), in.b(), in.c()}) {
            if (operand != Instruction.NO_OPERAND) {
                operands.add(operand(kernel, operand));
            }
        }
        if (in.target() >= 0) {
            operands.add("to " + in.target());
        }
        return (text + " " + String.join(", ", operands))
                .toLowerCase(Locale.ROOT)
                .strip();
    }

    private static String operand(Kernel kernel, int operand) {
        if (operand >= 0) {
            return "r" + operand;
        }
        int index = ~operand * Lanes.COUNT;
        return index < kernel.constants().length ? Long.toString(kernel.constants()[index]) : "?";
    }
}
