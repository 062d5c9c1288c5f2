package io.cdpsim.cli.option;

import java.util.Iterator;
import java.util.stream.Stream;

/** What a graph's generator begins with, for shell completion. */
public final class GraphForms implements OfferedWords {
    /** Made by picocli. */
    public GraphForms() {}

    @Override
    public Iterator<String> iterator() {
        return Stream.of("rmat:", "uniform:", "grid:", "star:").iterator();
    }

    @Override
    public boolean orFiles() {
        return true;
    }
}
