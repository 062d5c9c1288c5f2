package io.cdpsim.cli.lab;

import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.semantics.lab.Lab;
import io.cdpsim.semantics.lab.LabCatalog;
import io.cdpsim.semantics.lab.LabFolder;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim lab start}. */
@Command(
        name = "start",
        description = "Puts the files of a lab into a folder. A file that is there is never written over.")
public final class LabStartCommand implements Runnable {
    @Parameters(index = "0", paramLabel = "N", description = "Number of the lab ('cdpsim lab list').")
    private int number;

    @Parameters(index = "1", arity = "0..1", paramLabel = "DIR", description = "The folder. Default: lab-N.")
    private @Nullable Path folder;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        Lab lab = LabCatalog.lab(number);
        LabFolder started = LabFolder.start(lab, folder == null ? LabFolder.defaultPath(lab) : folder);
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
