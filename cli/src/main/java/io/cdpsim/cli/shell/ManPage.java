package io.cdpsim.cli.shell;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A manual page in the format of {@code man(7)}, made from the text of {@code --help} and with examples. */
final class ManPage {
    private final CommandLine command;
    private final CommandSpec spec;
    private final StringBuilder page = new StringBuilder();

    private ManPage(CommandLine command) {
        this.command = command;
        this.spec = command.getCommandSpec();
    }

    static String of(CommandLine command) {
        return new ManPage(command).write();
    }

    private String write() {
        Help help = command.getHelp();
        String name = spec.qualifiedName("-");
        line(".TH \"" + text(name) + "\" 1");
        section("NAME");
        line(text(name) + " \\- " + text(description()));
        section("SYNOPSIS");
        line(".nf");
        paragraph(help.synopsis(0));
        line(".fi");
        section("DESCRIPTION");
        paragraph(description());
        if (!spec.positionalParameters().isEmpty()) {
            section("ARGUMENTS");
            for (PositionalParamSpec each : spec.positionalParameters()) {
                item(each.paramLabel(), description(each));
            }
        }
        section("OPTIONS");
        for (OptionSpec each : spec.options()) {
            if (!each.hidden()) {
                String value = each.arity().max() > 0 ? "=" + each.paramLabel() : "";
                item(String.join(", ", each.names()) + value, description(each));
            }
        }
        if (!command.getSubcommands().isEmpty()) {
            section("COMMANDS");
            command.getSubcommands()
                    .forEach((sub, line) -> item(
                            sub,
                            String.join(
                                    " ", line.getCommandSpec().usageMessage().description())));
        }
        List<CommandExamples.Example> examples = CommandExamples.load().of(spec.qualifiedName(" "));
        if (!examples.isEmpty()) {
            section("EXAMPLES");
            for (CommandExamples.Example each : examples) {
                line(".TP");
                paragraph(each.meaning());
                line(".EX");
                paragraph(each.line());
                line(".EE");
            }
        }
        Map<String, String> codes = spec.root().usageMessage().exitCodeList();
        section("EXIT STATUS");
        codes.forEach(this::item);
        return page.toString();
    }

    private String description() {
        return String.join(" ", spec.usageMessage().description());
    }

    private static String description(ArgSpec argument) {
        return String.join(" ", Arrays.asList(argument.description()));
    }

    private void section(String title) {
        line(".SH " + title);
    }

    private void item(String term, String meaning) {
        line(".TP");
        line(".B " + text(term));
        paragraph(meaning);
    }

    private void paragraph(String words) {
        words.lines().map(ManPage::text).filter(each -> !each.isBlank()).forEach(this::line);
    }

    private void line(String line) {
        page.append(line).append('\n');
    }

    /** Text with roff's commands and special characters escaped. */
    private static String text(String words) {
        String plain =
                Ansi.OFF.string(words).replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
        return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
    }
}
