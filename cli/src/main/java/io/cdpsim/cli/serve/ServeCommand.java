package io.cdpsim.cli.serve;

import io.cdpsim.cli.option.WholeNumber;
import io.cdpsim.cli.output.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code cdpsim serve}. */
@Command(
        name = ServeCommand.NAME,
        description =
                "Programs in a browser: opens a page on this machine alone, with an editor, the examples, time lines,"
                        + " races and litmus tests. Ctrl-C ends it.")
public final class ServeCommand implements Callable<Integer> {
    /** The name of the command. */
    public static final String NAME = "serve";

    /** The folder of the labs' files among the resources. */
    private static final String LABS = "/io/cdpsim/semantics/lab/material";

    private static final int MOST_PORT = 65_535;

    @Option(
            names = "--port",
            paramLabel = "N",
            converter = WholeNumber.NotNegative.class,
            defaultValue = "7425",
            description = "The port, 0 for any that is free. Links that are shared hold it. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--time",
            paramLabel = "SECONDS",
            converter = WholeNumber.Positive.class,
            defaultValue = "60",
            description = "How long a run may take. Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(
            names = "--memory",
            paramLabel = "MIB",
            converter = WholeNumber.Positive.class,
            defaultValue = "1024",
            description = "How much memory the simulator may take for a run, in MiB. Default: ${DEFAULT-VALUE}.")
    private int megabytes;

    @Option(
            names = "--trust",
            description = "Run CUDA programs, whose main is native code, also where no bubblewrap keeps them in their"
                    + " folder.")
    private boolean trust;

    @Mixin
    private ClassOptions classroom;

    @Spec
    private CommandSpec spec;

    /** The programs of the page, in this order. */
    static List<SampleProgram.Catalog> catalogs() {
        return List.of(
                new SampleProgram.ResourceCatalog("examples.txt", "examples"),
                new SampleProgram.ResourceCatalog("labs.txt", LABS),
                new SampleProgram.LitmusCatalog());
    }

    @Override
    public Integer call() throws InterruptedException {
        if (port > MOST_PORT) {
            throw new ParameterException(
                    spec.commandLine(), "found --port " + port + ", expected a port from 0 to " + MOST_PORT);
        }
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        if (classroom.isGiven()) {
            return classroom.serve(port, megabytes, out, err);
        }
        HostCapabilities capabilities = HostCapabilities.find(trust);
        PageServer server;
        try {
            server = PageServer.start(port, capabilities, RunProcess.Limits.of(seconds, megabytes), catalogs());
        } catch (BindException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "port " + port + " is taken; give another with --port, or 0 for any that is free");
        } catch (IOException e) {
            err.println("cdpsim: cannot serve: " + e.getMessage());
            return ExitCode.UNFINISHED;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "end of serve"));
        out.println("Open " + server.address());
        out.println("Ctrl-C ends it.");
        out.flush();
        if (!capabilities.cuda().isEmpty()) {
            err.println("cdpsim: PTX and litmus tests only: " + capabilities.cuda());
        } else if (capabilities.sandbox().isEmpty()) {
            err.println("cdpsim: programs run as you, without a sandbox (--trust)");
        }
        new CountDownLatch(1).await();
        return ExitCode.DONE;
    }
}
