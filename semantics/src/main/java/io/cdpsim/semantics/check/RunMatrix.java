package io.cdpsim.semantics.check;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.semantics.check.run.RunConditions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * The conditions of the runs of a check: every combination of GPU, CUDA version, launch policy and seed. Only a policy that draws random
 * numbers uses more than the first seed.
 *
 * @param gpus the GPUs
 * @param skipsIncompatible whether the check skips a GPU if the code was written for the other version of dynamic parallelism
 * @param cuda CUDA versions; empty for the default version of each GPU
 * @param policies the launch policies
 * @param seeds the seeds
 */
public record RunMatrix(
        List<GpuProfile> gpus,
        boolean skipsIncompatible,
        List<CudaVersion> cuda,
        List<LaunchPolicy> policies,
        List<Long> seeds) {
    private static final long MAX_SEEDS = 1000;
    private static final List<Long> DEFAULT_SEEDS = List.of(1L, 2L, 3L, 4L);

    public RunMatrix {
        gpus = List.copyOf(gpus);
        cuda = List.copyOf(cuda);
        policies = List.copyOf(policies);
        seeds = List.copyOf(seeds);
        if (gpus.isEmpty() || policies.isEmpty() || seeds.isEmpty()) {
            throw new IllegalArgumentException("no GPU, no policy or no seed given, expected at least one of each");
        }
    }

    /** The default: an H200 and, for code written for CDP1, a K20X; every policy; four seeds. */
    public static RunMatrix defaults() {
        return new RunMatrix(
                List.of(Profiles.load("h200"), Profiles.load("k20x")),
                true,
                List.of(),
                List.of(LaunchPolicy.values()),
                DEFAULT_SEEDS);
    }

    /** Every policy and four seeds on one GPU. */
    public static RunMatrix on(GpuProfile gpu) {
        return new RunMatrix(List.of(gpu), false, List.of(), List.of(LaunchPolicy.values()), DEFAULT_SEEDS);
    }

    /** A copy with these policies. */
    public RunMatrix withPolicies(List<LaunchPolicy> others) {
        return new RunMatrix(gpus, skipsIncompatible, cuda, others, seeds);
    }

    /** A copy with these seeds. */
    public RunMatrix withSeeds(List<Long> others) {
        return new RunMatrix(gpus, skipsIncompatible, cuda, policies, others);
    }

    /** A copy with these GPUs, none of which is skipped. */
    public RunMatrix withGpus(List<GpuProfile> others) {
        return new RunMatrix(others, false, cuda, policies, seeds);
    }

    /** A copy with these CUDA versions. */
    public RunMatrix withCuda(List<CudaVersion> others) {
        return new RunMatrix(gpus, skipsIncompatible, others, policies, seeds);
    }

    /**
     * Parses one seed, such as {@code 7}, or a range, such as {@code 1..4}.
     *
     * @throws IllegalArgumentException if the text is neither
     */
    public static List<Long> seeds(String text) {
        int dots = text.indexOf("..");
        long first = seed(dots < 0 ? text : text.substring(0, dots), text);
        long last = dots < 0 ? first : seed(text.substring(dots + 2), text);
        if (last < first || last - first >= MAX_SEEDS) {
            throw new IllegalArgumentException(
                    "found '" + text + "', expected 1 to " + MAX_SEEDS + " seeds such as 1..4");
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

    /** The conditions of the runs on one GPU. */
    List<RunConditions> on(int gpu) {
        List<Optional<CudaVersion>> versions = cuda.isEmpty()
                ? List.of(Optional.empty())
                : cuda.stream().map(Optional::of).toList();
        List<RunConditions> runs = new ArrayList<>();
        for (Optional<CudaVersion> version : versions) {
            for (LaunchPolicy policy : policies) {
                for (long seed : policy == LaunchPolicy.ADVERSARIAL ? seeds : seeds.subList(0, 1)) {
                    runs.add(new RunConditions(gpus.get(gpu), version, policy, seed));
                }
            }
        }
        return runs;
    }
}
