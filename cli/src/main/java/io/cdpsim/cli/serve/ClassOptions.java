package io.cdpsim.cli.serve;

import io.cdpsim.cli.classroom.ClassInvitations;
import io.cdpsim.cli.classroom.ClassServer;
import io.cdpsim.cli.lab.LabGrading;
import io.cdpsim.cli.option.WholeNumber;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code serve --class}: the labs for many users. */
final class ClassOptions {
    private static final String BUBBLEWRAP = "bubblewrap";

    @Option(
            names = "--class",
            paramLabel = "DIR",
            description = "Serve the labs to a class, for Linux with bubblewrap: accounts by invitation links, a queue"
                    + " of gradings, the progress of everybody. DIR keeps accounts, work and grades.")
    private @Nullable Path folder;

    @Option(
            names = "--invite",
            paramLabel = "N",
            converter = WholeNumber.Positive.class,
            description =
                    "With --class: print links for N new students, and end. A server that runs knows them at once.")
    private @Nullable Integer invited;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            description = "With --class: the address to listen at. Default: ${DEFAULT-VALUE}, for a reverse proxy with"
                    + " TLS on this machine.")
    private String bind = "127.0.0.1";

    @Option(
            names = "--address",
            paramLabel = "URL",
            description = "With --class: the address that users type, such as https://labs.example.org/.")
    private @Nullable URI address;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            converter = WholeNumber.Positive.class,
            description = "With --class: gradings at the same time. Default: a processor each.")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--queued",
            paramLabel = "N",
            converter = WholeNumber.Positive.class,
            defaultValue = "2",
            description = "With --class: gradings of a user that may wait or run. Default: ${DEFAULT-VALUE}.")
    private int queued;

    /** Whether a class is served. */
    boolean isGiven() {
        if (folder == null && (invited != null || address != null)) {
            throw new InvalidInputException("--invite and --address need --class, the folder of the class");
        }
        return folder != null;
    }

    /** Prints invitations, or serves until the process ends. */
    int serve(int port, int heapMegabytes, PrintWriter out, PrintWriter err) throws InterruptedException {
        URI known = known(port);
        try {
            ClassInvitations invitations = ClassInvitations.in(Objects.requireNonNull(folder));
            if (invited != null) {
                invitations.create(invited).forEach(each -> out.println(known.resolve(each)));
                return ExitCode.DONE;
            }
            requireSandbox();
            PageServer.limitRequests();
            ClassServer server = ClassServer.start(
                    invitations,
                    new InetSocketAddress(InetAddress.getByName(bind), port),
                    Optional.ofNullable(address).map(each -> known),
                    new ClassServer.Limits(jobs, queued, heapMegabytes));
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "end of serve"));
            String link = invitations.ofInstructor();
            out.println("Serves the labs at " + server.address());
            if (!link.isEmpty()) {
                out.println(
                        "The instructor's link, shown once: " + server.address().resolve(link));
            }
            out.println("Invite students with 'cdpsim serve --class " + folder + " --invite N'. Ctrl-C ends the server"
                    + " and loses nothing.");
            out.flush();
        } catch (BindException e) {
            throw new InvalidInputException(
                    "port " + port + " at " + bind + " cannot be had; give another with --port or --bind");
        } catch (UnknownHostException e) {
            throw new InvalidInputException("found --bind " + bind + ", expected an address of this machine");
        } catch (IOException e) {
            err.println("cdpsim: cannot serve " + folder + ": " + FileErrors.reason(e));
            return ExitCode.UNFINISHED;
        }
        new CountDownLatch(1).await();
        return ExitCode.DONE;
    }

    private URI known(int port) {
        if (address == null) {
            return URI.create("http://" + bind + ":" + port + "/");
        }
        if (address.getHost() == null || !List.of("http", "https").contains(address.getScheme())) {
            throw new InvalidInputException(
                    "found --address " + address + ", expected an address such as https://labs.example.org/");
        }
        return address.resolve("/");
    }

    private static void requireSandbox() {
        Optional<String> sandbox = LabGrading.sandbox();
        if (!sandbox.equals(Optional.of(BUBBLEWRAP))) {
            throw new InvalidInputException("a class's submissions are compiled by bubblewrap alone, and there is none"
                    + " that works here: install it (Debian, Ubuntu: apt install bubblewrap; Fedora: dnf install"
                    + " bubblewrap)");
        }
    }
}
