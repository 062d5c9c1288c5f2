package io.cdpsim.memory.litmus.text;

import io.cdpsim.memory.litmus.LitmusGraph;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import io.cdpsim.memory.litmus.LitmusTest.KernelProgram;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The threads and registers that conditions may name. The name of a launched thread is its path of launches, or the end of that path:
 * {@code P0.c.1}, {@code c.1}, and {@code c} for a grid of one thread.
 */
final class ThreadNames {
    private final List<LitmusProgram> initial;
    private final List<KernelProgram> kernels;
    private final List<LitmusGraph> graphs;

    /**
     * Takes the programs of a test.
     *
     * @param initial the programs of the initial threads and of the host
     */
    ThreadNames(List<LitmusProgram> initial, List<KernelProgram> kernels, List<LitmusGraph> graphs) {
        this.initial = List.copyOf(initial);
        this.kernels = List.copyOf(kernels);
        this.graphs = List.copyOf(graphs);
    }

    /** The error in the name of a thread; empty for a valid name. */
    Optional<String> checkThread(String thread) {
        if (!programsOf(List.of(thread.split("\\."))).isEmpty()) {
            return Optional.empty();
        }
        Set<String> known = new LinkedHashSet<>();
        initial.forEach(each -> known.add(each.name()));
        for (LitmusInstruction.Launch launch : launchesIn(List.of())) {
            boolean one = launch.blocks() * launch.threads() == 1;
            int last = launch.blocks() * launch.threads() - 1;
            known.add(launch.label() + (one ? ".0" : ".0 to " + launch.label() + "." + last));
        }
        return Optional.of("a condition names the thread '" + thread + "', but there are only "
                + String.join(", ", known) + "; name one of these");
    }

    /** The error in the name of a register of an existing thread; empty for a valid name. */
    Optional<String> checkRegister(String thread, String register) {
        Set<String> known = new LinkedHashSet<>();
        for (LitmusProgram each : programsOf(List.of(thread.split("\\.")))) {
            known.addAll(each.registers());
        }
        if (known.contains(register)) {
            return Optional.empty();
        }
        String fix = known.isEmpty()
                ? thread + " has none; write to one in its column"
                : thread + " has " + String.join(", ", known) + "; name one of these";
        return Optional.of("a condition names the register '" + register + "' of " + thread + ", but " + fix);
    }

    /** The programs of the threads that have this name. */
    private List<LitmusProgram> programsOf(List<String> name) {
        List<LitmusProgram> found = new ArrayList<>();
        String last = name.get(name.size() - 1);
        if (name.size() == 1) {
            initial.stream().filter(each -> each.name().equals(last)).forEach(found::add);
        }
        boolean numbered = name.size() > 1 && last.matches("\\d{1,9}");
        int parts = name.size() - (numbered ? 2 : 1);
        String label = name.get(parts);
        for (LitmusInstruction.Launch launch : launchesIn(name.subList(0, parts))) {
            int threads = launch.blocks() * launch.threads();
            int thread = numbered ? Integer.parseInt(last) : 0;
            if (launch.label().equals(label) && (numbered ? thread < threads : threads == 1)) {
                found.add(kernels.get(launch.kernel()).programOf(thread % launch.threads()));
            }
        }
        return found;
    }

    /** The launches by the threads of a name, and the nodes of graphs launched under it; all of the test for no name. */
    private List<LitmusInstruction.Launch> launchesIn(List<String> name) {
        List<LitmusInstruction.Launch> launches = new ArrayList<>();
        if (name.isEmpty()) {
            all().forEach(each -> launches.addAll(of(LitmusInstruction.Launch.class, each)));
            graphs.forEach(each -> launches.addAll(nodes(each)));
            return launches;
        }
        programsOf(name).forEach(each -> launches.addAll(of(LitmusInstruction.Launch.class, each)));
        int parts = name.size() - 1;
        for (LitmusProgram parent : parts == 0 ? all() : programsOf(name.subList(0, parts))) {
            for (LitmusInstruction.GraphLaunch launch : of(LitmusInstruction.GraphLaunch.class, parent)) {
                if (launch.label().equals(name.get(parts))) {
                    launches.addAll(nodes(graphs.get(launch.graph())));
                }
            }
        }
        return launches;
    }

    private static List<LitmusInstruction.Launch> nodes(LitmusGraph graph) {
        return graph.nodes().stream().map(LitmusGraph.Node::launch).toList();
    }

    private List<LitmusProgram> all() {
        List<LitmusProgram> all = new ArrayList<>(initial);
        kernels.forEach(each -> all.addAll(each.programs()));
        return all;
    }

    /** The instructions of a kind in a program. */
    private static <T> List<T> of(Class<T> kind, LitmusProgram program) {
        return program.statements().stream()
                .map(LitmusStatement::instruction)
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }
}
