package io.cdpsim.runtime.settings;

import io.cdpsim.warp.Lanes;
import java.util.SplittableRandom;

/** Random choices among the behaviours that the rules allow, by policy and seed. */
public final class NondeterministicChoices {
    /** Delays are uniform on a logarithmic scale up to this power of two, so that short and long delays are both common. */
    private static final int MAX_DELAY_BITS = 18;
    /** Its multiples, modulo one, are spread evenly. */
    private static final double GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

    private final LaunchPolicy policy;
    private final SplittableRandom random;
    private final int[] order = new int[Lanes.COUNT];
    private final double hangDraw;
    private final double stateDraw;
    /** Uniform over the seeds, one half for the first. */
    private final double stateThreshold;

    public NondeterministicChoices(LaunchPolicy policy, long seed) {
        this.policy = policy;
        this.random = new SplittableRandom(seed);
        this.hangDraw = new SplittableRandom(~seed).nextDouble();
        this.stateDraw = new SplittableRandom(31 * seed).nextDouble();
        double turns = 0.5 + (seed - 1) * GOLDEN_RATIO;
        this.stateThreshold = turns - Math.floor(turns);
    }

    /** Whether a child waits for its parent, which the rules allow but do not require (rules LNCH-3, MEM-5). */
    public boolean holdsChildren() {
        return policy == LaunchPolicy.LAZY;
    }

    /**
     * Whether a weak read that is not ordered after a write returns the oldest value that it may return. This holds for odd
     * seeds; with even seeds it returns the newest.
     */
    public static boolean showsOldValues(LaunchPolicy policy, long seed) {
        return policy == LaunchPolicy.ADVERSARIAL && (seed & 1) == 1;
    }

    /**
     * Whether the threads of the host are so slow that the device overtakes them after each call. This holds for every fourth seed; a host that
     * accesses memory which a grid or a copy still uses then finds the values from after it.
     */
    public static boolean hostIsSlow(LaunchPolicy policy, long seed) {
        return policy == LaunchPolicy.ADVERSARIAL && (seed & 3) == 0;
    }

    /** Cycles by which the start of a grid is delayed (rule LNCH-3). */
    public long startDelayCycles() {
        return policy == LaunchPolicy.ADVERSARIAL ? random.nextLong(1L << random.nextInt(MAX_DELAY_BITS + 1)) : 0;
    }

    /**
     * Cycles by which the return of a launch call is delayed, so that the next actions of the thread may be before or after its
     * child (MEM-3).
     */
    public long returnDelayCycles() {
        return startDelayCycles();
    }

    /**
     * Whether the run hangs in a situation in which only some runs on hardware did (finding M-1). One draw decides for the whole
     * run; under the adversarial policy the run always hangs.
     *
     * @param probability fraction of the runs on hardware that hung, 0 to 1
     */
    public boolean hangs(double probability) {
        return probability > 0 && (policy == LaunchPolicy.ADVERSARIAL || hangDraw < probability);
    }

    /**
     * Whether the run is in the second of two states between which hardware differs from run to run. The first seed gives the
     * more frequent one.
     *
     * @param probability fraction of the runs on hardware in the second state, 0 to 1
     */
    public boolean isInSecondState(double probability) {
        return probability < 0.5 ? stateDraw < probability : stateDraw >= 1 - probability;
    }

    /**
     * Whether the run has reached the second of two states, which it does not leave, and which becomes more probable during the run. The first seed
     * gives the more frequent one.
     *
     * @param probability fraction of the runs on hardware that are in the second state by now, 0 to 1; it must not decrease
     */
    public boolean hasReachedSecondState(double probability) {
        return probability > stateThreshold;
    }

    /** Whether a copy or a fill of device code counts as a grid for the nesting limit (rule COPY-4). */
    public boolean memoryOperationsAreGrids() {
        return policy == LaunchPolicy.ADVERSARIAL && random.nextBoolean();
    }

    /** The order in which lanes post their launches (rule LNCH-12). The array is reused by the next call. */
    public int[] laneOrder(int lanes) {
        int count = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            order[count++] = Integer.numberOfTrailingZeros(m);
        }
        if (policy == LaunchPolicy.ADVERSARIAL) {
            for (int i = count - 1; i > 0; i--) {
                int j = random.nextInt(i + 1);
                int lane = order[i];
                order[i] = order[j];
                order[j] = lane;
            }
        }
        return order;
    }
}
