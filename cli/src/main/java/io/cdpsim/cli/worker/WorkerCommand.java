package io.cdpsim.cli.worker;

import io.cdpsim.cli.option.IntegerConverter;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cluster.Address;
import io.cdpsim.cluster.ClusterKey;
import io.cdpsim.cluster.Worker;
import io.cdpsim.workloads.FileProblem;
import io.cdpsim.workloads.Workloads;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code cdpsim worker}: runs until it is stopped. */
@Command(
        name = WorkerCommand.NAME,
        description = "Runs points for 'sweep --cluster' on other machines, until it is stopped: docs/sweep.md.")
public final class WorkerCommand implements Callable<Integer> {
    /** The name of the command. */
    public static final String NAME = "worker";

    private @Nullable Workloads workloads;

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS:PORT",
            description = "Where to listen. Default: 127.0.0.1:" + Address.DEFAULT_PORT
                    + ", which no other machine can reach; port 0 for one that is free.")
    private @Nullable String listen;

    @Option(
            names = "--workers",
            paramLabel = "N",
            converter = IntegerConverter.Positive.class,
            description = "Points to simulate at a time. Default: one a processor.")
    private @Nullable Integer workers;

    @Mixin
    private ClusterKeyOption key;

    @Spec
    private CommandSpec spec;

    /**
     * Says what there is to run.
     *
     * @param cdpsim the command line that this command is part of
     */
    public static void setWorkloads(CommandLine cdpsim, Workloads workloads) {
        CommandLine worker = Objects.requireNonNull(cdpsim.getSubcommands().get(NAME), "not part of this command line");
        WorkerCommand command = worker.getCommand();
        command.workloads = workloads;
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Address address = listen == null ? Address.LOOPBACK : Address.parse("--listen", listen);
        int atATime = workers == null ? Runtime.getRuntime().availableProcessors() : workers;
        Path file = key.file();
        if (ClusterKey.makeMissing(file)) {
            err.println("cdpsim: made the cluster key " + PrintableText.line(file.toString())
                    + "; whoever has a copy can run programs here");
        }
        try (Worker worker = Worker.start(
                address, ClusterKey.read(file), Objects.requireNonNull(workloads), atATime, each -> tell(out, each))) {
            tell(
                    out,
                    "listening on " + worker.address() + " for sweeps, to run " + atATime
                            + (atATime == 1 ? " point" : " points") + " at a time");
            // Until somebody ends the process
            new CountDownLatch(1).await();
            return ExitCode.DONE;
        } catch (IOException e) {
            err.println("cdpsim: cannot listen on " + address + ": " + PrintableText.line(FileProblem.reason(e)));
            return ExitCode.UNFINISHED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.DONE;
        }
    }

    private static void tell(PrintWriter out, String notice) {
        out.println(PrintableText.line(notice));
        out.flush();
    }
}
