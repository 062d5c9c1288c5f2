package io.cdpsim.memory.litmus.rewrite;

import io.cdpsim.memory.litmus.LitmusGraph;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusInstruction.StreamOperand;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.KernelProgram;
import io.cdpsim.memory.litmus.LitmusTest.TestThread;
import io.cdpsim.memory.litmus.rewrite.StaticGrid.Joins;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The grids and threads of a test without jumps: all executions have the same ones. */
final class StaticInstances {
    /** A test that launches this deep launches for ever. */
    private static final int MOST_GRIDS = 32;

    private static final ProgramPoint NOWHERE = new ProgramPoint(-1, 0);
    static final int HOST_GPU = 1000;

    private final LitmusTest test;
    private final List<StaticThread> threads = new ArrayList<>();
    private final List<StaticGrid> grids = new ArrayList<>();
    private int blocks;
    private int clusters = 1000;
    private int host = -1;

    StaticInstances(LitmusTest test) throws NotStaticException {
        this.test = test;
        Map<Integer, Integer> gridOfGpu = new HashMap<>();
        Map<String, Integer> blockOfPlace = new HashMap<>();
        for (TestThread each : test.threads()) {
            if (!gridOfGpu.containsKey(each.gpu())) {
                gridOfGpu.put(each.gpu(), grid("initial", -1, NOWHERE, Joins.BEFORE_TAILS, -1));
            }
            int grid = gridOfGpu.getOrDefault(each.gpu(), -1);
            int block = blockOfPlace.computeIfAbsent(each.gpu() + " " + each.block(), place -> blocks++);
            threads.add(new StaticThread(
                    each.program().name(),
                    grid,
                    block,
                    each.cluster().orElse(2000 + block),
                    each.gpu(),
                    each.program(),
                    initialValues(each)));
        }
        if (test.host().isPresent()) {
            LitmusProgram program = test.host().get();
            host = threads.size();
            threads.add(new StaticThread(
                    program.name(),
                    grid("host", -1, NOWHERE, Joins.BEFORE_TAILS, -1),
                    blocks++,
                    clusters++,
                    HOST_GPU,
                    program,
                    List.of()));
        }
        for (int i = 0; i < threads.size(); i++) {
            launches(i);
        }
    }

    private static List<LitmusOperand> initialValues(TestThread thread) {
        List<LitmusOperand> values = new ArrayList<>();
        for (int i = 0; i < thread.program().registers().size(); i++) {
            int register = i;
            values.add(thread.initialRegisters().stream()
                    .filter(each -> each.register() == register)
                    .map(TestThread.InitialRegister::value)
                    .findFirst()
                    .orElse(new LitmusOperand.Immediate(0)));
        }
        return values;
    }

    private void launches(int thread) throws NotStaticException {
        StaticThread parent = threads.get(thread);
        List<LitmusStatement> statements = parent.program().statements();
        for (int i = 0; i < statements.size(); i++) {
            LitmusInstruction instruction = statements.get(i).instruction();
            if (instruction instanceof LitmusInstruction.Branch || instruction instanceof LitmusInstruction.Goto) {
                throw new NotStaticException("it has jumps");
            }
            if (instruction instanceof LitmusInstruction.Launch launch) {
                Joins joins = launch.stream() == StreamOperand.Predefined.TAIL ? Joins.AS_TAIL : Joins.BEFORE_TAILS;
                int grid = grid(
                        parent.name() + "." + launch.label(), parent.grid(), new ProgramPoint(thread, i), joins, -1);
                threads(parent.gpu(), grid, launch);
            }
            if (instruction instanceof LitmusInstruction.GraphLaunch launch) {
                graph(parent, new ProgramPoint(thread, i), launch);
            }
        }
    }

    private void graph(StaticThread parent, ProgramPoint at, LitmusInstruction.GraphLaunch launch)
            throws NotStaticException {
        int environment = parent.grid();
        Joins joins = Joins.BEFORE_TAILS;
        if (parent.gpu() != HOST_GPU) {
            environment = grids.get(parent.grid()).graph();
            if (environment < 0) {
                throw new NotStaticException("it launches a graph from outside of graphs");
            }
            if (launch.stream() == StreamOperand.Predefined.TAIL) {
                joins = Joins.AS_TAIL;
            } else if (launch.stream() == StreamOperand.Predefined.SIBLING) {
                while (grids.get(environment).joins() == Joins.AS_TAIL) {
                    environment = grids.get(environment).parent();
                }
                boolean byHost =
                        grids.get(grids.get(environment).parent()).name().equals("host");
                joins = byHost ? Joins.BESIDE_TAILS : grids.get(environment).joins();
                environment = byHost ? environment : grids.get(environment).parent();
            }
        }
        int graph = grid(parent.name() + "." + launch.label(), environment, at, joins, -1);
        for (LitmusGraph.Node node : test.graphs().get(launch.graph()).nodes()) {
            String name = grids.get(graph).name() + "." + node.launch().label();
            threads(parent.gpu(), grid(name, graph, NOWHERE, Joins.BEFORE_TAILS, graph), node.launch());
        }
    }

    private void threads(int launchingGpu, int grid, LitmusInstruction.Launch launch) throws NotStaticException {
        List<LitmusOperand> arguments = new ArrayList<>();
        for (LitmusOperand argument : launch.arguments()) {
            if (argument instanceof LitmusOperand.Register || argument instanceof LitmusOperand.StreamHandle) {
                throw new NotStaticException("it passes values that are not known beforehand");
            }
            arguments.add(argument);
        }
        String name = grids.get(grid).name();
        KernelProgram kernel = test.kernels().get(launch.kernel());
        int gpu = launchingGpu == HOST_GPU ? 0 : launchingGpu;
        for (int block = 0; block < launch.blocks(); block++) {
            int number = blocks++;
            clusters += block % launch.attributes().clusterBlocks() == 0 ? 1 : 0;
            for (int thread = 0; thread < launch.threads(); thread++) {
                int index = block * launch.threads() + thread;
                threads.add(new StaticThread(
                        name + "." + index, grid, number, clusters, gpu, kernel.programOf(thread), arguments));
            }
        }
    }

    private int grid(String name, int parent, ProgramPoint launch, Joins joins, int graph) throws NotStaticException {
        if (grids.size() == MOST_GRIDS) {
            throw new NotStaticException("it launches more than " + MOST_GRIDS + " grids");
        }
        grids.add(new StaticGrid(name, parent, launch, joins, graph));
        return grids.size() - 1;
    }

    List<StaticThread> threads() {
        return threads;
    }

    List<StaticGrid> grids() {
        return grids;
    }

    /** Number of the host's thread, or -1. */
    int host() {
        return host;
    }

    /** The threads of a grid. */
    List<Integer> threadsOf(int grid) {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < threads.size(); i++) {
            if (threads.get(i).grid() == grid) {
                found.add(i);
            }
        }
        return found;
    }

    /** Which threads a condition means by a name: its full name or the end of it; a grid of one thread needs no number. */
    List<Integer> called(String name) {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < threads.size(); i++) {
            StaticThread thread = threads.get(i);
            String grid = grids.get(thread.grid()).name();
            boolean only = threadsOf(thread.grid()).size() == 1 && thread.name().equals(grid + ".0");
            if (matches(thread.name(), name) || (only && matches(grid, name))) {
                found.add(i);
            }
        }
        return found;
    }

    private static boolean matches(String full, String called) {
        return full.equals(called) || full.endsWith("." + called);
    }
}
