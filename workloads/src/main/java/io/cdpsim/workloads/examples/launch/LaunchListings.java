package io.cdpsim.workloads.examples.launch;

import io.cdpsim.workloads.examples.listing.Example;
import java.util.List;

/** The listings about who launches, what is refused, who waits. */
public final class LaunchListings {
    private LaunchListings() {}

    /** All of them, in the order to read them in. */
    public static List<Example> all() {
        return List.of(
                new HelloWorld(),
                new LaunchPerBlock(),
                new LaunchPerThread(),
                new EmptyLaunch(),
                new BlockSynchronize());
    }
}
