package io.cdpsim.workloads.nbody;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.workloads.InvalidInputException;

/** Selects the kernel of a run. */
final class NbodyKernels {
    private NbodyKernels() {}

    /**
     * The kernel of a run.
     *
     * @throws InvalidInputException if the variant does not support the requested bulk instruction
     */
    static Kernel kernel(NbodySettings settings) {
        boolean unoptimized = settings.unoptimized();
        return settings.bulk()
                ? bulk(settings)
                : switch (settings.variant()) {
                    case AOS -> AosKernel.exact(unoptimized);
                    case SHARED -> SharedKernel.oneByOne().exact(unoptimized);
                    case SHUFFLE -> ShuffleKernel.exact(unoptimized);
                    case ATOMIC -> AtomicKernel.exact(unoptimized);
                    case PAIRED -> SharedKernel.inPairs().exact(unoptimized);
                    case ROLLED -> SharedKernel.rolled().exact(unoptimized);
                };
    }

    private static Kernel bulk(NbodySettings settings) {
        return switch (settings.variant()) {
            case AOS -> AosKernel.bulk(settings.unoptimized());
            case SHARED -> SharedKernel.oneByOne().bulk(settings.blockThreads(), settings.unoptimized());
            case PAIRED -> SharedKernel.inPairs().bulk(settings.blockThreads(), settings.unoptimized());
            case ROLLED -> SharedKernel.rolled().bulk(settings.blockThreads(), settings.unoptimized());
            case SHUFFLE -> ShuffleKernel.bulk(settings.unoptimized());
            case ATOMIC ->
                throw new InvalidInputException(
                        "--bulk cannot time the variant atomic, whose atomics wait for each other"
                                + " by address: run it without --bulk, or take another variant");
        };
    }
}
