package io.cdpsim.semantics.lab.key;

import io.cdpsim.runtime.settings.LaunchPolicy;
import java.util.List;
import java.util.Set;

/**
 * The programming task of a lab: the conditions of the runs and the criteria for the program.
 *
 * @param profile the profile of the GPU
 * @param policies the launch policies of the runs
 * @param seeds the seeds of the runs under a random policy
 * @param eventLimit the limit on the events of the simulation in a run, the same on every computer
 * @param required launches without which a program has no points: it did not do the task. A program whose result is correct although the
 *     threads of such a kernel return at once has no points either
 * @param breaks changes of the launch plan that a program which does the task does not survive
 * @param criteria the criteria
 */
public record ProgramTask(
        String profile,
        List<LaunchPolicy> policies,
        List<Long> seeds,
        long eventLimit,
        List<RequiredLaunch> required,
        List<PlanEdit> breaks,
        List<Criterion> criteria) {
    public ProgramTask {
        policies = List.copyOf(policies);
        seeds = List.copyOf(seeds);
        required = List.copyOf(required);
        breaks = List.copyOf(breaks);
        criteria = List.copyOf(criteria);
    }

    /** The maximum number of points for the program. */
    public int points() {
        return criteria.stream().mapToInt(Criterion::points).sum();
    }

    /**
     * Grids that each run must complete.
     *
     * @param kernel their kernel
     * @param by the kernel that launches them, itself or by the grids that it launches; empty for any
     * @param least the least number of them
     */
    public record RequiredLaunch(String kernel, String by, int least) {}

    /**
     * A change of the grader's launch plan after which the result of a program cannot be correct: a program whose result is has no points.
     *
     * @param text a part of the plan
     * @param replacement what it becomes
     * @param remark what the program does not do if its result is correct nevertheless
     */
    public record PlanEdit(String text, String replacement, String remark) {}

    /** A condition on the runs of a program. */
    public sealed interface Criterion {
        /** The points for a program that meets it. */
        int points();

        /** What to look at again if the program does not meet it; does not give the solution away. */
        String hint();

        /** Every run completes with the correct result. */
        record Result(int points, String hint) implements Criterion {}

        /**
         * No run shows a race, an undefined use or an unexpected error.
         *
         * @param except ids of rules that the program may break
         */
        record Clean(int points, String hint, Set<String> except) implements Criterion {
            public Clean {
                except = Set.copyOf(except);
            }
        }

        /** In every run, the number of complete grids of some kernels is in a range, and some run has the correct result. */
        record Grids(int points, String hint, List<String> kernels, long least, long most) implements Criterion {
            public Grids {
                kernels = List.copyOf(kernels);
            }
        }

        /** In some run, at least this many grids of a kernel run at the same time. */
        record Overlap(int points, String hint, String kernel, int least) implements Criterion {}

        /** In some correct run, the grids of a kernel take at most this many microseconds of simulated time, added up. */
        record Time(int points, String hint, String kernel, double mostMicros) implements Criterion {}
    }
}
