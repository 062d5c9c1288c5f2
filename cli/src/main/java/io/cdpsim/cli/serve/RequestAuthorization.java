package io.cdpsim.cli.serve;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/**
 * Who may ask. A request must come to this server by an address of the loopback (a page elsewhere whose name was bound to it would send its own
 * name), must carry the token as the first part of its path, and must not come from a page of another origin.
 */
final class RequestAuthorization {
    private static final int TOKEN_BYTES = 24;

    private final String token;
    private final Set<String> hosts;

    private RequestAuthorization(String token, Set<String> hosts) {
        this.token = token;
        this.hosts = hosts;
    }

    /** With a fresh token, for a server on a port. */
    static RequestAuthorization fresh(int port) {
        return new RequestAuthorization(random(), Set.of("127.0.0.1:" + port, "localhost:" + port));
    }

    /** Letters that nobody guesses, fit for an address. */
    static String random() {
        byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The first part of every path. */
    String token() {
        return token;
    }

    /** Whether the request is for this server by a name of its own, and from no page of another origin. */
    boolean isLocal(HttpExchange exchange) {
        Headers headers = exchange.getRequestHeaders();
        List<String> host = headers.getOrDefault("Host", List.of());
        if (host.size() != 1 || !hosts.contains(host.get(0))) {
            return false;
        }
        for (String origin : headers.getOrDefault("Origin", List.of())) {
            if (!origin.equals("http://" + host.get(0))) {
                return false;
            }
        }
        return true;
    }

    /** Whether a path begins with the token; takes as long for a token that is nearly right as for any other. */
    boolean admits(String path) {
        int end = path.indexOf('/', 1);
        String given = end < 0 ? "" : path.substring(1, end);
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    /** What stands behind the token in a path that was admitted. */
    static String resource(String path) {
        return path.substring(path.indexOf('/', 1) + 1);
    }
}
