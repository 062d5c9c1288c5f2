package io.cdpsim.workloads.examples;

import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.kernel.code.ValueType.U32;
import static io.cdpsim.kernel.code.ValueType.U64;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/**
 * The shared parts of the search listings: a breadth-first search from vertex 0 of a small graph. A level's kernel has one thread per vertex of the
 * frontier; an unreached vertex enters the next frontier.
 */
final class SmallSearch {
    /** Out-edges: 0 has 4, 1 has 16, and 18 of the vertices have none. */
    private static final int[][] NEIGHBOURS = new int[22][0];

    /** Distance of each vertex from vertex 0, edges. */
    private static final int[] DISTANCES = new int[22];

    /** Vertices that are reached and have no edges. */
    static final int LEAVES = 18;

    static {
        NEIGHBOURS[0] = new int[] {1, 2, 3, 4};
        NEIGHBOURS[1] = IntStream.range(5, 21).toArray();
        NEIGHBOURS[2] = new int[] {5, 6};
        NEIGHBOURS[4] = new int[] {21};
        Arrays.fill(DISTANCES, 1, 5, 1);
        Arrays.fill(DISTANCES, 5, 22, 2);
    }

    private static final Operand UNREACHED = u32(-1);
    private static final int WORD = 4;

    private final Host host;
    private final long offsets;
    private final long neighbours;
    private final long levels;
    private final long[] frontiers = new long[2];
    private final long counts;
    private int entered;

    /** Writes the graph to device memory, with vertex 0 as the first frontier. */
    SmallSearch(ProgramMachine lab) {
        host = lab.host();
        int[] starts = new int[NEIGHBOURS.length + 1];
        for (int v = 0; v < NEIGHBOURS.length; v++) {
            starts[v + 1] = starts[v] + NEIGHBOURS[v].length;
        }
        int[] unreached = new int[NEIGHBOURS.length];
        Arrays.fill(unreached, 1, unreached.length, -1);
        offsets = upload(starts);
        neighbours =
                upload(Arrays.stream(NEIGHBOURS).flatMapToInt(Arrays::stream).toArray());
        levels = upload(unreached);
        frontiers[0] = upload(new int[NEIGHBOURS.length]);
        frontiers[1] = upload(new int[NEIGHBOURS.length]);
        counts = upload(new int[] {1, 0});
    }

    private long upload(int[] values) {
        long address = host.malloc((long) WORD * values.length);
        host.memory().write(address, values);
        return address;
    }

    /** The parameters of a level: frontier, vertices in it, next frontier, address of its count, level of newly reached vertices. */
    record Level(Register frontier, Register count, Register next, Register nextCount, Register found) {
        static Level parameters(KernelBuilder k) {
            return new Level(k.parameter(U64), k.parameter(U32), k.parameter(U64), k.parameter(U64), k.parameter(U32));
        }
    }

    /** The arguments of a level, for a launch by the host. */
    Number[] level(int level) {
        int now = level % 2;
        int next = 1 - now;
        int count = host.memory().readInts(counts + (long) WORD * now, 1)[0];
        entered += count;
        host.memory().write(counts + (long) WORD * next, new int[1]);
        return new Number[] {frontiers[now], count, frontiers[next], counts + (long) WORD * next, level + 1};
    }

    /** Vertices in the frontier of a level. */
    int count(int level) {
        return host.memory().readInts(counts + (long) WORD * (level % 2), 1)[0];
    }

    /** Address of one of the two frontiers. */
    Operand.Constant frontier(int index) {
        return u64(frontiers[index]);
    }

    /** Address of the number of vertices in it. */
    Operand.Constant countAt(int index) {
        return u64(counts + (long) WORD * index);
    }

    /** Emits a body for the first edge and the number of edges of the thread's frontier vertex, if it has one. */
    void forVertex(KernelBuilder k, Level level, BiConsumer<Register, Register> withEdges) {
        Register thread = k.globalThreadX();
        k.ifThen(k.less(thread, level.count()), () -> {
            Register vertex = k.memory().load(U32, k.element(level.frontier(), thread, WORD));
            Register first = k.memory().load(U32, k.element(u64(offsets), vertex, WORD));
            Register behind = k.memory().load(U32, k.element(u64(offsets), k.add(vertex, u32(1)), WORD));
            withEdges.accept(first, k.subtract(behind, first));
        });
    }

    /** {@code if (atomicCAS(&levels[v], UINT_MAX, level) == UINT_MAX) next[atomicAdd(nextCount, 1)] = v;} for the target of an edge. */
    void visit(KernelBuilder k, Level level, Operand edge) {
        Register vertex = k.memory().load(U32, k.element(u64(neighbours), edge, WORD));
        Register old = k.memory().compareAndSwap(U32, k.element(u64(levels), vertex, WORD), UNREACHED, level.found());
        k.ifThen(k.equal(old, UNREACHED), () -> {
            Register slot = k.memory().atomic(AtomicOperation.ADD, U32, level.nextCount(), u32(1));
            k.memory().store(U32, k.element(level.next(), slot, WORD), vertex);
        });
    }

    /** Visits the edges of a vertex one after another. */
    void visitAll(KernelBuilder k, Level level, Operand first, Operand edges) {
        k.forLoop(u32(0), edges, u32(1), i -> visit(k, level, k.add(first, i)));
    }

    /** Whether each vertex has its distance from vertex 0 as level and, where the host drove the levels, entered one frontier. */
    String outcome(boolean hostDrove) {
        String right = Arrays.equals(host.memory().readInts(levels, DISTANCES.length), DISTANCES)
                ? "levels are distances"
                : "levels are not distances";
        if (!hostDrove) {
            return right;
        }
        return right + (entered == DISTANCES.length ? ", each vertex entered once" : ", " + entered + " entered");
    }
}
