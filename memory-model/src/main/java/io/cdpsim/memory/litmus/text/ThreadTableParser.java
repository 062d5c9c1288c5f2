package io.cdpsim.memory.litmus.text;

import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusTest.TestThread;
import io.cdpsim.memory.litmus.text.LitmusTokens.LitmusToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Reads a table of instructions: a header row with the threads' names, then rows of cells. */
final class ThreadTableParser {
    /** First words of the sections that follow a table. */
    private static final Set<String> NEXT_SECTION = Set.of(
            "kernel", "graph", "locations", "filter", "exists", "forall", "not", "allowed", "forbidden", "undefined");

    private static final String HOST = "host";

    private final LitmusTokens tokens;
    private final VariableTable variables;
    private final InitialStateParser initials;
    private final LaunchableNames launchable;
    private final List<ThreadParser> columns = new ArrayList<>();
    private final List<Place> places = new ArrayList<>();
    private final List<TestThread> threads = new ArrayList<>();
    private Optional<LitmusProgram> host = Optional.empty();

    /** The block and the GPU of a thread. */
    private record Place(int block, OptionalInt cluster, int gpu) {}

    ThreadTableParser(
            LitmusTokens tokens, VariableTable variables, InitialStateParser initials, LaunchableNames launchable) {
        this.tokens = tokens;
        this.variables = variables;
        this.initials = initials;
        this.launchable = launchable;
    }

    List<TestThread> threads() {
        return threads;
    }

    Optional<LitmusProgram> host() {
        return host;
    }

    /** Reads the table of the initial threads and the host. */
    void readThreads(boolean hostAllowed) {
        do {
            LitmusToken first = tokens.peek();
            String name = tokens.word("the name of a thread, as in P0@cta 0,gpu 0");
            if (name.equals(HOST) && !hostAllowed) {
                throw tokens.error(
                        first, "a test with a host needs a rule set; write cdp1 or cdp2 behind its name in the header");
            }
            columns.add(column(name, initials.registersOf(name).keySet()));
            places.add(tokens.take("@") ? place() : new Place(0, OptionalInt.empty(), 0));
        } while (tokens.take("|"));
        tokens.expect(";", "after the threads' names");
        for (String each : initials.threads()) {
            if (columns.stream().noneMatch(column -> column.name().equals(each))) {
                throw tokens.error(
                        tokens.peek(),
                        "there is no thread '" + each
                                + "' for the initial values of its registers; name one of the header row");
            }
        }
        rows();
        for (int i = 0; i < columns.size(); i++) {
            LitmusProgram program = columns.get(i).program();
            if (program.name().equals(HOST)) {
                host = Optional.of(program);
            } else {
                Place place = places.get(i);
                threads.add(new TestThread(
                        place.block(), place.cluster(), place.gpu(), program, initialRegisters(program)));
            }
        }
    }

    /** Reads a kernel's table. */
    List<LitmusProgram> readKernel(String kernel, List<String> parameters) {
        do {
            columns.add(column(kernel + "." + tokens.word("a name for the kernel's threads, as in T"), parameters));
        } while (tokens.take("|"));
        tokens.expect(";", "after the threads' names");
        rows();
        return columns.stream().map(ThreadParser::program).toList();
    }

    private ThreadParser column(String name, Iterable<String> firstRegisters) {
        return new ThreadParser(tokens, variables, launchable, name, firstRegisters);
    }

    private List<TestThread.InitialRegister> initialRegisters(LitmusProgram program) {
        Map<String, LitmusOperand> values = initials.registersOf(program.name());
        return values.entrySet().stream()
                .map(each ->
                        new TestThread.InitialRegister(program.registers().indexOf(each.getKey()), each.getValue()))
                .toList();
    }

    private Place place() {
        LitmusToken first = tokens.peek();
        int block = 0;
        int gpu = 0;
        OptionalInt cluster = OptionalInt.empty();
        do {
            LitmusToken token = tokens.peek();
            switch (tokens.word("cta, cluster or gpu")) {
                case "cta" -> block = tokens.count("a block");
                case "cluster" -> cluster = OptionalInt.of(tokens.count("a cluster"));
                case "gpu" -> gpu = tokens.count("a GPU");
                case "sys" -> tokens.count("a system");
                default -> throw tokens.error(token, "found " + token.shown() + ", expected cta, cluster or gpu");
            }
        } while (tokens.take(",") || tokens.peek().isWord());
        Place place = new Place(block, cluster, gpu);
        for (Place other : places) {
            if (other.block() == block && other.gpu() == gpu && !other.cluster().equals(cluster)) {
                throw tokens.error(
                        first, "block " + block + " is in two clusters; name the same cluster at each of its threads");
            }
        }
        return place;
    }

    private void rows() {
        while (!atNextSection()) {
            LitmusToken first = tokens.peek();
            columns.get(0).cell();
            int read = 1;
            while (tokens.take("|")) {
                if (read == columns.size()) {
                    throw tokens.error(first, "this row has more cells than there are threads: " + columns.size());
                }
                columns.get(read++).cell();
            }
            tokens.expect(";", "after a row");
        }
    }

    private boolean atNextSection() {
        LitmusToken token = tokens.peek();
        if (token.kind() == LitmusToken.Kind.END || token.is("~") || token.is("!")) {
            return true;
        }
        return token.isWord()
                && NEXT_SECTION.contains(token.text())
                && !tokens.peekSecond().is(":");
    }
}
