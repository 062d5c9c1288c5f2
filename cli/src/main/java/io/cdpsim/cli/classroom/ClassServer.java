package io.cdpsim.cli.classroom;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.cdpsim.cli.classroom.ClassFolder.Account;
import io.cdpsim.cli.lab.LabGrading;
import io.cdpsim.cli.output.ResourceText;
import io.cdpsim.semantics.lab.Lab;
import io.cdpsim.workloads.FileErrors;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The HTTP server of a class. The token of an invitation, in a cookie after the first visit, identifies a user; a request without one is refused
 * before its body is read. Work is saved in a {@link ClassFolder} and graded in the order of a {@link GradingQueue}.
 */
public final class ClassServer implements AutoCloseable {
    private static final int MOST_THREADS = 64;
    private static final int IDLE_SECONDS = 30;
    private static final int MOST_BODY_BYTES = 1 << 20;
    private static final int MOST_NAME = 80;
    private static final int INSUFFICIENT_STORAGE = 507;
    private static final String COOKIE = "cdpsim";
    private static final String HTML = "text/html; charset=utf-8";
    private static final String JSON = "application/json; charset=utf-8";
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
                    + " form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final ClassFolder folder;
    private final ClassPages pages;
    private final GradingQueue queue;
    private final URI address;

    /**
     * Limits for each user.
     *
     * @param jobs gradings of all users at the same time
     * @param queued gradings of a user that may wait or run
     * @param heapMegabytes memory of the simulator in a grading, MiB
     */
    public record Limits(int jobs, int queued, int heapMegabytes) {}

