package io.cdpsim.workloads.examples;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.PER_THREAD_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;

/** The listings about the order of the special streams. */
public final class StreamListings {
    private StreamListings() {}

    /** All of them, in reading order. */
    public static List<Example> all() {
        return List.of(
                new FireAndForgetPair(),
                new TailPair(),
                new TailBeforeOthers(),
                new TailBeforeNext(),
                new TailWithTwoFireAndForget());
    }

    /** {@code C1<<<1, 1, 0, cudaStreamFireAndForget>>>(); C2<<<1, 1, 0, cudaStreamFireAndForget>>>();}: nothing orders the two. */
    static final class FireAndForgetPair extends Example {
        FireAndForgetPair() {
            super(
                    "faf-pair",
                    "fire-and-forget launches are not ordered among each other",
                    List.of("FAF-1"),
                    CDP2,
                    "C1 before C2",
                    "C2 before C1",
                    "C1 and C2 overlap");
        }

        @Override
        public String run(ProgramMachine lab) {
            KernelReference c1 = ProgramKernels.lasting("C1", 5_000);
            KernelReference c2 = ProgramKernels.lasting("C2", 5_000);
            Kernel parent = ProgramKernels.kernel("P", k -> {
                ProgramKernels.launch(k, c1, FIRE_AND_FORGET);
                ProgramKernels.launch(k, c2, FIRE_AND_FORGET);
            });
            runOnHost(lab, parent, LaunchShape.of(1, 1));
            return Example.Intervals.order(lab.grid("C1"), lab.grid("C2"));
        }
    }

    /** {@code C1<<<1, 1, 0, cudaStreamTailLaunch>>>(); C2<<<1, 1, 0, cudaStreamTailLaunch>>>();}: one after the other. */
    static final class TailPair extends Example {
        TailPair() {
            super(
                    "tail-pair",
                    "tail launches run in the order of launching",
                    List.of("TAIL-1", "TAIL-3"),
                    CDP2,
                    "C1 before C2");
        }

        @Override
        public String run(ProgramMachine lab) {
            KernelReference c1 = ProgramKernels.lasting("C1", 20_000);
            KernelReference c2 = ProgramKernels.lasting("C2", 20_000);
            Kernel parent = ProgramKernels.kernel("P", k -> {
                ProgramKernels.launch(k, c1, TAIL_LAUNCH);
                ProgramKernels.launch(k, c2, TAIL_LAUNCH);
            });
            runOnHost(lab, parent, LaunchShape.of(1, 1));
            return Example.Intervals.order(lab.grid("C1"), lab.grid("C2"));
        }
    }

    /** The tail launch C precedes X (per-thread stream) and F (fire-and-forget) in the program, and still runs last. */
    static final class TailBeforeOthers extends Example {
        TailBeforeOthers() {
            super(
                    "tail-before-others",
                    "a tail launch waits for what is launched after it, too",
                    List.of("TAIL-2"),
                    CDP2,
                    "X before C, F before C");
        }

        @Override
        public String run(ProgramMachine lab) {
            KernelReference c = ProgramKernels.lasting("C", 20_000);
            KernelReference x = ProgramKernels.lasting("X", 20_000);
            KernelReference f = ProgramKernels.lasting("F", 20_000);
            Kernel parent = ProgramKernels.kernel("P", k -> {
                ProgramKernels.launch(k, c, TAIL_LAUNCH);
                ProgramKernels.launch(k, x, PER_THREAD_STREAM);
                ProgramKernels.launch(k, f, FIRE_AND_FORGET);
            });
            runOnHost(lab, parent, LaunchShape.of(1, 1));
            return Example.Intervals.order(lab.grid("X"), lab.grid("C")) + ", "
                    + Example.Intervals.order(lab.grid("F"), lab.grid("C"));
        }
    }

    /** The host launches P1 and P2 into one stream; P1 tail-launches C, which runs between them. */
    static final class TailBeforeNext extends Example {
        TailBeforeNext() {
            super(
                    "tail-before-next",
                    "a tail launch comes before the next grid in its parent's stream",
                    List.of("TAIL-4", "NEST-6"),
                    CDP2,
                    "P1 body, then C, then P2");
        }

        @Override
        public String run(ProgramMachine lab) {
            KernelReference c = ProgramKernels.lasting("C", 20_000);
            Kernel p1 = ProgramKernels.kernel("P1", k -> ProgramKernels.launch(k, c, TAIL_LAUNCH));
            Kernel p2 = ProgramKernels.kernel("P2", k -> ProgramKernels.spin(k, 1_000));
            Host host = lab.host();
            host.launch(p1, LaunchShape.of(1, 1), host.defaultStream());
            host.launch(p2, LaunchShape.of(1, 1), host.defaultStream());
            host.synchronize();
            boolean afterBody = lab.grid("P1").bodyEnded() <= lab.grid("C").started();
            boolean beforeNext = Example.Intervals.isBefore(lab.grid("C"), lab.grid("P2"));
            return (afterBody ? "P1 body, then C" : "C in P1's body")
                    + (beforeNext ? ", then P2" : ", P2 does not wait");
        }
    }

    /** P1 tail-launches T, which launches C1 and C2 with fire-and-forget: both run between P1 and P2, in any order. */
    static final class TailWithTwoFireAndForget extends Example {
        private static final String AND = ", both between P1 and P2";

        TailWithTwoFireAndForget() {
            super(
                    "tail-with-two-faf",
                    "how to run several grids at once after a parent",
                    List.of("TAIL-6", "FAF-1", "FAF-2"),
                    CDP2,
                    "C1 before C2" + AND,
                    "C2 before C1" + AND,
                    "C1 and C2 overlap" + AND);
        }

        @Override
        public String run(ProgramMachine lab) {
            KernelReference c1 = ProgramKernels.lasting("C1", 5_000);
            KernelReference c2 = ProgramKernels.lasting("C2", 5_000);
            KernelReference t = KernelReference.to(ProgramKernels.kernel("T", k -> {
                ProgramKernels.launch(k, c1, FIRE_AND_FORGET);
                ProgramKernels.launch(k, c2, FIRE_AND_FORGET);
            }));
            Kernel p1 = ProgramKernels.kernel("P1", k -> ProgramKernels.launch(k, t, TAIL_LAUNCH));
            Kernel p2 = ProgramKernels.kernel("P2", k -> {});
            Host host = lab.host();
            host.launch(p1, LaunchShape.of(1, 1), host.defaultStream());
            host.launch(p2, LaunchShape.of(1, 1), host.defaultStream());
            host.synchronize();
            GridLifetime first = lab.grid("C1");
            GridLifetime second = lab.grid("C2");
            return Example.Intervals.order(first, second)
                    + (isBetween(lab, first) && isBetween(lab, second) ? AND : ", not both between P1 and P2");
        }

        private static boolean isBetween(ProgramMachine lab, GridLifetime grid) {
            return lab.grid("P1").bodyEnded() <= grid.started() && Example.Intervals.isBefore(grid, lab.grid("P2"));
        }
    }
}
