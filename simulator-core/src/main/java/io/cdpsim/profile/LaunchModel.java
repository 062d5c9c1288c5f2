package io.cdpsim.profile;

/** The generation of hardware whose way of launching grids from the device a GPU follows: which steps a launch takes, and which of them share a queue. */
public enum LaunchModel {
    /** Queued grids are dispatched one by one, and a parent is notified of each child at once. Each step takes a fixed time. */
    KEPLER("kepler"),
    /** Queued grids are dispatched in batches, parents are notified in batches, and a scan of the pool finds a launch. */
    HOPPER("hopper");

    private final String word;

    LaunchModel(String word) {
        this.word = word;
    }

    /** How a profile file writes it. */
    public String word() {
        return word;
    }
}
