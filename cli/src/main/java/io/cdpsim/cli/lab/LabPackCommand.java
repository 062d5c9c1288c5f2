package io.cdpsim.cli.lab;

import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.semantics.lab.Lab;
import io.cdpsim.semantics.lab.LabCatalog;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim lab pack}. */
@Command(
        name = "pack",
        description = "Makes one zip with the program, the labs and the documentation, for machines without a network.")
public final class LabPackCommand implements Callable<Integer> {
    private static final String TOP = "cdpsim-labs/";

    @Parameters(paramLabel = "FILE.zip", description = "The zip to make; one that is there is written over.")
    private Path zip = Path.of("cdpsim-labs.zip");

    @Option(
            names = "--jre",
            description = "Put in a Java runtime for the system that this is, so that none need be installed.")
    private boolean jre;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        ProgramFiles program = ProgramFiles.ofThisProgram();
        if (!zip.toString().endsWith(".zip")) {
            throw new InvalidInputException("found '" + zip + "', expected the name of a zip, which ends in .zip");
        }
        try (ZipPackage packed = ZipPackage.create(zip, TOP)) {
            packed.script("bin/cdpsim", LauncherScripts.SHELL);
            packed.text("bin/cdpsim.bat", LauncherScripts.BATCH);
            packed.text("README.txt", LauncherScripts.README);
            packed.file("lib/cdpsim.jar", program.jar());
            packed.folder("lib/lib", program.libraries(), name -> true);
            program.documentation().ifPresent(docs -> {
                packed.folder("docs", docs, name -> true);
                // Keys stay with the teacher.
                packed.folder("labs", docs.resolveSibling("labs"), "README.md"::equals);
            });
            for (Lab lab : LabCatalog.labs()) {
                for (String file : lab.files()) {
                    packed.bytes("labs/" + lab.name() + "/" + file, lab.file(file));
                }
            }
            if (jre) {
                JavaRuntime.into(packed, "jre");
            }
            packed.finish();
        }
        spec.commandLine()
                .getOut()
                .println(zip + ": " + NumberFormats.bytes(Files.size(zip))
                        + (jre ? ", with a Java runtime" : ", needs Java 17 or newer")
                        + (program.documentation().isPresent()
                                ? ""
                                : ", without the documentation, which is not beside this program"));
        return ExitCode.DONE;
    }
}
