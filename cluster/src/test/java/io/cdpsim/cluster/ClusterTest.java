package io.cdpsim.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.experiments.sweep.axis.Axis;
import io.cdpsim.experiments.sweep.plan.PointRunner;
import io.cdpsim.experiments.sweep.plan.Shard;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.plan.SweepQuestion;
import io.cdpsim.experiments.sweep.row.Row;
import io.cdpsim.experiments.sweep.run.Crew;
import io.cdpsim.experiments.sweep.run.RowStore;
import io.cdpsim.experiments.sweep.run.SweepRun;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.Workloads;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers and sweeps that share a process, and speak through its loopback. */
class ClusterTest {
    private static final Address FREE_PORT = new Address("127.0.0.1", 0);
    private static final int POINTS = 12;

    @TempDir
    private static Path folder;

    private static ClusterKey key;

    private final Queue<String> notices = new ConcurrentLinkedQueue<>();

    @BeforeAll
    static void makeKey() {
        assertThat(ClusterKey.makeMissing(folder.resolve("key"))).isTrue();
        key = ClusterKey.read(folder.resolve("key"));
    }

    private static Sweep sweep(Consumer<RunRequest> watcher) {
        return Sweep.of(question("1"), workloads(watcher));
    }

    private static SweepQuestion question(String depth) {
        return new SweepQuestion(
                "recursive", Map.of("depth", depth), List.of(Axis.parse("seed=1.." + POINTS)), 1, OptionalInt.empty());
    }

    private static Workloads workloads(Consumer<RunRequest> watcher) {
        return Workloads.of(List.of(new WatchedWorkload(watcher)));
    }

    private static Worker worker(Consumer<RunRequest> watcher) throws IOException {
        return Worker.start(FREE_PORT, key, workloads(watcher), 2, notice -> {});
    }

    private List<Row> rows(Sweep sweep, Worker... workers) throws IOException {
        RowStore store = RowStore.inMemory();
        List<Address> addresses = List.of(workers).stream().map(Worker::address).toList();
        try (Crew crew = workers.length == 0 ? Crew.NONE : Cluster.of(addresses, key, sweep, notices::add)) {
            assertThat(new SweepRun(sweep, Shard.WHOLE, store, new Progress()).run(1, crew))
                    .isEmpty();
        }
        return List.copyOf(store.rows());
    }

    @Test
    void aWorkerRunsPointsAndTheirRowsAreThoseOfThisMachine() throws Exception {
        Queue<Long> there = new ConcurrentLinkedQueue<>();
        CountDownLatch someRanThere = new CountDownLatch(3);
        try (Worker worker = worker(request -> {
            there.add(request.machine().seed());
            someRanThere.countDown();
        })) {
            List<Row> rows = rows(sweep(request -> await(someRanThere)), worker);

            assertThat(rows).isEqualTo(rows(sweep(request -> {}))).hasSize(POINTS);
            assertThat(there).hasSizeGreaterThanOrEqualTo(3).doesNotHaveDuplicates();
        }
        assertThat(notices).isEmpty();
    }

    @Test
    void pointsOfAWorkerThatIsLostRunElsewhere() throws Exception {
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch never = new CountDownLatch(1);
        try (Worker lost = worker(request -> {
            begun.countDown();
            await(never);
        })) {
            Worker killed = lost;
            Thread killer = new Thread(() -> {
                await(begun);
                killed.close();
            });
            killer.setDaemon(true);
            killer.start();

            assertThat(rows(sweep(request -> await(begun)), lost)).isEqualTo(rows(sweep(request -> {})));
            killer.join();
        }
        assertThat(notices)
                .allMatch(each ->
                        each.startsWith("lost the worker 127.0.0.1:") && each.endsWith("; its points run elsewhere"));
    }

    @Test
    void aWorkerThatForgotTheSweepIsToldOfItAgain() throws Exception {
        try (Worker worker = worker(request -> {})) {
            Sweep sweep = sweep(request -> {});
            WorkerConnection connection = new WorkerConnection(worker.address(), key, sweep, new PointRunner(sweep));
            assertThat(connection.introduce()).isEqualTo(2);
            for (String depth : List.of("2", "3")) {
                Sweep other = Sweep.of(question(depth), workloads(request -> {}));
                new WorkerConnection(worker.address(), key, other, new PointRunner(other)).introduce();
            }

            assertThatThrownBy(() -> connection.run(sweep.points().get(0))).isInstanceOf(IOException.class);
            connection.introduce();
            assertThat(connection.run(sweep.points().get(0)).row().point()).isEqualTo(1);
        }
    }

    @Test
    void aSweepDoesNotBeginWithoutAWorkerThatItNames() throws Exception {
        Worker gone = worker(request -> {});
        gone.close();

        assertThatThrownBy(() -> rows(sweep(request -> {}), gone))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("the worker " + gone.address() + " cannot be reached: no worker listens there; start one"
                        + " there with 'cdpsim worker', or leave it out");
    }

    @Test
    void whoeverHasAnotherKeyIsRefused() throws Exception {
        Path other = folder.resolve("other");
        ClusterKey.makeMissing(other);
        try (Worker worker = worker(request -> {})) {
            Sweep sweep = sweep(request -> {});

            assertThatThrownBy(() -> Cluster.of(List.of(worker.address()), ClusterKey.read(other), sweep, notices::add))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessage(
                            "the worker " + worker.address() + " has another cluster key than this machine, or is no"
                                    + " worker; copy the key of one to the other");
            // Whoever trusts the worker without being trusted by it learns nothing either.
            for (SSLContext stranger : List.of(trusting(null), trusting(other))) {
                HttpClient client = HttpClient.newBuilder().sslContext(stranger).build();
                HttpRequest alive = HttpRequest.newBuilder(URI.create("https://" + worker.address() + "/alive"))
                        .build();
                assertThatThrownBy(() -> client.send(alive, BodyHandlers.ofString()))
                        .isInstanceOf(IOException.class);
            }
        }
    }

    /** A side that takes every certificate, and shows that of a key or none. */
    private static SSLContext trusting(@Nullable Path key) throws Exception {
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(key == null ? null : Files.newInputStream(key), "cdpsim-cluster".toCharArray());
        keys.init(store, "cdpsim-cluster".toCharArray());
        context.init(keys.getKeyManagers(), new javax.net.ssl.TrustManager[] {new TakesAll()}, null);
        return context;
    }

    @Test
    void aKeyThatOthersCanReadIsRefused() throws Exception {
        Path open = folder.resolve("open");
        Files.copy(folder.resolve("key"), open);
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));

        assertThatThrownBy(() -> ClusterKey.read(open))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("give 'chmod 600 " + open + "'");
        assertThat(Files.getPosixFilePermissions(folder.resolve("key")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    private static void await(CountDownLatch latch) {
        try {
            // Nobody waits so long but where a point got lost: the test then fails rather than hangs.
            boolean unused = latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
