package io.cdpsim.workloads.check;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.workloads.check.run.RunConditions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Under which conditions a program is run: every combination, but that only the first seed is taken where the policy draws nothing.
 *
 * @param gpus the GPUs
 * @param asAllowed whether a GPU is passed over whose kind of dynamic parallelism the code was not written for
 * @param cuda versions of CUDA; empty for the usual one of each GPU
 * @param policies how the freedom is used that the rules leave
 * @param seeds what decides the rest
 */
public record RunMatrix(
        List<GpuProfile> gpus,
        boolean asAllowed,
        List<CudaVersion> cuda,
        List<LaunchPolicy> policies,
        List<Long> seeds) {
    private static final long MOST_SEEDS = 1000;
    private static final List<Long> USUAL_SEEDS = List.of(1L, 2L, 3L, 4L);

    /** Keeps copies. */
    public RunMatrix {
        gpus = List.copyOf(gpus);
        cuda = List.copyOf(cuda);
        policies = List.copyOf(policies);
        seeds = List.copyOf(seeds);
        if (gpus.isEmpty() || policies.isEmpty() || seeds.isEmpty()) {
            throw new IllegalArgumentException("a GPU, a policy and a seed are needed");
        }
    }

    /** An H200 and, for code of the first version of dynamic parallelism, a K20X; every policy; four seeds. */
    public static RunMatrix usual() {
        return new RunMatrix(
                List.of(Profiles.load("h200"), Profiles.load("k20x")),
                true,
                List.of(),
                List.of(LaunchPolicy.values()),
                USUAL_SEEDS);
    }

    /** Every policy and four seeds on one GPU. */
    public static RunMatrix on(GpuProfile gpu) {
        return new RunMatrix(List.of(gpu), false, List.of(), List.of(LaunchPolicy.values()), USUAL_SEEDS);
    }

    /** The same with other policies. */
    public RunMatrix withPolicies(List<LaunchPolicy> others) {
        return new RunMatrix(gpus, asAllowed, cuda, others, seeds);
    }

    /** The same with other seeds. */
    public RunMatrix withSeeds(List<Long> others) {
        return new RunMatrix(gpus, asAllowed, cuda, policies, others);
    }

    /** The same on other GPUs, none of which is passed over. */
    public RunMatrix withGpus(List<GpuProfile> others) {
        return new RunMatrix(others, false, cuda, policies, seeds);
    }

    /** The same with other versions of CUDA. */
    public RunMatrix withCuda(List<CudaVersion> others) {
        return new RunMatrix(gpus, asAllowed, others, policies, seeds);
    }

    /**
     * Seeds as text: one such as {@code 7}, or all from one to another such as {@code 1..4}.
     *
     * @throws IllegalArgumentException if the text is none
     */
    public static List<Long> seeds(String text) {
        int dots = text.indexOf("..");
        long first = seed(dots < 0 ? text : text.substring(0, dots), text);
        long last = dots < 0 ? first : seed(text.substring(dots + 2), text);
        if (last < first || last - first >= MOST_SEEDS) {
            throw new IllegalArgumentException(
                    "found '" + text + "', expected 1 to " + MOST_SEEDS + " seeds such as 1..4");
        }
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    private static long seed(String text, String all) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("found '" + all + "', expected a seed such as 7, or seeds such as 1..4");
        }
    }

    /** The trials on one of the GPUs. */
    List<RunConditions> on(int gpu) {
        List<Optional<CudaVersion>> versions = cuda.isEmpty()
                ? List.of(Optional.empty())
                : cuda.stream().map(Optional::of).toList();
        List<RunConditions> trials = new ArrayList<>();
        for (Optional<CudaVersion> version : versions) {
            for (LaunchPolicy policy : policies) {
                for (long seed : policy == LaunchPolicy.ADVERSARIAL ? seeds : seeds.subList(0, 1)) {
                    trials.add(new RunConditions(gpus.get(gpu), version, policy, seed));
                }
            }
        }
        return trials;
    }
}
