package io.cdpsim.cluster;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.cdpsim.experiments.sweep.plan.Point;
import io.cdpsim.experiments.sweep.run.PointEnd;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Workloads;
import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * Runs points of sweeps for whoever has the same key. Three things can be asked of it: to take a sweep ({@code POST /sweep}), to run a point of it
 * ({@code GET /point/SWEEP/NUMBER}), whose answer is its row, and whether it is there ({@code GET /alive}). Running a point again gives the same row, so
 * every question may be asked twice.
 */
public final class Worker implements Closeable {
    static final int OK = 200;
    static final int UNKNOWN = 404;
    static final int REFUSED = 409;

    private static final int MOST_BYTES = 1 << 26;
    private static final int WAITING_CONNECTIONS = 128;
    private static final int MOST_CONNECTIONS = 4096;
    private static final int HANDSHAKE_SECONDS = 30;
    private static final Pattern POINT = Pattern.compile("/point/([0-9a-f]{1,64})/([1-9][0-9]{0,8})");

    private final HttpsServer server;
    private final ExecutorService threads;
    private final SweepsAtHand sweeps;
    private final Semaphore free;
    private final int workers;

    private Worker(HttpsServer server, Workloads workloads, int workers, Consumer<String> notices) {
        this.server = server;
        this.sweeps = new SweepsAtHand(workloads, notices);
        this.workers = workers;
        this.free = new Semaphore(workers, true);
        this.threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "worker");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Starts to listen.
     *
     * @param listen where; port 0 for one that is free
     * @param key who may ask
     * @param workloads what there is to run
     * @param workers points to run at a time, at least 1
     * @param notices told, a sentence each, of sweeps that come; by any thread
     * @throws InvalidInputException if nobody can listen there
     * @throws IOException if the network fails otherwise
     */
    public static Worker start(
            Address listen, ClusterKey key, Workloads workloads, int workers, Consumer<String> notices)
            throws IOException {
        setServerProperties();
        HttpsServer server = HttpsServer.create();
        try {
            server.bind(
                    new InetSocketAddress(InetAddress.getByName(listen.host()), listen.port()), WAITING_CONNECTIONS);
        } catch (UnknownHostException e) {
            throw new InvalidInputException("no address is called '" + listen.host() + "'");
        } catch (BindException e) {
            throw new InvalidInputException("cannot listen on " + listen + ": " + e.getMessage()
                    + "; give an address of this machine and a free port");
        }
        server.setHttpsConfigurator(new OneKeyForBoth(key.context()));
        Worker worker = new Worker(server, workloads, workers, notices);
        server.setExecutor(worker.threads);
        server.createContext("/", worker::answer);
        server.start();
        return worker;
    }

    /** The server of Java takes these from nowhere else. Of values that somebody has set, none is changed. */
    private static void setServerProperties() {
        // Else each answer waits for the acknowledgement of its own header, 40 ms.
        setIfMissing("sun.net.httpserver.nodelay", "true");
        // Whoever connects without a key and says nothing is not waited for.
        setIfMissing("sun.net.httpserver.maxReqTime", String.valueOf(HANDSHAKE_SECONDS));
        setIfMissing("jdk.httpserver.maxConnections", String.valueOf(MOST_CONNECTIONS));
    }

    private static void setIfMissing(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /** Asks for the certificate of whoever connects, and for TLS 1.3, in which nothing is sent that others can read. */
    private static final class OneKeyForBoth extends HttpsConfigurator {
        OneKeyForBoth(SSLContext context) {
            super(context);
        }

        @Override
        public void configure(HttpsParameters parameters) {
            SSLParameters tls = getSSLContext().getDefaultSSLParameters();
            tls.setProtocols(new String[] {"TLSv1.3"});
            tls.setNeedClientAuth(true);
            parameters.setSSLParameters(tls);
        }
    }

    /** Where it listens. */
    public Address address() {
        InetSocketAddress address = server.getAddress();
        return new Address(address.getAddress().getHostAddress(), address.getPort());
    }

    /**
     * What is said to whoever asks.
     *
     * @param status of HTTP
     */
    private record Answer(int status, String text) {}

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Answer answer = answerTo(exchange);
            byte[] bytes = answer.text().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private Answer answerTo(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (path.equals("/alive")) {
            return new Answer(OK, "");
        }
        if (path.equals("/sweep")) {
            return introduce(new String(exchange.getRequestBody().readNBytes(MOST_BYTES), StandardCharsets.UTF_8));
        }
        Matcher point = POINT.matcher(path);
        return point.matches() ? run(point.group(1), Integer.parseInt(point.group(2))) : new Answer(UNKNOWN, "");
    }

    private Answer introduce(String text) {
        try {
            sweeps.introduce(Introduction.parse(text));
            return new Answer(OK, String.valueOf(workers));
        } catch (RefusedException e) {
            return new Answer(REFUSED, e.reason());
        } catch (InvalidInputException e) {
            return new Answer(REFUSED, "refuses: " + e.getMessage());
        }
    }

    private Answer run(String id, int number) {
        Optional<SweepsAtHand.AtHand> found = sweeps.find(id);
        if (found.isEmpty() || number > found.get().sweep().points().size()) {
            return new Answer(UNKNOWN, "");
        }
        Point point = found.get().sweep().points().get(number - 1);
        free.acquireUninterruptibly();
        PointEnd end;
        try {
            end = PointEnd.of(found.get().runner(), point);
        } finally {
            free.release();
        }
        return new Answer(OK, EndText.of(end));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
