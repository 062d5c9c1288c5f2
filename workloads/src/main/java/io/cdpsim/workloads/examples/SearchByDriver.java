package io.cdpsim.workloads.examples;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.ValueType.U32;
import static io.cdpsim.kernel.code.ValueType.U64;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;

/**
 * A search that one thread of the device drives: it clears the next count, launches a level and swaps the frontiers. With device synchronisation
 * (CDP1) it loops; in CDP2 a tail launch of itself continues with the next level.
 */
final class SearchByDriver extends Example {
    private static final int BLOCK_THREADS = 256;

    SearchByDriver() {
        super(
                "bfs-driver",
                "a breadth-first search whose levels the device launches",
                List.of("MEM-2", "MEM-4", "SYNC-1", "TAIL-10", "TAIL-13"),
                BOTH,
                "levels are distances, 3 levels");
    }

    @Override
    public String run(ProgramMachine lab) {
        SmallSearch search = new SmallSearch(lab);
        KernelBuilder level = new KernelBuilder("level");
        SmallSearch.Level parameters = SmallSearch.Level.parameters(level);
        search.forVertex(level, parameters, (first, edges) -> search.visitAll(level, parameters, first, edges));
        KernelReference levelKernel = KernelReference.to(level.build());
        Kernel driver = canSynchronize(lab) ? looping(levelKernel) : relaunching(levelKernel);
        runOnHost(
                lab,
                driver,
                LaunchShape.of(1, 1),
                search.frontier(0).bits(),
                search.frontier(1).bits(),
                search.countAt(0).bits(),
                search.countAt(1).bits(),
                0);
        return search.outcome(false) + ", " + lab.grids("level").size() + " levels";
    }

    /** Parameters: this frontier, the next one, the addresses of their counts, and the level of this one. */
    private record Driver(Register frontier, Register next, Register count, Register nextCount, Register depth) {
        static Driver parameters(KernelBuilder k) {
            return new Driver(k.parameter(U64), k.parameter(U64), k.parameter(U64), k.parameter(U64), k.parameter(U32));
        }

        Register found(KernelBuilder k) {
            return k.add(depth, u32(1));
        }

        void launchLevel(KernelBuilder k, KernelReference level, Register vertices) {
            k.memory().store(U32, nextCount, u32(0));
            Register blocks = k.divide(k.add(vertices, u32(BLOCK_THREADS - 1)), u32(BLOCK_THREADS));
            k.device()
                    .launch(
                            level,
                            blocks,
                            u32(BLOCK_THREADS),
                            NULL_STREAM,
                            frontier,
                            vertices,
                            next,
                            nextCount,
                            found(k));
        }
    }

    private static Kernel looping(KernelReference level) {
        KernelBuilder k = new KernelBuilder("driver");
        Driver driver = Driver.parameters(k);
        Register vertices = k.variable(k.memory().load(U32, driver.count()));
        k.doWhile(() -> {
            driver.launchLevel(k, level, vertices);
            k.device().deviceSynchronize();
            k.assign(driver.depth(), driver.found(k));
            swap(k, driver.frontier(), driver.next());
            swap(k, driver.count(), driver.nextCount());
            k.assign(vertices, k.memory().load(U32, driver.count()));
            return k.notEqual(vertices, u32(0));
        });
        return k.build();
    }

    private static void swap(KernelBuilder k, Register a, Register b) {
        Register former = k.variable(a);
        k.assign(a, b);
        k.assign(b, former);
    }

    private static Kernel relaunching(KernelReference level) {
        KernelBuilder k = new KernelBuilder("driver");
        Driver driver = Driver.parameters(k);
        Register vertices = k.memory().load(U32, driver.count());
        k.ifThen(k.notEqual(vertices, u32(0)), () -> {
            driver.launchLevel(k, level, vertices);
            k.device()
                    .launch(
                            k.self(),
                            u32(1),
                            u32(1),
                            TAIL_LAUNCH,
                            driver.next(),
                            driver.frontier(),
                            driver.nextCount(),
                            driver.count(),
                            driver.found(k));
        });
        return k.build();
    }
}
