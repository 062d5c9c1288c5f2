package io.cdpsim.cli.serve;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.cdpsim.semantics.rules.catalog.RuleCatalog;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The HTTP server: files of the page, programs, rules, and runs. {@link RequestAuthorization} guards every request; no file is read by a name that
 * a request contains.
 */
final class PageServer implements AutoCloseable {
    /** Enough for a page, its runs and connections that send slowly: each of those takes a thread until the time limit. */
    private static final int MOST_THREADS = 64;

    private static final int IDLE_SECONDS = 30;

    /** The time in which a request must arrive, from its first byte to the end of its body. */
    private static final int REQUEST_SECONDS = 10;

    /** The property of the JDK's server that limits this time; the server reads it once in a process. */
    private static final String REQUEST_LIMIT = "sun.net.httpserver.maxReqTime";

    /** The property of the JDK's server that limits how much of a body it reads after its handler has not: nothing here. */
    private static final String DRAIN_LIMIT = "sun.net.httpserver.drainAmount";

    private static final String TIMELINE = "timeline/";
    private static final String CANCEL = "cancel/";
    private static final int MOST_TIMELINES = 8;
    private static final String UNKNOWN = "this address does not exist; open the address that cdpsim serve prints";
    private static final int MOST_BODY_BYTES = 1 << 20;
    private static final String JSON = "application/json; charset=utf-8";
    private static final String HTML = "text/html; charset=utf-8";
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; frame-src"
                    + " 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

    /** The run writes the time line: it may run scripts, but has no origin. */
    private static final String FRAME_POLICY =
            "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src"
                    + " data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'";

    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final RequestAuthorization authorization;
    private final HostCapabilities capabilities;
    private final RunProcess.Limits limits;
    private final List<SampleProgram.Catalog> catalogs;
    private final RunService runs;
    private final RuleCatalog rules = RuleCatalog.load();
    /** Time lines by the ids of their runs, the latest last. */
    private final Map<String, String> timelines = new LinkedHashMap<>();

    private PageServer(
            HttpServer server,
            HostCapabilities capabilities,
            RunProcess.Limits limits,
            List<SampleProgram.Catalog> catalogs,
            RunService runs) {
        this.server = server;
        this.capabilities = capabilities;
        this.limits = limits;
        this.catalogs = List.copyOf(catalogs);
        this.runs = runs;
        authorization = RequestAuthorization.fresh(server.getAddress().getPort());
        threads = new ThreadPoolExecutor(
                MOST_THREADS, MOST_THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "cdpsim serve");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Starts on the loopback.
     *
     * @param port 0 for any
     * @throws BindException if the port is taken
     * @throws IOException if no server can be made
     */
    static PageServer start(
            int port, HostCapabilities capabilities, RunProcess.Limits limits, List<SampleProgram.Catalog> catalogs)
            throws IOException {
        limitRequests();
        InetAddress loopback = InetAddress.getByAddress("localhost", new byte[] {127, 0, 0, 1});
        HttpServer server = HttpServer.create(new InetSocketAddress(loopback, port), 0);
        RunService runs;
        try {
            runs = new RunService(capabilities.sandbox(), limits);
        } catch (IOException e) {
            server.stop(0);
            throw e;
        }
        PageServer started = new PageServer(server, capabilities, limits, catalogs, runs);
        server.setExecutor(started.threads);
        server.createContext("/", started::handle);
        server.start();
        return started;
    }

    /** Limits the time of requests, before the first server of this process. */
    static void limitRequests() {
        for (Map.Entry<String, String> each :
                Map.of(REQUEST_LIMIT, "" + REQUEST_SECONDS, DRAIN_LIMIT, "0").entrySet()) {
            if (System.getProperty(each.getKey()) == null) {
                System.setProperty(each.getKey(), each.getValue());
            }
        }
    }

    /** The page's address, with the token. */
    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/" + authorization.token() + "/");
    }

