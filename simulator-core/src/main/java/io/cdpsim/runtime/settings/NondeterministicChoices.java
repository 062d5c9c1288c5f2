package io.cdpsim.runtime.settings;

import io.cdpsim.warp.Lanes;
import java.util.SplittableRandom;

/** Draws what the rules leave open, by policy and seed. */
public final class NondeterministicChoices {
    /** Delays are drawn evenly on a logarithmic scale up to this power of two, so that near and far starts are both common. */
    private static final int MOST_DELAY_BITS = 18;

    private final LaunchPolicy policy;
    private final SplittableRandom random;
    private final int[] order = new int[Lanes.COUNT];
    private final double luck;
    private final double state;

    public NondeterministicChoices(LaunchPolicy policy, long seed) {
        this.policy = policy;
        this.random = new SplittableRandom(seed);
        this.luck = new SplittableRandom(~seed).nextDouble();
        this.state = new SplittableRandom(31 * seed).nextDouble();
    }

    /** Whether a child waits for its parent although nothing forces it to (rules LNCH-3, MEM-5). */
    public boolean holdsChildren() {
        return policy == LaunchPolicy.LAZY;
    }

    /**
     * Whether an ordinary read that nothing orders behind a write gives the oldest value that it may see: with odd seeds, so that with even
     * ones the newest comes up too.
     */
    public static boolean showsOldValues(LaunchPolicy policy, long seed) {
        return policy == LaunchPolicy.ADVERSARIAL && (seed & 1) == 1;
    }

    /** Cycles by which the start of a grid is put off (rule LNCH-3). */
    public long startDelayCycles() {
        return policy == LaunchPolicy.ADVERSARIAL ? random.nextLong(1L << random.nextInt(MOST_DELAY_BITS + 1)) : 0;
    }

    /** Cycles by which a thread goes on later than its launch call needs: what it does next may come before or after its child (MEM-3). */
    public long returnDelayCycles() {
        return startDelayCycles();
    }

    /**
     * Whether the run hangs where hardware did in some runs and not in others (finding M-1). It is drawn once, whatever comes before; under the
     * adversarial policy it always does.
     *
     * @param odds share of hardware's runs that hung, 0 to 1
     */
    public boolean hangs(double odds) {
        return odds > 0 && (policy == LaunchPolicy.ADVERSARIAL || luck < odds);
    }

    /**
     * Whether the run is in the second of two states that hardware is in from run to run. The first seed gives the commoner one.
     *
     * @param odds share of hardware's runs in the second state, 0 to 1
     */
    public boolean isInState(double odds) {
        return odds < 0.5 ? state < odds : state >= 1 - odds;
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
