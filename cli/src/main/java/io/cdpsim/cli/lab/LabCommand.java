package io.cdpsim.cli.lab;

import io.cdpsim.cli.option.TextOrJsonCommand;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.semantics.lab.Lab;
import io.cdpsim.semantics.lab.LabCatalog;
import io.cdpsim.semantics.lab.LabFolder;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim lab}. */
@Command(
        name = "lab",
        description = "Labs about dynamic parallelism: lists them, copies one into a folder, grades submissions.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            LabCommand.ListCommand.class,
            LabCommand.StartCommand.class,
            LabCheckCommand.class,
            LabReportCommand.class,
            LabPackCommand.class
        })
public final class LabCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "missing command, expected list, start, check, report or pack");
    }

    /** {@code cdpsim lab list}. */
    @Command(name = "list", description = "Lists the labs.")
    public static final class ListCommand extends TextOrJsonCommand {

        @Override
        protected String text() {
            TextTable table = new TextTable(Align.RIGHT, Align.RIGHT, Align.RIGHT, Align.LEFT);
            table.row("lab", "minutes", "points", "about");
            for (Lab each : LabCatalog.labs()) {
                table.row(
                        "" + each.number(),
                        "" + each.key().minutes(),
                        "" + each.key().points(),
                        each.title());
            }
            return table + "\nStart one with 'cdpsim lab start N'.\n";
        }

        @Override
        protected String json() {
            return JsonWriter.text(json -> {
                json.objects("labs", LabCatalog.labs(), each -> {
                    json.put("lab", each.number());
                    json.put("name", each.name());
                    json.put("title", each.title());
                    json.put("minutes", each.key().minutes());
                    json.put("points", each.key().points());
                });
            });
        }
    }

    /** {@code cdpsim lab start}. */
    @Command(
            name = "start",
            description = "Puts the files of a lab into a folder. A file that is there is never written over.")
    public static final class StartCommand implements Runnable {
        @Parameters(index = "0", paramLabel = "N", description = "Number of the lab ('cdpsim lab list').")
        private int number;

        @Option(
                names = "--seed",
                paramLabel = "NAME",
                defaultValue = "${env:" + LabPackCommand.SEED_VARIABLE + ":-}",
                description = "Draw the numbers in the questions from this name, such as a student's.")
        private String seed = "";

        @Parameters(index = "1", arity = "0..1", paramLabel = "DIR", description = "The folder. Default: lab-N.")
        private @Nullable Path folder;

        @Spec
        private CommandSpec spec;

        @Override
        public void run() {
            Lab lab = LabCatalog.lab(number);
            LabFolder started = LabFolder.start(lab, folder == null ? LabFolder.defaultPath(lab) : folder, seed);
            PrintWriter out = spec.commandLine().getOut();
            out.println("Lab " + number + ": " + lab.title());
            if (!started.written().isEmpty()) {
                out.println("Put into " + name(started) + ": " + String.join(", ", started.written()));
            }
            if (!started.kept().isEmpty()) {
                out.println("Left as it was: " + String.join(", ", started.kept()));
            }
            out.println("Read " + Lab.PAGE + " there, fix " + Lab.KERNELS + ", fill in " + Lab.ANSWERS
                    + ", then: cdpsim lab check " + number + " " + name(started));
        }

        private static String name(LabFolder started) {
            return PrintableText.line(started.folder().toString());
        }
    }
}
