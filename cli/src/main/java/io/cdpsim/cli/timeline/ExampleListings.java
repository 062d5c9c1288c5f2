package io.cdpsim.cli.timeline;

import io.cdpsim.workloads.examples.Example;
import io.cdpsim.workloads.examples.Examples;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Examples as CUDA C: listings of the documentation among the program's resources. */
public final class ExampleListings {
    private ExampleListings() {}

    /** The source of an example, such as {@code tail-pair}; empty if it is not written in CUDA C. */
    public static Optional<String> of(String example) {
        String file = "listings/" + example.replace('-', '_') + ".cu";
        try (InputStream in = ExampleListings.class.getResourceAsStream(file)) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The name of the example in CUDA C that shows a rule and the fewest other rules. */
    public static Optional<String> ofRule(String rule) {
        return Examples.all().stream()
                .filter(each -> each.rules().contains(rule) && of(each.name()).isPresent())
                .min((a, b) -> Integer.compare(a.rules().size(), b.rules().size()))
                .map(Example::name);
    }
}
