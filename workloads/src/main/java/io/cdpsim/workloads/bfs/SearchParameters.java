package io.cdpsim.workloads.bfs;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.ValueType;

/**
 * Parameters that every search kernel has, and the step that all share: visit a vertex and, if it is unreached, set its level and append it to the
 * next frontier.
 *
 * @param offsets address of the graph's row offsets
 * @param neighbours address of the graph's edge targets
 * @param levels address of the level of each vertex
 * @param next address of the next frontier
 * @param nextCount address of the number of its vertices
 * @param level level of newly reached vertices
 */
record SearchParameters(
        Operand offsets, Operand neighbours, Operand levels, Operand next, Operand nextCount, Operand level) {
    /** Level of a vertex that has not been reached. */
    static final Operand UNREACHED = Operand.u32(-1);

    private static final int WORD_BYTES = 4;
    private static final Operand ONE = Operand.u32(1);
    private static final Operand MINUS_ONE = Operand.u32(-1);

    /** Declares the search parameters of a child grid: offsets, neighbours, levels, next frontier, address of its count, level. */
    static SearchParameters parameters(KernelBuilder k) {
        Register offsets = k.parameter(ValueType.U64);
        Register neighbours = k.parameter(ValueType.U64);
        Register levels = k.parameter(ValueType.U64);
        Register next = k.parameter(ValueType.U64);
        Register nextCount = k.parameter(ValueType.U64);
        Register level = k.parameter(ValueType.U32);
        return new SearchParameters(offsets, neighbours, levels, next, nextCount, level);
    }

    /** Address of a word of an array. */
    static Register at(KernelBuilder k, Operand array, Operand index) {
        return k.element(array, index, WORD_BYTES);
    }

    /** Reads a word of an array. */
    static Register load(KernelBuilder k, Operand array, Operand index) {
        return k.memory().load(ValueType.U32, at(k, array, index));
    }

    /** Visits the target of an edge. */
    void visitEdge(KernelBuilder k, Operand edge) {
        visit(k, load(k, neighbours, edge));
    }

    /** Visits a vertex. */
    void visit(KernelBuilder k, Operand vertex) {
        Register old = k.memory().compareAndSwap(ValueType.U32, at(k, levels, vertex), UNREACHED, level);
        k.ifThen(k.equal(old, UNREACHED), () -> {
            Register slot = k.memory().atomic(AtomicOperation.ADD, ValueType.U32, nextCount, ONE);
            k.memory().store(ValueType.U32, at(k, next, slot), vertex);
        });
    }

    /** Visits the edges from {@code start} to before {@code end} one after another, four per iteration as nvcc unrolls the loop. */
    void visitEdges(KernelBuilder k, Operand start, Operand end, Operand count) {
        k.ifThen(k.less(start, end), () -> {
            Register edge = k.variable(start);
            Register odd = k.and(count, Operand.u32(3));
            k.ifThen(
                    k.notEqual(odd, Operand.u32(0)),
                    () -> k.doWhile(() -> {
                        visitEdge(k, edge);
                        k.increment(edge, ONE);
                        k.increment(odd, MINUS_ONE);
                        return k.notEqual(odd, Operand.u32(0));
                    }));
            k.ifThen(k.atLeast(k.subtract(count, ONE), Operand.u32(3)), () -> k.doWhile(() -> visitFour(k, edge, end)));
        });
    }

    private Predicate visitFour(KernelBuilder k, Register edge, Operand end) {
        visitEdge(k, edge);
        for (int i = 1; i < 4; i++) {
            visitEdge(k, k.add(edge, Operand.u32(i)));
        }
        k.increment(edge, Operand.u32(4));
        return k.less(edge, end);
    }
}