    private ClassServer(HttpServer server, ClassFolder folder, GradingQueue queue, URI address) {
        this.server = server;
        this.folder = folder;
        this.queue = queue;
        this.address = address;
        pages = new ClassPages(folder);
        threads = new ThreadPoolExecutor(
                MOST_THREADS, MOST_THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "cdpsim serve --class");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Starts.
     *
     * @param socket the address to listen at
     * @param address the address that users type; empty for that of the socket
     * @throws IOException if the folder cannot be written, or the port is taken
     */
    public static ClassServer start(ClassInvitations of, InetSocketAddress socket, Optional<URI> address, Limits limits)
            throws IOException {
        return start(
                of.folder(),
                socket,
                address,
                limits,
                (id, lab) -> LabGrading.grade(lab, id, of.folder().work(id, lab), limits.heapMegabytes()));
    }

    static ClassServer start(
            ClassFolder folder,
            InetSocketAddress socket,
            Optional<URI> address,
            Limits limits,
            GradingQueue.Grader grader)
            throws IOException {
        HttpServer server = HttpServer.create(socket, 0);
        GradingQueue queue;
        try {
            queue = new GradingQueue(folder, grader, limits.jobs(), limits.queued());
        } catch (IOException e) {
            server.stop(0);
            throw e;
        }
        String host = socket.getAddress().isAnyLocalAddress() ? "localhost" : socket.getHostString();
        ClassServer started = new ClassServer(
                server,
                folder,
                queue,
                address.orElse(
                        URI.create("http://" + host + ":" + server.getAddress().getPort() + "/")));
        server.setExecutor(started.threads);
        server.createContext("/", started::handle);
        server.start();
        return started;
    }

    /** The address that users type. */
    public URI address() {
        return address;
    }

    @Override
    public void close() {
        server.stop(0);
        queue.close();
        threads.shutdownNow();
        // Gradings that are in flight; they start again with the server.
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            try {
                answer(exchange);
            } catch (IOException e) {
                if (exchange.getResponseCode() < 0) {
                    send(
                            exchange,
                            INSUFFICIENT_STORAGE,
                            JSON,
                            problem("not saved, what was saved before is unchanged: " + FileErrors.reason(e)));
                }
            }
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (!isOwn(exchange)) {
            send(exchange, 403, HTML, ClassPages.message("Not here", "This server is at " + address + "."));
            return;
        }
        if (path.startsWith("/join/")) {
            join(exchange, path.substring("/join/".length()));
            return;
        }
        String token = token(exchange);
        Optional<Account> account = token.isEmpty() ? Optional.empty() : folder.account(token, false);
        if (account.isEmpty()) {
            send(
                    exchange,
                    403,
                    HTML,
                    ClassPages.message("Not invited", "Open the link of your invitation; your instructor has it."));
        } else if (exchange.getRequestMethod().equals("POST")) {
            post(exchange, path, token, account.get());
        } else if (path.equals("/class.css") || path.equals("/class.js")) {
            send(
                    exchange,
                    200,
                    path.endsWith("css") ? "text/css" : "text/javascript",
                    ResourceText.of(ClassServer.class, path.substring(1)));
        } else if (account.get().name().isEmpty()) {
            send(exchange, 200, HTML, ClassPages.welcome());
        } else {
            get(exchange, path, account.get());
        }
    }

    /** Whether a request addresses this server by its own name, and comes from no page of another origin. */
    private boolean isOwn(HttpExchange exchange) {
        Headers headers = exchange.getRequestHeaders();
        String host = Objects.requireNonNullElse(headers.getFirst("Host"), "");
        if (!host.equals(address.getAuthority())) {
            return false;
        }
        return headers.getOrDefault("Origin", List.of()).stream()
                .allMatch(each -> each.equals(address.getScheme() + "://" + address.getAuthority()));
    }

    private static String token(HttpExchange exchange) {
        for (String header : exchange.getRequestHeaders().getOrDefault("Cookie", List.of())) {
            for (String each : header.split(";", -1)) {
                if (each.strip().startsWith(COOKIE + "=")) {
                    return each.strip().substring(COOKIE.length() + 1);
                }
            }
        }
        return "";
    }

    private void join(HttpExchange exchange, String token) throws IOException {
        if (folder.account(token, false).isEmpty()) {
            send(
                    exchange,
                    403,
                    HTML,
                    ClassPages.message("Not invited", "This invitation does not exist; check the link."));
            return;
        }
        String secure = "https".equals(address.getScheme()) ? "; Secure" : "";
        exchange.getResponseHeaders()
                .set(
                        "Set-Cookie",
                        COOKIE + "=" + token + "; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000" + secure);
        redirect(exchange, "/");
    }

    private void get(HttpExchange exchange, String path, Account account) throws IOException {
        String[] parts = path.split("/", -1);
        Optional<Lab> lab = parts.length > 2 && parts[1].equals("lab") ? pages.find(parts[2]) : Optional.empty();
        if (path.equals("/")) {
            send(exchange, 200, HTML, pages.overview(account));
        } else if (lab.isPresent() && parts.length == 3) {
            send(exchange, 200, HTML, pages.lab(account, lab.get()));
        } else if (lab.isPresent() && parts.length == 4 && parts[3].equals("state")) {
            int position = queue.position(account.id(), lab.get().number());
            send(
                    exchange,
                    200,
                    JSON,
                    new ObjectMapper()
                            .createObjectNode()
                            .put("position", position)
                            .put(
                                    "grade",
                                    ClassPages.grade(
                                            folder.grade(account.id(), lab.get().number())))
                            .toString());
        } else if (lab.isPresent() && parts.length == 5 && lab.get().files().contains(parts[4])) {
            String type = parts[4].endsWith(".svg") ? "image/svg+xml" : "text/plain; charset=utf-8";
            send(exchange, 200, type, new String(lab.get().file(parts[4], account.id()), StandardCharsets.UTF_8));
        } else if (account.isInstructor() && path.equals("/progress")) {
            send(exchange, 200, HTML, pages.progress(account));
        } else if (account.isInstructor() && path.equals("/progress.csv")) {
            exchange.getResponseHeaders().set("Content-Disposition", "attachment; filename=\"grades.csv\"");
            send(exchange, 200, "text/csv; charset=utf-8", pages.table());
        } else {
            send(
                    exchange,
                    404,
                    HTML,
                    ClassPages.message("Not found", "This page does not exist; go back to the labs."));
        }
    }

    private void post(HttpExchange exchange, String path, String token, Account account) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(MOST_BODY_BYTES + 1);
        if (body.length > MOST_BODY_BYTES) {
            send(exchange, 413, JSON, problem("the work has more than " + MOST_BODY_BYTES + " bytes, shorten it"));
            return;
        }
        Map<String, String> form = form(new String(body, StandardCharsets.UTF_8));
        String[] parts = path.split("/", -1);
        Optional<Lab> lab = parts.length == 4 && parts[1].equals("lab") ? pages.find(parts[2]) : Optional.empty();
        if (path.equals("/name")) {
            String name =
                    form.getOrDefault("name", "").replaceAll("\\p{Cntrl}", " ").strip();
            if (!name.isEmpty() && name.length() <= MOST_NAME) {
                folder.name(token, name);
            }
            redirect(exchange, "/");
        } else if (lab.isPresent() && List.of("save", "grade").contains(parts[3])) {
            int number = lab.get().number();
            folder.save(
                    account.id(),
                    number,
                    Lab.KERNELS,
                    form.getOrDefault("kernel", "").replace("\r\n", "\n"));
            folder.save(account.id(), number, Lab.ANSWERS, AnswerSheet.of(lab.get(), account.id(), form));
            if (parts[3].equals("grade") && !queue.add(account.id(), number)) {
                send(
                        exchange,
                        429,
                        JSON,
                        problem("saved; too many of your gradings wait, try again after one has ended"));
                return;
            }
            send(exchange, 200, JSON, "{\"position\":" + queue.position(account.id(), number) + "}");
        } else {
            send(exchange, 404, JSON, problem("this address does not exist"));
        }
    }

    private static Map<String, String> form(String body) {
        Map<String, String> form = new HashMap<>();
        for (String each : body.split("&", -1)) {
            int equals = each.indexOf('=');
            if (equals > 0) {
                try {
                    form.put(
                            URLDecoder.decode(each.substring(0, equals), StandardCharsets.UTF_8),
                            URLDecoder.decode(each.substring(equals + 1), StandardCharsets.UTF_8));
                } catch (IllegalArgumentException e) {
                    // No browser encodes a form like this: the field is missing.
                }
            }
        }
        return form;
    }

    private static String problem(String words) {
        return new ObjectMapper().createObjectNode().put("problem", words).toString();
    }

    private static void redirect(HttpExchange exchange, String to) throws IOException {
        exchange.getResponseHeaders().set("Location", to);
        send(exchange, 303, HTML, "");
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", type);
        headers.set("Cache-Control", "no-store");
        // Without any referrer, browsers send forms with the origin null.
        headers.set("Referrer-Policy", "same-origin");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Content-Security-Policy", POLICY);
        // A kept connection ends with the time limit on the next request's headers, which a browser takes for a
        // failure.
        headers.set("Connection", "close");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }
}
