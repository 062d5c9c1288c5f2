package io.cdpsim.workloads.bfs;

import static io.cdpsim.kernel.code.ValueType.U32;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.bfs.LevelKernels.Level;
import io.cdpsim.workloads.program.DeviceStream;

/**
 * The kernels of a level in which a thread launches a child grid for the edges of its vertex where they are many.
 *
 * <p>Registers a thread are those that ptxas of CUDA 13.0 reports for the same kernels in CUDA C for sm_90.
 */
final class ChildKernels {
    /** Name of the kernel of a level. */
    static final String EXPAND = "expand";

    private static final Operand ONE = Operand.u32(1);

    private ChildKernels() {}

    /** One thread an edge. Parameters: those of {@link SearchParameters#parameters}, first edge, edges. */
    static Kernel neighbours() {
        KernelBuilder k = new KernelBuilder("neighbours").registersPerThread(14);
        SearchParameters frontier = SearchParameters.parameters(k);
        Register first = k.parameter(U32);
        Register count = k.parameter(U32);
        k.at("neighbours: visit of an edge");
        Register i = k.globalThreadX();
        k.ifThen(k.less(i, count), () -> frontier.visitEdge(k, k.add(i, first)));
        return k.build();
    }

    /**
     * One thread a frontier vertex: a vertex with more edges than the threshold gets a child grid; the thread itself processes any other, and one
     * whose launch fails. Parameters: those of {@link Level}, threshold, threads of a child's block.
     */
    static Kernel expand(ChildStream stream) {
        KernelReference neighbours = KernelReference.to(neighbours());
        KernelBuilder k = new KernelBuilder(EXPAND).registersPerThread(stream == ChildStream.NAMED ? 28 : 26);
        Level p = Level.parameters(k);
        Register threshold = k.parameter(U32);
        Register childThreads = k.parameter(U32);
        SearchParameters f = p.frontier();
        k.at("expand: vertex of the frontier");
        Register i = k.globalThreadX();
        k.ifThen(k.less(i, p.count()), () -> {
            Register v = SearchParameters.load(k, p.previous(), i);
            Register end = SearchParameters.load(k, f.offsets(), k.add(v, ONE));
            Register start = SearchParameters.load(k, f.offsets(), v);
            Register degree = k.subtract(end, start);
            k.ifThenElse(
                    k.greater(degree, threshold),
                    () -> {
                        k.at("expand: launch of neighbours");
                        Register blocks = blocksFor(k, degree, childThreads);
                        DeviceStream.launch(
                                k,
                                stream,
                                neighbours,
                                blocks,
                                childThreads,
                                f.offsets(),
                                f.neighbours(),
                                f.levels(),
                                f.next(),
                                f.nextCount(),
                                f.level(),
                                start,
                                degree);
                        k.ifThen(k.notEqual(k.device().getLastError(), Operand.s32(0)), () -> {
                            k.at("expand: edges after a failed launch");
                            f.visitEdges(k, start, end, degree);
                        });
                    },
                    () -> {
                        k.at("expand: edges of a vertex below the threshold");
                        f.visitEdges(k, start, end, degree);
                    });
        });
        return k.build();
    }

    /** The number of blocks for this many items, rounded up. */
    static Register blocksFor(KernelBuilder k, Operand items, Operand blockThreads) {
        return k.divide(k.add(k.add(blockThreads, items), Operand.u32(-1)), blockThreads);
    }
}
