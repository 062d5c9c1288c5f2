package io.cdpsim.cli.run;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.programs.plan.PlanTemplate;
import io.cdpsim.programs.ptx.DeviceVariable;
import io.cdpsim.programs.ptx.LoadedPtx;
import io.cdpsim.programs.ptx.ParameterBuffer;
import java.util.List;

/** The kernels and variables of a PTX program, as text and as JSON. */
final class PtxListing {
    private PtxListing() {}

    static String table(LoadedPtx program) {
        TextTable kernels = new TextTable(Align.LEFT, Align.RIGHT, Align.RIGHT, Align.RIGHT, Align.LEFT, Align.LEFT);
        kernels.row("kernel", "registers", "shared bytes", "local bytes", "parameters", "name in PTX");
        program.kernels()
                .forEach((name, each) -> kernels.row(
                        PrintableText.line(each.name()),
                        NumberFormats.count(each.attributes().registersPerThread()),
                        NumberFormats.count(each.attributes().staticSharedBytes()),
                        NumberFormats.count(each.attributes().localBytes()),
                        ParameterBuffer.describe(each),
                        PrintableText.line(name)));
        StringBuilder text = new StringBuilder(kernels.toString());
        List<DeviceVariable> named = variables(program);
        if (!named.isEmpty()) {
            TextTable variables = new TextTable(Align.LEFT, Align.RIGHT, Align.LEFT);
            variables.row("variable", "bytes", "memory");
            for (DeviceVariable each : named) {
                variables.row(
                        PrintableText.line(each.name()),
                        NumberFormats.count(each.bytes()),
                        each.isConstant() ? "constant" : "global");
            }
            text.append('\n').append(variables);
        }
        program.kernels().values().stream()
                .findFirst()
                .ifPresent(each -> text.append("\nTo run one, write a launch plan (docs/use/ptx.md), such as\n\n")
                        .append(PrintableText.lines(PlanTemplate.of(each)).indent(4))
                        .append("\nand give it with --plan FILE.\n"));
        return text.toString();
    }

    /** The variables of the source: names that compilers make, such as those of printed texts, are not valid in C. */
    private static List<DeviceVariable> variables(LoadedPtx program) {
        return program.variables().stream()
                .filter(each -> !each.name().startsWith("$"))
                .toList();
    }

    static String json(LoadedPtx program) {
        return JsonWriter.text(json -> {
            json.objects("kernels", program.kernels().entrySet(), entry -> {
                Kernel each = entry.getValue();
                json.put("name", entry.getKey());
                json.put("source_name", each.name());
                json.put("parameters", ParameterBuffer.describe(each));
                json.put("registers", each.attributes().registersPerThread());
                json.put("shared_bytes", each.attributes().staticSharedBytes());
                json.put("local_bytes", each.attributes().localBytes());
            });
            json.objects("variables", variables(program), each -> {
                json.put("name", each.name());
                json.put("bytes", each.bytes());
                json.put("memory", each.isConstant() ? "constant" : "global");
            });
        });
    }
}
