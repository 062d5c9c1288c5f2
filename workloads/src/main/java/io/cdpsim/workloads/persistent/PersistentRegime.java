package io.cdpsim.workloads.persistent;

import io.cdpsim.workloads.MeasuredRegime;
import io.cdpsim.workloads.RegimeMatch;
import java.util.Locale;

/** The measured producers: median iterations of 1, 16 and 132 blocks with buffers of 16,384 to 4,194,304 integers. */
public final class PersistentRegime {
    private static final int FEW_BLOCKS = 16;
    private static final int FEWEST = 1 << 14;
    private static final int MOST = 1 << 22;

    private PersistentRegime() {}

    /**
     * The measured regime that a run is like.
     *
     * @param sms SMs of the device, the default number of blocks
     */
    public static RegimeMatch of(PersistentSettings settings, int sms) {
        int blocks = settings.blocks().orElse(sms);
        String size = blocks == 1 ? "1 block" : blocks <= FEW_BLOCKS ? "to 16 blocks" : "beyond 16 blocks";
        return RegimeMatch.within(
                        new MeasuredRegime(PersistentProgram.NAME, "iterations of a persistent producer", "", size))
                .unless(
                        settings.ints() >= FEWEST && settings.ints() <= MOST,
                        String.format(Locale.ROOT, "buffers of %,d integers", settings.ints()));
    }
}
