package io.cdpsim.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cdpsim.cli.ChildJava;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The server without a browser: whom it answers, what a run may do, what is left of it. */
class PageServerTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();

    static {
        // The sandbox shows the archive to the runs in it.
        ChildJava.archiveForCommands();
    }

    private static final HostCapabilities CAPABILITIES = HostCapabilities.find(false);

    private static final String SHORT_PTX = LongRun.PTX.replace("@%p bra again;", "");

    private static PageServer server;
    private static Set<Path> before;

    @BeforeAll
    static void start() throws IOException {
        before = folders();
        // A user may set the limit on a request too; ten seconds are long for a test.
        System.setProperty("sun.net.httpserver.maxReqTime", "2");
        server = PageServer.start(0, CAPABILITIES, RunProcess.Limits.of(60, 512), ServeCommand.catalogs());
    }

    @AfterAll
    static void nothingIsLeft() throws IOException {
        Set<Path> own = folders();
        own.removeAll(before);
        server.close();
        assertThat(own).isNotEmpty().allMatch(Files::notExists);
    }

    private static Set<Path> folders() throws IOException {
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.filter(each -> String.valueOf(each.getFileName())
                            .startsWith(
                                    RunService.PREFIX + ProcessHandle.current().pid() + "-"))
                    .collect(Collectors.toSet());
        }
    }

    private static String json(String kind, String... namesAndTexts) {
        ObjectNode submission = JSON.createObjectNode().put("id", "this").put("kind", kind);
        ArrayNode files = submission.putArray("files");
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            files.addObject().put("name", namesAndTexts[i]).put("text", namesAndTexts[i + 1]);
        }
        return submission.toString();
    }

    /** By a client of its own: another one would send it over a connection that the server may just close, and does not repeat a POST. */
    private static HttpResponse<String> post(String what, String body) throws IOException, InterruptedException {
        return HttpClient.newHttpClient().send(request(what, body), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest request(String what, String body) {
        return HttpRequest.newBuilder(server.address().resolve(what))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private static JsonNode ran(String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = post("run", body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    /** The status of a request written by hand: Java's client lets nobody choose the host. */
    private static int status(String path, String... headers) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
            List<String> lines = new ArrayList<>(List.of("GET " + path + " HTTP/1.1", "Connection: close"));
            lines.addAll(List.of(headers));
            OutputStream out = socket.getOutputStream();
            out.write((String.join("\r\n", lines) + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            out.flush();
            InputStream in = socket.getInputStream();
            String answer = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Integer.parseInt(answer.substring(9, 12));
        }
    }

    @Test
    void onlyTheTokenOpensAnything() throws Exception {
        String host = "Host: 127.0.0.1:" + server.address().getPort();
        String path = server.address().getPath();
        assertThat(status(path, host)).isEqualTo(200);
        assertThat(status(path + "start", host)).isEqualTo(200);
        for (String each : List.of("/", "/start", "/x/start", path.substring(0, path.length() - 2) + "/start")) {
            assertThat(status(each, host)).as(each).isEqualTo(403);
        }
        HttpResponse<String> unauthorized = CLIENT.send(
                HttpRequest.newBuilder(server.address().resolve("/")).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(unauthorized.body()).doesNotContain(path).contains("lacks its token");
    }

    @Test
    void onlyNamesOfTheLoopbackAndPagesOfThisServerAreAnswered() throws Exception {
        int port = server.address().getPort();
        String path = server.address().getPath();
        assertThat(status(path, "Host: localhost:" + port)).isEqualTo(200);
        assertThat(status(path, "Host: example.org:" + port)).isEqualTo(403);
        assertThat(status(path, "Host: 127.0.0.1.example.org:" + port)).isEqualTo(403);
        assertThat(status(path, "Host: 127.0.0.1:" + port, "Host: example.org:" + port))
                .isNotEqualTo(200);
        assertThat(status(path, "Host: 127.0.0.1:" + port, "Origin: http://127.0.0.1:" + port))
                .isEqualTo(200);
        assertThat(status(path, "Host: 127.0.0.1:" + port, "Origin: http://example.org"))
                .isEqualTo(403);
        assertThat(status(path, "Host: 127.0.0.1:" + port, "Origin: null")).isEqualTo(403);
    }

    @Test
    void itIsUnreachableFromTheNetwork() throws Exception {
        for (InetAddress each :
                InetAddress.getAllByName(InetAddress.getLocalHost().getHostName())) {
            if (!each.isLoopbackAddress()) {
                try (Socket socket = new Socket()) {
                    socket.connect(new InetSocketAddress(each, server.address().getPort()), 200);
                    throw new AssertionError("answers at " + each);
                } catch (IOException e) {
                    assertThat(socketProblem(e)).isTrue();
                }
            }
        }
    }

    private static boolean socketProblem(IOException e) {
        return e instanceof java.net.ConnectException || e instanceof java.net.SocketTimeoutException;
    }

    @Test
    void nothingButThePageAndItsProgramsIsServed() throws Exception {
        String host = "Host: 127.0.0.1:" + server.address().getPort();
        String path = server.address().getPath();
        for (String each : List.of(
                "../../../etc/passwd",
                "%2e%2e/%2e%2e/etc/passwd",
                "PageServer.class",
                "program?/etc/passwd",
                "program?../page.html",
                "rule/../page.html",
                "timeline",
                "timeline/other")) {
            assertThat(status(path + each, host)).as(each).isIn(403, 404);
        }
    }

    @Test
    void everyProgramOfAListIsThere() {
        for (SampleProgram.Catalog catalog : ServeCommand.catalogs()) {
            assertThat(catalog.programs())
                    .isNotEmpty()
                    .allSatisfy(each -> assertThat(catalog.files(each))
                            .isNotEmpty()
                            .allMatch(file -> !file.text().isBlank()));
        }
    }

    @Test
    void aSourceThatAnotherIncludesIsNotCompiledByItself() {
        RunSubmission run = new RunSubmission(
                "this",
                SampleProgram.ProgramKind.CUDA,
                List.of(
                        new SampleProgram.ProgramFile("kernel.cu", "__global__ void k() {}"),
                        new SampleProgram.ProgramFile("main.cu", "#include \"kernel.cu\"\nint main() {}")),
                "",
                "eager",
                "1",
                false);

        assertThat(run.sources()).containsExactly("main.cu");
    }

    @Test
    void whatIsTooLargeOrMisshapenIsRefused() throws Exception {
        assertThat(post("run", "x".repeat((1 << 20) + 1)).statusCode()).isEqualTo(413);
        for (String each : List.of(
                "",
                "[]",
                json("ptx"),
                json("shell", "a.ptx", ""),
                json("ptx", "a.ptx", ""),
                json("ptx", "../a.ptx", "", "a.yaml", ""),
                json("ptx", "--debug.ptx", "", "a.yaml", ""),
                json("litmus", "/etc/passwd", ""),
                json("litmus", "a.litmus", "", "a.litmus", ""),
                json("litmus", "a.litmus", "").replace("{\"id\"", "{\"profile\":\"/etc/p.yaml\",\"id\""),
                json("litmus", "a.litmus", "").replace("{\"id\"", "{\"seed\":\"--trace\",\"id\""))) {
            assertThat(post("run", each).statusCode()).as(each).isEqualTo(400);
        }
    }

    @Test
    void aPlanReadsNoFileOfTheMachine() throws Exception {
        String plan = LongRun.PLAN + "buffers:\n  a: {type: u8, count: 9, file: /etc/passwd}\n";
        HttpResponse<String> answer = post("run", json("ptx", "a.ptx", LongRun.PTX, "plan.yaml", plan));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("plan.yaml:4:", "reads no files of the machine");
    }

    @Test
    void oneRunAtATimeAndCancelEndsIt() throws Exception {
        String body = json("ptx", "a.ptx", LongRun.PTX, "plan.yaml", LongRun.PLAN);
        CompletableFuture<HttpResponse<String>> first =
                CLIENT.sendAsync(request("run", body), HttpResponse.BodyHandlers.ofString());
        while (ProcessHandle.current().children().findAny().isEmpty()) {
            assertThat(first).isNotDone();
            Thread.onSpinWait();
        }
        List<ProcessHandle> processes = ProcessHandle.current().descendants().toList();
        assertThat(post("run", body).statusCode()).isEqualTo(409);
        assertThat(isCancelled("other")).as("the run of another page").isFalse();
        assertThat(isCancelled("this")).isTrue();

        assertThat(JSON.readTree(first.get().body()).path("how").asText()).isEqualTo("cancelled");
        assertThat(processes)
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.onExit()).succeedsWithin(Duration.ofSeconds(10)));
        assertThat(isCancelled("this")).as("a run that has ended").isFalse();
    }

    private static boolean isCancelled(String id) throws Exception {
        return JSON.readTree(post("cancel/" + id, "").body()).path("cancelled").asBoolean();
    }

    @Test
    void everyRunHasATimelineOfItsOwn() throws Exception {
        String program = json("ptx", "a.ptx", SHORT_PTX, "plan.yaml", LongRun.PLAN);
        List<String> pages = new ArrayList<>();
        for (String id : List.of("one", "two")) {
            String path = ran(program.replace("\"this\"", '"' + id + '"').replace("count", "count_" + id))
                    .path("timeline")
                    .asText();
            assertThat(path).isEqualTo("timeline/" + id);
        }
        for (String id : List.of("one", "two")) {
            HttpResponse<String> page = CLIENT.send(
                    HttpRequest.newBuilder(server.address().resolve("timeline/" + id))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(page.statusCode()).isEqualTo(200);
            pages.add(page.body());
        }
        assertThat(pages.get(0)).contains("count_one").doesNotContain("count_two");
        assertThat(pages.get(1)).contains("count_two").doesNotContain("count_one");
    }

    /** Connections that send a part of a request and then nothing, with and without a token. */
    @Test
    void halfARequestBlocksNoOtherAndIsCutOff() throws Exception {
        String host = "Host: 127.0.0.1:" + server.address().getPort() + "\r\n";
        String path = server.address().getPath();
        List<String> halves = List.of(
                "GET /x/start HTTP/1.1\r\n" + host,
                "POST /x/run HTTP/1.1\r\n" + host + "Content-Length: 1000\r\n\r\n{",
                "POST " + path + "run HTTP/1.1\r\n" + host + "Content-Length: 1000\r\n\r\n{");
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < 24; i++) {
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), server.address().getPort());
                sockets.add(socket);
                OutputStream out = socket.getOutputStream();
                out.write(halves.get(i % halves.size()).getBytes(StandardCharsets.US_ASCII));
                out.flush();
            }
            assertThat(status(path + "start", host.strip())).isEqualTo(200);
            for (Socket each : sockets) {
                each.setSoTimeout(60_000);
                assertThat(new String(each.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .doesNotContain("200 OK");
            }
        } finally {
            for (Socket each : sockets) {
                each.close();
            }
        }
    }

    /** The token is checked before the body is read: an answer comes although no body does. */
    @Test
    void aStrangersBodyIsNotRead() throws Exception {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write(("POST /x/run HTTP/1.1\r\nHost: 127.0.0.1:"
                                    + server.address().getPort() + "\r\nContent-Length: 1000\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            byte[] start = socket.getInputStream().readNBytes(12);
            assertThat(new String(start, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 403");
        }
    }

    /** Through the sandbox, where there is one: a compiler reads what a source includes. */
    @Test
    void aCudaProgramSeesNothingOfTheMachine() throws Exception {
        assumeTrue(CAPABILITIES.cuda().isEmpty(), CAPABILITIES.cuda());
        Path secret = Files.writeString(
                Files.createTempFile("secret", ".h"), "#error \"the secret was read\"\n", StandardCharsets.UTF_8);
        try {
            JsonNode answer = ran(json("cuda", "a.cu", "#include \"" + secret + "\"\nint main() { return 0; }\n"));
            assertThat(answer.path("exit").asInt()).isEqualTo(2);
            assertThat(answer.path("err").asText())
                    .contains("a.cu", String.valueOf(secret.getFileName()))
                    .doesNotContain("the secret was read");
        } finally {
            Files.delete(secret);
        }
    }
}
