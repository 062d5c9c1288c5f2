package io.cdpsim.workloads.examples;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All examples, in reading order. */
public final class Examples {
    private Examples() {}

    /** All examples. */
    public static List<Example> all() {
        return Stream.of(
                        LaunchListings.all(),
                        MemoryListings.all(),
                        StreamListings.all(),
                        RecursionListings.all(),
                        ApplicationListings.all())
                .flatMap(List::stream)
                .toList();
    }

    /** The example with a name. */
    public static Optional<Example> named(String name) {
        return all().stream().filter(each -> each.name().equals(name)).findFirst();
    }
}
