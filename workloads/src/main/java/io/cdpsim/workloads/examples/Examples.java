package io.cdpsim.workloads.examples;

import io.cdpsim.workloads.examples.application.ApplicationListings;
import io.cdpsim.workloads.examples.launch.LaunchListings;
import io.cdpsim.workloads.examples.listing.Example;
import io.cdpsim.workloads.examples.memory.MemoryListings;
import io.cdpsim.workloads.examples.recursion.RecursionListings;
import io.cdpsim.workloads.examples.stream.StreamListings;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All examples, in the order to read them in. */
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

    /** The example of a name. */
    public static Optional<Example> named(String name) {
        return all().stream().filter(each -> each.name().equals(name)).findFirst();
    }
}
