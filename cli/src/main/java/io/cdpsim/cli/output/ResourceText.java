package io.cdpsim.cli.output;

import com.google.common.io.Resources;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Properties;

/** Text files among the program's resources. */
public final class ResourceText {
    private ResourceText() {}

    /** The file of a name beside a class, or below the root if the name starts with a slash. */
    public static String of(Class<?> owner, String name) {
        return read(Resources.getResource(owner, name));
    }

    /** A file of a JavaScript library, of the version on the class path. */
    public static String ofLibrary(String library, String file) {
        Properties version = new Properties();
        try {
            version.load(new StringReader(
                    read(Resources.getResource("META-INF/maven/org.webjars.npm/" + library + "/pom.properties"))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String number = Objects.requireNonNull(version.getProperty("version"), library);
        return read(Resources.getResource("META-INF/resources/webjars/" + library + "/" + number + "/" + file));
    }

    private static String read(URL resource) {
        try {
            return Resources.toString(resource, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
