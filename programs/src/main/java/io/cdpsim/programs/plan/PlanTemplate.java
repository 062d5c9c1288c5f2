package io.cdpsim.programs.plan;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.kernel.code.ValueType;
import java.util.ArrayList;
import java.util.List;

/** An initial launch plan: a launch of a kernel with one buffer for each parameter that may be an address. */
public final class PlanTemplate {
    private static final int ELEMENTS = 1024;

    private PlanTemplate() {}

    /** The plan as YAML. */
    public static String of(Kernel kernel) {
        ParameterLayout layout = kernel.parameters();
        StringBuilder buffers = new StringBuilder();
        List<String> arguments = new ArrayList<>();
        for (int i = 0; i < layout.count(); i++) {
            ValueType type = layout.types().get(i);
            if (!layout.isOneValue(i)) {
                arguments.add("{bytes: [" + "0, ".repeat(layout.sizesBytes().get(i) - 1) + "0]}");
            } else if (type.isWide() && !type.isFloat()) {
                String name = "p" + i;
                buffers.append("  ")
                        .append(name)
                        .append(": {type: s32, count: ")
                        .append(ELEMENTS)
                        .append(", fill: iota}\n");
                arguments.add(name);
            } else {
                arguments.add(type == ValueType.F32 || type == ValueType.F64 ? "1.0" : Integer.toString(ELEMENTS));
            }
        }
        return (buffers.isEmpty() ? "" : "buffers:\n" + buffers)
                + "steps:\n  - launch: {kernel: " + kernel.name()
                + ", grid: 4, block: 256, arguments: ["
                + String.join(", ", arguments) + "]}\n"
                + (buffers.isEmpty() ? "" : "expect:\n  - {buffer: p0, equals: \"p0.first[i]\"}\n");
    }
}
