package io.cdpsim.workloads.bfs;

import static io.cdpsim.kernel.code.ValueType.U32;
import static io.cdpsim.kernel.code.ValueType.U64;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.warp.Lanes;

/**
 * Kernels that process a level without launches. Parameters: offsets, neighbours, levels, frontier, next frontier, vertices of the frontier, address
 * of the next count, level of newly reached vertices.
 *
 * <p>Registers a thread are those that ptxas of CUDA 13.0 reports for the same kernels in CUDA C for sm_90.
 */
final class LevelKernels {
    private static final Operand ONE = Operand.u32(1);

    private LevelKernels() {}

    /** One thread a frontier vertex, which iterates over its edges. */
    static Kernel serial() {
        KernelBuilder k = new KernelBuilder("serial").registersPerThread(20);
        Level p = Level.parameters(k);
        k.at("serial: edges of a vertex");
        Register i = k.globalThreadX();
        k.ifThen(k.less(i, p.count()), () -> {
            Register v = SearchParameters.load(k, p.previous(), i);
            Register edge = SearchParameters.load(k, p.frontier().offsets(), v);
            Register endAt = SearchParameters.at(k, p.frontier().offsets(), k.add(v, ONE));
            Register end = k.memory().load(U32, endAt);
            k.ifThen(k.less(edge, end), () -> {
                Register edgeAt = k.variable(SearchParameters.at(k, p.frontier().neighbours(), edge));
                k.doWhile(() -> {
                    p.frontier().visit(k, k.memory().load(U32, edgeAt));
                    k.increment(edge, ONE);
                    k.increment(edgeAt, Operand.u64(4));
                    // The compiler must assume that the atomics changed it.
                    return k.less(edge, k.memory().load(U32, endAt));
                });
            });
        });
        return k.build();
    }

    /** One warp a frontier vertex: its lanes process the edges in turn. */
    static Kernel warpPerVertex() {
        KernelBuilder k = new KernelBuilder("warpPerVertex").registersPerThread(22);
        Level p = Level.parameters(k);
        k.at("warpPerVertex: edges of a vertex");
        Register thread = k.threadX();
        Register i = k.shiftRight(k.multiplyAdd(k.blockX(), k.blockDimX(), thread), Operand.u32(Lanes.SHIFT));
        k.ifThen(k.less(i, p.count()), () -> {
            Register v = SearchParameters.load(k, p.previous(), i);
            Register start = SearchParameters.load(k, p.frontier().offsets(), v);
            Register edge = k.add(start, k.and(thread, Operand.u32(Lanes.COUNT - 1)));
            Register endAt = SearchParameters.at(k, p.frontier().offsets(), k.add(v, ONE));
            Register end = k.memory().load(U32, endAt);
            k.ifThen(
                    k.less(edge, end),
                    () -> k.doWhile(() -> {
                        p.frontier().visitEdge(k, edge);
                        k.increment(edge, Operand.u32(Lanes.COUNT));
                        return k.less(edge, k.memory().load(U32, endAt));
                    }));
        });
        return k.build();
    }

    /**
     * Parameters of a kernel that processes a level.
     *
     * @param frontier the search and its output
     * @param previous address of the frontier
     * @param count vertices of the frontier
     */
    record Level(SearchParameters frontier, Operand previous, Operand count) {
        static Level parameters(KernelBuilder k) {
            Register offsets = k.parameter(U64);
            Register neighbours = k.parameter(U64);
            Register levels = k.parameter(U64);
            Register previous = k.parameter(U64);
            Register next = k.parameter(U64);
            Register count = k.parameter(U32);
            Register nextCount = k.parameter(U64);
            Register level = k.parameter(U32);
            return new Level(
                    new SearchParameters(offsets, neighbours, levels, next, nextCount, level), previous, count);
        }
    }
}
