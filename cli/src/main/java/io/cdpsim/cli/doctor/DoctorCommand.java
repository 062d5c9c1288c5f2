package io.cdpsim.cli.doctor;

import io.cdpsim.cli.option.TextOrJsonCommand;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.programs.exec.library.CacheDirectory;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code cdpsim doctor}. */
@Command(
        name = "doctor",
        description = "Reports which tools cdpsim finds, the purpose of each, and how to get the missing ones.")
public final class DoctorCommand implements Callable<Integer> {
    @Mixin
    private TextOrJsonCommand.JsonOption json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        List<EnvironmentReport.ToolStatus> all =
                new EnvironmentReport(System.getenv(), CacheDirectory.path()).results();
        PrintWriter out = spec.commandLine().getOut();
        out.print(json.isGiven() ? json(all) : text(all));
        out.flush();
        boolean isSound = all.stream().noneMatch(each -> each.state() == EnvironmentReport.ToolStatus.State.BROKEN);
        return isSound ? ExitCode.DONE : ExitCode.FAILED_CHECK;
    }

    private static String word(EnvironmentReport.ToolStatus each) {
        return each.state().name().toLowerCase(Locale.ROOT);
    }

    static String text(List<EnvironmentReport.ToolStatus> all) {
        int width = all.stream().mapToInt(each -> each.name().length()).max().orElse(0);
        StringBuilder text = new StringBuilder();
        for (EnvironmentReport.ToolStatus each : all) {
            text.append(String.format(Locale.ROOT, "%-8s%-" + (width + 2) + "s", word(each), each.name()));
            text.append(PrintableText.line(each.found().isEmpty() ? "not found" : each.found()))
                    .append('\n');
            String beneath = " ".repeat(width + 10);
            text.append(beneath).append("for: ").append(each.purpose()).append('\n');
            if (!each.fix().isEmpty()) {
                text.append(beneath)
                        .append("fix: ")
                        .append(PrintableText.line(each.fix()))
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static String json(List<EnvironmentReport.ToolStatus> all) {
        return JsonWriter.text(generator -> {
            generator.objects("found", all, each -> {
                generator.put("name", each.name());
                generator.put("state", word(each));
                generator.put("found", each.found());
                generator.put("purpose", each.purpose());
                generator.put("mend", each.fix());
            });
        });
    }
}
