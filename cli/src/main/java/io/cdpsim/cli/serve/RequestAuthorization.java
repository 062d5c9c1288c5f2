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
 * Authorizes requests. A request must address this server by a name of the loopback (a page elsewhere whose name was rebound to it would send its own
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

    /** A random text that is safe in a URL. */
    static String random() {
        byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The first part of every path. */
    String token() {
        return token;
    }

    /** Whether the request addresses this server by one of its own names, and is from no page of another origin. */
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

    /** Whether a path starts with the token; compares in constant time. */
    boolean admits(String path) {
        int end = path.indexOf('/', 1);
        String given = end < 0 ? "" : path.substring(1, end);
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    /** The part of an admitted path after the token. */
    static String resource(String path) {
        return path.substring(path.indexOf('/', 1) + 1);
    }
}
