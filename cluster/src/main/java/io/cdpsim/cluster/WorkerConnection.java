package io.cdpsim.cluster;

import io.cdpsim.experiments.sweep.plan.Point;
import io.cdpsim.experiments.sweep.plan.PointRunner;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.run.PointEnd;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import javax.net.ssl.SSLException;

/** Asks a worker. Safe for use by many threads, each of which has a connection of its own where several ask at a time. */
final class WorkerConnection {
    private static final Duration TO_CONNECT = Duration.ofSeconds(10);
    private static final Duration TO_ANSWER = Duration.ofSeconds(10);

    /** It reads graphs before it answers. */
    private static final Duration TO_BE_INTRODUCED = Duration.ofMinutes(10);

    private final Address address;
    private final Sweep sweep;
    private final PointRunner runner;
    private final HttpClient client;

    WorkerConnection(Address address, ClusterKey key, Sweep sweep, PointRunner runner) {
        this.address = address;
        this.sweep = sweep;
        this.runner = runner;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(TO_CONNECT)
                .sslContext(key.context())
                .build();
    }

    Address address() {
        return address;
    }

    /**
     * Introduces the sweep.
     *
     * @return how many points the worker runs at a time
     * @throws RefusedException if it does not run points of this sweep
     * @throws IOException if it does not answer
     */
    int introduce() throws RefusedException, IOException, InterruptedException {
        HttpRequest request = request("/sweep")
                .timeout(TO_BE_INTRODUCED)
                .POST(HttpRequest.BodyPublishers.ofString(Introduction.of(sweep).text()))
                .build();
        HttpResponse<String> answer;
        try {
            answer = client.send(request, BodyHandlers.ofString());
        } catch (SSLException e) {
            throw new RefusedException(
                    "has another cluster key than this machine, or is no worker; copy the key of one to the other");
        }
        if (answer.statusCode() == Worker.REFUSED) {
            throw new RefusedException(answer.body());
        }
        if (answer.statusCode() != Worker.OK || !answer.body().matches("[1-9][0-9]{0,5}")) {
            throw new IOException("it answers what no worker does");
        }
        return Integer.parseInt(answer.body());
    }

    /**
     * Has a point run, however long that takes.
     *
     * @throws IOException if no answer can come any more
     */
    PointEnd run(Point point) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(
                request("/point/" + sweep.identity().id() + "/" + point.number())
                        .build(),
                BodyHandlers.ofString());
        if (answer.statusCode() != Worker.OK) {
            throw new IOException("it does not know the sweep any more");
        }
        return EndText.parse(address.toString(), runner, point, answer.body());
    }

    /**
     * Asks whether the worker is there.
     *
     * @throws IOException if it does not say so
     */
    void ping() throws IOException, InterruptedException {
        client.send(request("/alive").timeout(TO_ANSWER).build(), BodyHandlers.discarding());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("https://" + address + path));
    }

    /** Why a worker did not answer, in words that follow its name. */
    static String reason(IOException problem) {
        for (Throwable each = problem; each != null; each = each.getCause()) {
            if (each instanceof UnresolvedAddressException) {
                return "no machine is called so";
            }
        }
        if (problem instanceof HttpConnectTimeoutException || problem instanceof HttpTimeoutException) {
            return "it does not answer";
        }
        if (problem instanceof ConnectException) {
            return "no worker listens there";
        }
        String message = problem.getMessage();
        return message == null ? "the connection broke" : message;
    }
}
