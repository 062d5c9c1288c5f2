package io.cdpsim.memory.litmus.text;

import io.cdpsim.memory.litmus.text.LitmusTokens.LitmusToken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The kernels and graphs of a test by number. A launch may name one before its definition. */
final class LaunchableNames {
    private final Map<String, Integer> kernels = new HashMap<>();
    private final Map<String, Integer> graphs = new HashMap<>();
    private final List<LitmusToken> kernelUses = new ArrayList<>();
    private final List<LitmusToken> graphUses = new ArrayList<>();

    /** The number of a kernel that a launch names. */
    int kernel(LitmusToken name) {
        kernelUses.add(name);
        return defineKernel(name.text());
    }

    /** The number of a graph that a launch names. */
    int graph(LitmusToken name) {
        graphUses.add(name);
        return defineGraph(name.text());
    }

    int defineKernel(String name) {
        return kernels.computeIfAbsent(name, each -> kernels.size());
    }

    int defineGraph(String name) {
        return graphs.computeIfAbsent(name, each -> graphs.size());
    }

    /** The places that name a kernel. */
    List<LitmusToken> kernelUses() {
        return kernelUses;
    }

    /** The places that name a graph. */
    List<LitmusToken> graphUses() {
        return graphUses;
    }
}
