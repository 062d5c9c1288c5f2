package io.cdpsim.cluster;

import io.cdpsim.workloads.InvalidInputException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a worker listens.
 *
 * @param host a name or an address; one of IPv6 without brackets
 * @param port from 1 to 65535; to listen, 0 for one that is free
 */
public record Address(String host, int port) {
    /** Where a worker listens if nobody says otherwise. */
    public static final int DEFAULT_PORT = 7117;

    /** This machine alone. */
    public static final Address LOOPBACK = new Address("127.0.0.1", DEFAULT_PORT);

    private static final int MOST = 65535;
    private static final Pattern FORM = Pattern.compile("(?:([A-Za-z0-9.-]+)|\\[([0-9A-Fa-f:.]+)])(?::([0-9]{1,5}))?");

    /**
     * Reads {@code HOST:PORT}, or a host alone for the port that workers have if nobody says otherwise.
     *
     * @param option what it is the value of, for messages
     * @throws InvalidInputException if it is not of that form
     */
    public static Address parse(String option, String text) {
        Matcher m = FORM.matcher(text);
        int port = m.matches() && m.group(3) != null ? Integer.parseInt(m.group(3)) : DEFAULT_PORT;
        if (!m.matches() || port > MOST || !isHost(text)) {
            throw new InvalidInputException(option + ": found '" + text
                    + "', expected HOST:PORT, such as node7:7117 or [::1]:7117, with a port up to " + MOST);
        }
        return new Address(m.group(1) == null ? m.group(2) : m.group(1), port);
    }

    /** Whether the name can stand in an address of the web. */
    private static boolean isHost(String text) {
        try {
            return new URI("https://" + text).getHost() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /**
     * Reads several, parted by commas.
     *
     * @throws InvalidInputException if one is none, or there twice
     */
    public static List<Address> parseAll(String option, String text) {
        List<Address> addresses = new ArrayList<>();
        Set<Address> seen = new HashSet<>();
        for (String each : text.split(",", -1)) {
            Address address = parse(option, each.strip());
            if (!seen.add(address)) {
                throw new InvalidInputException(option + ": " + address + " is there twice; leave one out");
            }
            addresses.add(address);
        }
        return addresses;
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
