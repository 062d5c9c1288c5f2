package io.cdpsim.cli.option;

import io.cdpsim.memory.litmus.text.ShippedTests;
import java.util.Iterator;
import java.util.stream.Stream;

/** The litmus tests that come with the program, for shell completion. */
public final class LitmusTestNames implements CompletionCandidates {
    @Override
    public Iterator<String> iterator() {
        Stream<String> names = ShippedTests.names().stream().map(name -> name.substring(name.lastIndexOf('/') + 1));
        return Stream.concat(Stream.of("all"), names)
                .distinct()
                .map(name -> "builtin:" + name)
                .iterator();
    }

    @Override
    public boolean orFiles() {
        return true;
    }
}
