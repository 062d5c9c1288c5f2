package io.cdpsim.cli.classroom;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.cdpsim.cli.CommandRun;
import io.cdpsim.cli.lab.LabGrading;
import io.cdpsim.semantics.lab.LabCatalog;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server of a class without a browser. Grading is stood in for, except where a test says otherwise. */
class ClassServerTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final ClassServer.Limits LIMITS = new ClassServer.Limits(2, 2, 512);
    private static final int USERS = 40;
    private static final int DEADLINE_POLLS = 600;

    @TempDir
    private Path folder;

    /** The stand-in for grading takes a permit and gives as many points as the kernel has characters. */
    private final Semaphore permits = new Semaphore(0);

    private ClassServer server;
    private ClassInvitations invitations;

    @BeforeEach
    void start() throws IOException {
        invitations = ClassInvitations.in(folder.resolve("class"));
        server = ClassServer.start(
                invitations.folder(),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Optional.empty(),
                LIMITS,
                (id, lab) -> {
                    permits.acquire();
                    int points = invitations
                            .folder()
                            .text(id, lab, "kernel.cu")
                            .orElse("")
                            .length();
                    return JsonNodeFactory.instance
                            .objectNode()
                            .put("points", points)
                            .put("of", 10)
                            .put("graded", "kernel.cu");
                });
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpRequest.Builder request(String path, String token) {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.address().resolve(path));
        return token.isEmpty() ? request : request.header("Cookie", "cdpsim=" + token);
    }

    private HttpResponse<String> get(String path, String token) throws IOException, InterruptedException {
        return CLIENT.send(request(path, token).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest postRequest(String path, String token, String... form) {
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < form.length; i += 2) {
            fields.add(form[i] + "=" + URLEncoder.encode(form[i + 1], StandardCharsets.UTF_8));
        }
        return request(path, token)
                .POST(HttpRequest.BodyPublishers.ofString(String.join("&", fields)))
                .build();
    }

    private HttpResponse<String> post(String path, String token, String... form)
            throws IOException, InterruptedException {
        return CLIENT.send(postRequest(path, token, form), HttpResponse.BodyHandlers.ofString());
    }

    private String student(String name) throws IOException, InterruptedException {
        String link = invitations.create(1).get(0);
        HttpResponse<String> joined = get("/" + link, "");
        assertThat(joined.statusCode()).isEqualTo(303);
        String cookie = joined.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie).contains("HttpOnly", "SameSite=Lax");
        String token = cookie.substring("cdpsim=".length(), cookie.indexOf(';'));
        assertThat(get("/", token).body()).contains("Your name");
        post("/name", token, "name", name);
        assertThat(get("/", token).body()).contains(MarkdownHtml.escaped(name));
        return token;
    }

    private int position(String token, int lab) throws IOException, InterruptedException {
        return state(token, lab).path("position").asInt();
    }

    private JsonNode state(String token, int lab) throws IOException, InterruptedException {
        return new ObjectMapper().readTree(get("/lab/" + lab + "/state", token).body());
    }

    private void awaitGraded(String token, int lab) throws IOException, InterruptedException {
        for (int i = 0; i < DEADLINE_POLLS && position(token, lab) >= 0; i++) {
            Thread.sleep(20);
        }
        assertThat(position(token, lab)).isNegative();
    }

    @Test
    void fortyUsersGradeAtOnceAndEachHasTheirOwnPoints() throws Exception {
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < USERS; i++) {
            tokens.add(student(String.format("Student %02d", i)));
        }
        List<CompletableFuture<HttpResponse<String>>> posts = new ArrayList<>();
        for (int i = 0; i < USERS; i++) {
            posts.add(CLIENT.sendAsync(
                    postRequest("/lab/1/grade", tokens.get(i), "kernel", "x".repeat(i)),
                    HttpResponse.BodyHandlers.ofString()));
        }
        for (CompletableFuture<HttpResponse<String>> each : posts) {
            assertThat(each.get().statusCode()).isEqualTo(200);
        }
        List<Integer> positions = new ArrayList<>();
        for (String each : tokens) {
            positions.add(position(each, 1));
        }
        // Two run, the others have places of their own.
        assertThat(positions.stream().filter(each -> each == 0)).hasSize(LIMITS.jobs());
        assertThat(positions.stream().filter(each -> each > 0).sorted().toList())
                .isEqualTo(Stream.iterate(1, each -> each + 1)
                        .limit(USERS - LIMITS.jobs())
                        .toList());

        permits.release(USERS);
        for (String each : tokens) {
            awaitGraded(each, 1);
        }

        String instructor = invitations.ofInstructor().substring("join/".length());
        post("/name", instructor, "name", "Prof");
        List<String> lines = get("/progress.csv", instructor).body().lines().toList();
        assertThat(lines).hasSize(USERS + 1);
        assertThat(lines.get(0)).isEqualTo("student,lab,points,of,graded,lost,problem");
        for (int i = 0; i < USERS; i++) {
            assertThat(lines.get(i + 1)).isEqualTo(String.format("Student %02d,1,%d,10,kernel.cu,,", i, i));
        }
        assertThat(get("/progress", instructor).body()).contains("<td>Student 39</td><td>39</td>");
        assertThat(get("/progress.csv", tokens.get(0)).statusCode()).isEqualTo(404);
        assertThat(get("/progress", tokens.get(0)).body()).doesNotContain("Student 39");
    }

    @Test
    void aRestartLosesNeitherWorkNorWhatWaits() throws Exception {
        String ann = student("Ann");
        post("/lab/1/grade", ann, "kernel", "1234", "blocks.measured", "8");
        post("/lab/2/grade", ann, "kernel", "12");
        assertThat(post("/lab/3/grade", ann, "kernel", "1").statusCode()).isEqualTo(429);
        server.close();

        start();

        assertThat(get("/lab/3", ann).body()).contains("\n1</textarea>");
        assertThat(get("/lab/1", ann).body()).contains("\n1234</textarea>", "value=\"8\"", "Ann");
        permits.release(2);
        awaitGraded(ann, 1);
        awaitGraded(ann, 2);
        assertThat(state(ann, 1).path("grade").asText()).contains("4 of 10 points");
        assertThat(state(ann, 2).path("grade").asText()).contains("2 of 10 points");
        try (Stream<Path> left = Files.list(folder.resolve("class/queue"))) {
            assertThat(left).isEmpty();
        }
    }

    /** What cannot be written, as on a full disk, is refused, and what was saved is unchanged. */
    @Test
    void workThatCannotBeSavedIsRefusedAndTheWorkOfBeforeStays() throws Exception {
        String ann = student("Ann");
        post("/lab/1/save", ann, "kernel", "before");
        Path work;
        try (Stream<Path> all = Files.walk(folder.resolve("class/work"))) {
            work = all.filter(each -> each.endsWith("lab-1")).findFirst().orElseThrow();
        }
        Path sheet = work.resolve("answers.yaml");
        String answers = Files.readString(sheet);
        Files.delete(sheet);
        Files.createDirectories(sheet.resolve("in the way"));

        HttpResponse<String> refused = post("/lab/1/save", ann, "blocks.measured", "8", "kernel", "before");

        assertThat(refused.statusCode()).isEqualTo(507);
        assertThat(refused.body()).contains("not saved");
        assertThat(work.resolve("kernel.cu")).hasContent("before");
        assertThat(answers).contains("\"lab\":1");
        try (Stream<Path> left = Files.list(work)) {
            assertThat(left.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder("kernel.cu", "answers.yaml");
        }
    }

    @Test
    void noFileHoldsAToken() throws Exception {
        String token = student("Ann");
        post("/lab/1/save", token, "kernel", "x");
        try (Stream<Path> all = Files.walk(folder.resolve("class"))) {
            for (Path each : all.toList()) {
                assertThat(each.toString()).doesNotContain(token);
                if (Files.isRegularFile(each)) {
                    assertThat(Files.readString(each)).doesNotContain(token);
                }
            }
        }
    }

    /** Whose body never comes is answered at once: the token counts first. */
    @Test
    void withoutAnInvitationTheBodyIsNotAwaited() throws Exception {
        int port = server.address().getPort();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(5000);
            socket.getOutputStream()
                    .write(("POST /lab/1/save HTTP/1.1\r\nHost: "
                                    + server.address().getAuthority()
                                    + "\r\nContent-Length: 1000\r\nConnection: close\r\n\r\nx")
                            .getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            assertThat(new String(in.readNBytes(12), StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 403");
        }
        assertThat(get("/", "").statusCode()).isEqualTo(403);
        assertThat(get("/join/AAAA", "").statusCode()).isEqualTo(403);
        String ann = student("Ann");
        HttpRequest foreign = request("/lab/1/save", ann)
                .header("Origin", "http://elsewhere.example")
                .POST(HttpRequest.BodyPublishers.ofString("kernel=x"))
                .build();
        assertThat(CLIENT.send(foreign, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(403);
        assertThat(post("/lab/1/save", ann, "kernel", "x".repeat(1 << 20)).statusCode())
                .isEqualTo(413);
    }

    @Test
    void eachLabHasItsTextQuestionsAndPicture() throws Exception {
        String ann = student("<Ann> & \"co\"");
        for (int lab = 1; lab <= LabCatalog.labs().size(); lab++) {
            String page = get("/lab/" + lab, ann).body();
            assertThat(page)
                    .contains("<h2>Background</h2>", "<h2>Questions</h2>", "/file/picture.svg", "__global__")
                    .doesNotContain("## ", "](", "lab check", "<Ann>");
            LabCatalog.lab(lab)
                    .key()
                    .questions()
                    .forEach(each -> assertThat(page).contains("name=\"" + each.name() + "."));
            assertThat(get("/lab/" + lab + "/file/picture.svg", ann).body()).contains("<svg");
        }
        assertThat(get("/lab/1/file/key.yaml", ann).statusCode()).isEqualTo(404);
        assertThat(get("/lab/99", ann).statusCode()).isEqualTo(404);
    }

    /** By {@code lab check}: the sheet that the server writes is one, with the questions of this user. */
    @Test
    void theGraderReadsTheSheetOfTheForm() throws Exception {
        Path work = Files.createDirectories(folder.resolve("work"));
        Files.writeString(
                work.resolve("answers.yaml"),
                AnswerSheet.of(
                        LabCatalog.lab(10),
                        "0123456789ab",
                        java.util.Map.of(
                                "code.predicted", "about 1", "code.measured", "69", "refused.measured", "a\"b: {")));

        JsonNode grade = LabGrading.grade(10, "0123456789ab", work, 512);

        assertThat(grade.path("points").asInt()).as(grade.toString()).isEqualTo(1);
        assertThat(grade.toString()).contains("found 'a").doesNotContain("the sheet has the questions of");
        assertThat(LabGrading.tableLine("Ann", 10, grade)).startsWith("Ann,10,1,10,answers only,");
    }

    @Test
    void invitationsArePrintedAndKnownToTheServerThatRuns() throws Exception {
        CommandRun run = CommandRun.of(
                "serve",
                "--class",
                folder.resolve("class").toString(),
                "--invite",
                "3",
                "--address",
                "https://labs.example.org");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out().lines().toList())
                .hasSize(3)
                .doesNotHaveDuplicates()
                .allMatch(each -> each.startsWith("https://labs.example.org/join/"));
        String path = run.out().lines().findFirst().orElseThrow().substring("https://labs.example.org".length());
        assertThat(get(path, "").statusCode()).isEqualTo(303);
    }
}
