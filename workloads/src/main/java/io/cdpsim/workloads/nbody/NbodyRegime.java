package io.cdpsim.workloads.nbody;

import io.cdpsim.workloads.MeasuredRegime;
import io.cdpsim.workloads.RegimeMatch;
import io.cdpsim.workloads.nbody.NbodySettings.NbodyVariant;
import java.util.Locale;

/** The measured force steps: 1,024 to 65,536 bodies, with atomics to 16,384, in blocks of 64 to 1,024 threads. */
public final class NbodyRegime {
    private static final int FEWEST = 1024;
    private static final int FEW = 4096;
    private static final int MOST = 65_536;
    private static final int MOST_WITH_ATOMICS = 16_384;
    private static final int SMALLEST_BLOCK = 64;

    private NbodyRegime() {}

    /** The measured regime that a run is like. */
    public static RegimeMatch of(NbodySettings settings) {
        boolean atomic = settings.variant() == NbodyVariant.ATOMIC;
        int bodies = settings.bodies();
        String size = bodies <= FEW ? "to 4,096 bodies" : "beyond 4,096 bodies";
        MeasuredRegime regime = new MeasuredRegime(
                NbodyProgram.NAME, atomic ? "force steps with atomics" : "force steps", "", atomic ? "" : size);
        return RegimeMatch.within(regime)
                .unless(
                        bodies >= FEWEST && bodies <= (atomic ? MOST_WITH_ATOMICS : MOST),
                        String.format(Locale.ROOT, "%,d bodies", bodies))
                .unless(settings.blockThreads() >= SMALLEST_BLOCK, "blocks of " + settings.blockThreads() + " threads")
                .unless(settings.gpus() == 1, settings.gpus() + " GPUs")
                .unless(settings.variant() != NbodyVariant.ROLLED, "a loop that is not unrolled")
                .unless(!settings.unoptimized(), "code without optimisation");
    }
}