    @Override
    public void close() {
        server.stop(0);
        runs.close();
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            try {
                if (!authorization.isLocal(exchange)) {
                    send(
                            exchange,
                            403,
                            JSON,
                            JsonResponses.problem(
                                    "the request does not address this machine by one of its own names; open the"
                                            + " address that cdpsim serve prints"));
                } else if (!authorization.admits(exchange.getRequestURI().getPath())) {
                    // A shared link has no token: the page of this response opens it if this browser has the page open
                    // or had it before.
                    unauthorized(exchange);
                } else {
                    answer(
                            exchange,
                            RequestAuthorization.resource(
                                    exchange.getRequestURI().getPath()));
                }
            } catch (RunSubmission.InvalidSubmissionException e) {
                send(exchange, 400, JSON, JsonResponses.problem(String.valueOf(e.getMessage())));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                send(exchange, 503, JSON, JsonResponses.problem("the server ends"));
            }
        }
    }

    private void unauthorized(HttpExchange exchange) throws IOException {
        String nonce = RequestAuthorization.random();
        exchange.getResponseHeaders()
                .set(
                        "Content-Security-Policy",
                        "default-src 'none'; script-src 'nonce-" + nonce
                                + "'; frame-ancestors 'none'; base-uri 'none'");
        send(exchange, 403, HTML, PageFiles.own("unauthorized.html").replace("@NONCE@", nonce));
    }

    private void answer(HttpExchange exchange, String what) throws IOException, InterruptedException {
        boolean isPost = exchange.getRequestMethod().equals("POST");
        if (!isPost && !exchange.getRequestMethod().equals("GET")) {
            send(exchange, 405, JSON, JsonResponses.problem("expected GET or POST"));
        } else if (isPost && what.equals("run")) {
            run(exchange);
        } else if (isPost && what.startsWith(CANCEL)) {
            send(exchange, 200, JSON, JsonResponses.cancellation(runs.cancel(what.substring(CANCEL.length()))));
        } else if (isPost) {
            send(exchange, 404, JSON, JsonResponses.problem(UNKNOWN));
        } else {
            get(exchange, what);
        }
    }

    private void get(HttpExchange exchange, String what) throws IOException {
        Optional<PageFiles.PageFile> file = PageFiles.find(what);
        if (file.isPresent()) {
            send(exchange, 200, file.get().type(), file.get().text());
        } else if (what.equals("start")) {
            List<SampleProgram> all =
                    catalogs.stream().flatMap(each -> each.programs().stream()).toList();
            send(exchange, 200, JSON, JsonResponses.start(all, capabilities, limits));
        } else if (what.equals("program")) {
            program(
                    exchange,
                    Objects.requireNonNullElse(exchange.getRequestURI().getQuery(), ""));
        } else if (what.startsWith("rule/")) {
            String id = what.substring(what.indexOf('/') + 1).toUpperCase(Locale.ROOT);
            Optional<String> text = rules.find(id).map(JsonResponses::rule);
            send(
                    exchange,
                    text.isPresent() ? 200 : 404,
                    JSON,
                    text.orElse(JsonResponses.problem("there is no rule " + id)));
        } else if (what.startsWith(TIMELINE)) {
            timeline(exchange, what.substring(TIMELINE.length()));
        } else {
            send(exchange, 404, JSON, JsonResponses.problem(UNKNOWN));
        }
    }

    private void timeline(HttpExchange exchange, String id) throws IOException {
        String page;
        synchronized (timelines) {
            page = timelines.getOrDefault(id, "");
        }
        if (page.isEmpty()) {
            send(exchange, 404, JSON, JsonResponses.problem("the time line is no longer kept; run the program again"));
            return;
        }
        exchange.getResponseHeaders().set("Content-Security-Policy", FRAME_POLICY);
        String look = Objects.requireNonNullElse(exchange.getRequestURI().getQuery(), "");
        send(exchange, 200, HTML, PageFiles.TimelinePage.of(page, look));
    }

    private void keep(String id, String timeline) {
        synchronized (timelines) {
            timelines.remove(id);
            timelines.put(id, timeline);
            if (timelines.size() > MOST_TIMELINES) {
                timelines.remove(timelines.keySet().iterator().next());
            }
        }
    }

    private void program(HttpExchange exchange, String id) throws IOException {
        for (SampleProgram.Catalog catalog : catalogs) {
            for (SampleProgram each : catalog.programs()) {
                if (each.id().equals(id)) {
                    send(exchange, 200, JSON, JsonResponses.program(each, catalog.files(each)));
                    return;
                }
            }
        }
        send(exchange, 404, JSON, JsonResponses.problem("the program does not exist; choose one from the list"));
    }

    private void run(HttpExchange exchange) throws IOException, InterruptedException {
        byte[] body = exchange.getRequestBody().readNBytes(MOST_BODY_BYTES + 1);
        if (body.length > MOST_BODY_BYTES) {
            send(exchange, 413, JSON, JsonResponses.problem("the program has more than " + MOST_BODY_BYTES + " bytes"));
            return;
        }
        RunSubmission submission = RunSubmission.read(new String(body, StandardCharsets.UTF_8));
        if (submission.kind() == SampleProgram.ProgramKind.CUDA
                && !capabilities.cuda().isEmpty()) {
            throw new RunSubmission.InvalidSubmissionException(capabilities.cuda());
        }
        Optional<RunProcess.Outcome> end;
        try {
            end = runs.run(submission);
        } catch (IOException e) {
            send(exchange, 500, JSON, JsonResponses.problem("the run could not be started: " + e.getMessage()));
            return;
        }
        if (end.isEmpty()) {
            send(exchange, 409, JSON, JsonResponses.problem("another run is in flight; wait for it or cancel it"));
            return;
        }
        String timeline = end.get().timeline();
        if (!timeline.isEmpty()) {
            keep(submission.id(), timeline);
        }
        String path = timeline.isEmpty() ? "" : TIMELINE + submission.id();
        send(exchange, 200, JSON, JsonResponses.run(end.get(), path));
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", type);
        headers.set("Cache-Control", "no-store");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        if (!headers.containsKey("Content-Security-Policy")) {
            headers.set("Content-Security-Policy", POLICY);
        }
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
