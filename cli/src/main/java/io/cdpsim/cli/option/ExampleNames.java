package io.cdpsim.cli.option;

import io.cdpsim.workloads.examples.Example;
import io.cdpsim.workloads.examples.Examples;
import java.util.Iterator;

/** The examples, for shell completion. */
public final class ExampleNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return Examples.all().stream().map(Example::name).iterator();
    }
}
