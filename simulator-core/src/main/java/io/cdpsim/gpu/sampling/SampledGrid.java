package io.cdpsim.gpu.sampling;

import io.cdpsim.gpu.memory.AccessFollowing;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The sample of one grid.
 *
 * <p>A wave is as many blocks as are resident at once. Blocks are timed until the device is in a steady state, then those of a part of a wave are the sample.
 * When all of the sample have ended, the next blocks run untimed and take as long as the blocks of the sample with as many instructions. So the
 * schedule of the blocks goes on as in a whole run, and blocks end at the rate that the sample had. After an interval the next sample follows: sooner where the
 * blocks' traffic with device memory changes, later where samples agree.
 *
 * <p>What a sample shows about the interval before it is corrected in the next interval: the difference of the two samples, in proportion to the traffic between
 * them, and the time by which timed blocks were faster because the blocks beside them were not timed.
 */
final class SampledGrid {
    /** What a block is in the sample. */
    enum Role {
        /** Timed, and takes the time that it takes. */
        TIMED,
        /** As {@link #TIMED}, behind an interval: faster than in a whole run, since fewer timed blocks run beside it. */
        RAMP,
        /** Timed, and counts for others. */
        SAMPLED,
        UNTIMED
    }

    private enum Phase {
        STARTS,
        WARMS_UP,
        SAMPLES,
        AWAITS_SAMPLE,
        INTERVAL,
        WHOLE
    }

    /** A grid of fewer blocks is timed as a whole. */
    private static final long FEWEST_BLOCKS = 1_000;

    /** As is one of fewer waves. */
    private static final int FEWEST_WAVES = 8;

    private static final long SMALLEST_WAVE = 32;

    /** Waves until the steady state, at the start of the grid and behind an interval. */
    private static final int WARM_WAVES = 2;

    /** The sample is a wave divided by this. */
    private static final int SAMPLES_OF_WAVE = 2;

    private static final long FEWEST_SAMPLED = 64;

    /** Waves of the first interval. */
    private static final int FIRST_INTERVAL = 12;

    /** An interval is so many times the one before if the samples around that one agree. */
    private static final int GROWTH = 16;

    /** Samples that differ less agree. */
    private static final double AGREE = 0.03;

    /** After samples that differ more, the next interval is shorter. */
    private static final double DIFFER = 0.06;

    /** Waves at the end of a grid for which no further sample is taken. */
    private static final int LAST_WAVES = 4;

    /** One of so many waves of a long interval reaches the tags of the L2, which shows how much traffic the others have. */
    private static final int FOLLOWED_OF_WAVES = 16;

    /** Traffic of a wave that differs more from that of the sample has changed. */
    private static final double CHANGED = 0.1;

    /** Traffic of two waves in turn that differs less has settled. */
    private static final double SETTLED = 0.01;

    /** Waves of changing traffic after which a sample is taken anyway. */
    private static final int MOST_UNSETTLED = 16;

    /** Traffic of a block that does not matter, bytes. */
    private static final double LITTLE_TRAFFIC = 512;

    /** So many times the size of the L2 of traffic replaces what it holds. */
    private static final double CACHE_FILLS = 0.75;

    /** Most samples of which the halves are compared. */
    private static final int MOST_UNCONFIRMED = 16;

    /** The share of blocks unlike any of the sample that calls for another sample. */
    private static final double UNLIKE = 0.1;

    /** The error to expect where one sample stands alone: the mean of docs/evidence/sampling.md. */
    private static final double UNCONFIRMED = 0.03;

    private final long totalBlocks;
    private final LongSupplier timedBytes;
    private final LongSupplier untimedBytes;
    private final AccessFollowing following;
    private final long cacheBytes;
    private final DurationModel model = new DurationModel();
    private final DurationModel sample = new DurationModel();
    private final DurationModel ramp = new DurationModel();
    /** The samples before the one that counts, the latest last. */
    private final List<DurationModel> unconfirmed = new ArrayList<>();

    private final Window interval = new Window();
    private final Window window = new Window();
    private Phase phase = Phase.STARTS;
    private boolean alone;
    private long wave;
    private long placed;
    private long ended;
    private long untilBlock;
    private long outstanding;
    private long sampleStartBytes;
    private long sampleStartEnded;
    private double bytesOfModel;
    private double bytesBefore;
    private int unsettled;
    private long followAllFrom;
    private boolean followsAll;
    private int windows;
    private boolean sampleIsDue;
    private long intervalBlocks;
    private double intervalCycles;
    private double debtCycles;
    private double shareCycles;
    private double lastDifference;
    private boolean hasBeenCorrected;
    private long timedBlocks;
    private long untimedBlocks;
    private long unlikeBlocks;
    private double blockCycles;
    private double errorCycles;

    /**
     * The sample of a grid of which no block was placed.
     *
     * @param timedBytes the bytes that timed accesses have moved from and to device memory
     * @param untimedBytes those that accesses without time would have
     * @param following whether untimed blocks reach the tags of the L2
     * @param cacheBytes the size of the L2
     */
    SampledGrid(
            long totalBlocks,
            LongSupplier timedBytes,
            LongSupplier untimedBytes,
            AccessFollowing following,
            long cacheBytes) {
        this.following = following;
        this.cacheBytes = cacheBytes;
        this.totalBlocks = totalBlocks;
        this.timedBytes = timedBytes;
        this.untimedBytes = untimedBytes;
        if (totalBlocks < FEWEST_BLOCKS) {
            phase = Phase.WHOLE;
        }
    }

    /** Counts of untimed blocks. */
    private static final class Window {
        private long startBytes;
        private long blocks;
        private long unlike;
        private boolean isFollowed;

        void start(long bytes, boolean reachesTags) {
            isFollowed = reachesTags;
            startBytes = bytes;
            blocks = 0;
            unlike = 0;
        }

        double bytesOfBlock(long bytes) {
            return (double) (bytes - startBytes) / Math.max(1, blocks);
        }
    }

    /**
     * The next block is placed.
     *
     * @param isAlone whether no other grid is resident
     */
    Role place(boolean isAlone) {
        alone = isAlone;
        long index = placed++;
        if (phase == Phase.WARMS_UP && index >= untilBlock) {
            startSample(index);
        } else if (phase == Phase.INTERVAL && (index >= untilBlock || !isAlone)) {
            phase = Phase.WARMS_UP;
            untilBlock = index + WARM_WAVES * wave;
        }
        if (phase == Phase.INTERVAL) {
            if (index == followAllFrom) {
                followsAll = true;
                following.set(true);
            }
            untimedBlocks++;
            return Role.UNTIMED;
        }
        timedBlocks++;
        if (phase == Phase.SAMPLES) {
            outstanding++;
            if (index + 1 >= untilBlock) {
                phase = Phase.AWAITS_SAMPLE;
            }
            return Role.SAMPLED;
        }
        return phase != Phase.STARTS && !model.isEmpty() ? Role.RAMP : Role.TIMED;
    }

    /**
     * The last warp of a block has ended.
     *
     * @param cycles the time since its start
     * @return how long the block takes, at least that
     */
    long duration(Role role, long cycles, long laneInstructions) {
        if (phase == Phase.STARTS) {
            knowsWave();
        }
        ended++;
        long taken = role == Role.UNTIMED ? untimed(cycles, laneInstructions) : timed(role, cycles, laneInstructions);
        blockCycles += taken;
        return taken;
    }

    private void knowsWave() {
        wave = Math.max(SMALLEST_WAVE, placed - ended);
        phase = totalBlocks < FEWEST_WAVES * wave ? Phase.WHOLE : Phase.WARMS_UP;
        untilBlock = WARM_WAVES * wave;
    }

    private long timed(Role role, long cycles, long laneInstructions) {
        if (role == Role.SAMPLED) {
            sample.add(laneInstructions, cycles);
            outstanding--;
            if (phase == Phase.AWAITS_SAMPLE && outstanding == 0) {
                closeSample();
            }
            return cycles;
        }
        if (phase == Phase.INTERVAL) {
            // Untimed blocks run beside it, which take no bandwidth.
            return Math.max(cycles, Math.round(model.cycles(laneInstructions)));
        }
        if (role == Role.RAMP) {
            ramp.add(laneInstructions, cycles);
        }
        return cycles;
    }

    private long untimed(long cycles, long laneInstructions) {
        double modelled = model.draw(laneInstructions);
        boolean isUnlike = !model.knows(laneInstructions);
        if (isUnlike) {
            unlikeBlocks++;
            window.unlike++;
        }
        long taken = Math.max(cycles, Math.round(modelled + shareCycles));
        debtCycles -= taken - modelled;
        intervalCycles += modelled;
        if (following.isOn()) {
            interval.blocks++;
        }
        window.blocks++;
        if (window.blocks >= wave) {
            closeWindow();
        }
        return taken;
    }

    /** Looks whether a wave of untimed blocks is like the sample. */
    private void closeWindow() {
        long bytes = untimedBytes.getAsLong();
        double bytesOfBlock = window.bytesOfBlock(bytes);
        boolean wasFollowed = window.isFollowed;
        boolean hasChanged = wasFollowed && difference(bytesOfBlock, bytesOfModel) > CHANGED;
        boolean hasSettled = difference(bytesOfBlock, bytesBefore) < SETTLED;
        if (wasFollowed) {
            unsettled = hasChanged ? unsettled + 1 : 0;
            bytesBefore = bytesOfBlock;
        }
        boolean isLong = totalBlocks - placed > LAST_WAVES * wave;
        if (isLong
                && !sampleIsDue
                && ((hasChanged && (hasSettled || unsettled > MOST_UNSETTLED))
                        || window.unlike > UNLIKE * window.blocks)) {
            sampleIsDue = true;
            long fill = followsAll ? 0 : blocksThatFillCache(bytesOfBlock);
            endIntervalIn(fill, fill);
        }
        windows++;
        following.set(followsAll || sampleIsDue || windows % FOLLOWED_OF_WAVES == 0 || unsettled > 0);
        window.start(bytes, following.isOn());
    }

    /** The interval ends after so many more blocks, the last of which all reach the tags of the L2, so that it holds what it would hold. */
    private void endIntervalIn(long blocks, long thatReachTags) {
        untilBlock = Math.min(totalBlocks, placed + blocks);
        followAllFrom = Math.max(placed, untilBlock - thatReachTags);
    }

    private long blocksThatFillCache(double bytesOfBlock) {
        return Math.round(CACHE_FILLS * cacheBytes / Math.max(bytesOfBlock, LITTLE_TRAFFIC));
    }

    private static double difference(double bytes, double others) {
        return Math.abs(bytes - others) / Math.max(others, LITTLE_TRAFFIC);
    }

    private void startSample(long firstBlock) {
        phase = Phase.SAMPLES;
        untilBlock = firstBlock + Math.max(FEWEST_SAMPLED, wave / SAMPLES_OF_WAVE);
        sampleStartBytes = timedBytes.getAsLong();
        sampleStartEnded = ended;
    }

    /**
     * Whether blocks take as long as in the sample before: queues that grow from the start of a grid, or again behind an interval, have reached their length.
     * Where blocks hinder each other, samples may differ for ever: then the later half of them must be as long as the earlier one, and is the sample.
     */
    private boolean isSteady() {
        if (unconfirmed.size() == MOST_UNCONFIRMED) {
            unconfirmed.remove(0);
        }
        unconfirmed.add(DurationModel.of(List.of(sample)));
        int count = unconfirmed.size();
        if (count == 1) {
            return false;
        }
        if (agree(unconfirmed.get(count - 2), sample)) {
            return true;
        }
        DurationModel earlier = DurationModel.of(unconfirmed.subList(count % 2, count - count / 2));
        DurationModel later = DurationModel.of(unconfirmed.subList(count - count / 2, count));
        if (!agree(earlier, later)) {
            return false;
        }
        sample.clear();
        sample.addAll(later);
        return true;
    }

    private static boolean agree(DurationModel before, DurationModel after) {
        return Math.abs(after.totalCycles() / Math.max(1, before.cyclesOf(after)) - 1) <= DIFFER;
    }

    private void closeSample() {
        if (!isSteady()) {
            if (!model.isEmpty()) {
                ramp.addAll(sample);
            }
            sample.clear();
            startSample(placed);
            return;
        }
        double bytes = (double) (timedBytes.getAsLong() - sampleStartBytes) / Math.max(1, ended - sampleStartEnded);
        if (model.isEmpty()) {
            intervalBlocks = FIRST_INTERVAL * wave;
        } else {
            correct(bytes);
        }
        if (lastDifference > AGREE) {
            model.clear();
        }
        model.addAll(sample);
        sample.clear();
        bytesOfModel = bytes;
        if (!ramp.isEmpty()) {
            debtCycles += model.cyclesOf(ramp) - ramp.totalCycles();
            ramp.clear();
        }
        long remaining = totalBlocks - placed;
        long blocks = remaining < intervalBlocks + LAST_WAVES * wave ? remaining : intervalBlocks;
        if (blocks == 0 || !alone) {
            phase = Phase.WARMS_UP;
            untilBlock = placed;
            return;
        }
        phase = Phase.INTERVAL;
        unconfirmed.clear();
        sampleIsDue = false;
        // The device's memory may hold much that the grid replaces first.
        followsAll = intervalBlocks == FIRST_INTERVAL * wave;
        following.set(true);
        windows = 0;
        endIntervalIn(blocks, blocks == remaining ? blocksThatFillCache(bytes) : 0);
        unsettled = 0;
        bytesBefore = bytes;
        intervalCycles = 0;
        shareCycles = debtCycles / blocks;
        interval.start(untimedBytes.getAsLong(), true);
        window.start(interval.startBytes, true);
    }

    /** A second sample shows what the blocks of the interval before it should have taken. */
    private void correct(double bytes) {
        double change = sample.totalCycles() / Math.max(1, model.cyclesOf(sample)) - 1;
        boolean byTraffic = difference(bytes, bytesOfModel) > CHANGED;
        double meanBytes = interval.bytesOfBlock(untimedBytes.getAsLong());
        double share =
                byTraffic ? Math.min(1, Math.max(0, (meanBytes - bytesOfModel) / (bytes - bytesOfModel))) : 1.0 / 2;
        debtCycles += intervalCycles * change * share;
        lastDifference = Math.abs(change);
        hasBeenCorrected = true;
        errorCycles += intervalCycles * lastDifference / (byTraffic ? 4 : 2);
        if (lastDifference <= AGREE) {
            intervalBlocks *= GROWTH;
        } else if (lastDifference > DIFFER && !byTraffic) {
            intervalBlocks = Math.max(wave, intervalBlocks / 2);
        }
    }

    /** What it has sampled. */
    SamplingCounts counts() {
        if (untimedBlocks == 0) {
            return SamplingCounts.WHOLE_GRID;
        }
        double open = phase == Phase.INTERVAL
                ? intervalCycles
                        * Math.max(hasBeenCorrected ? lastDifference / 2 : UNCONFIRMED, 2 * model.standardError())
                : 0;
        return new SamplingCounts(1, 1, timedBlocks, untimedBlocks, unlikeBlocks, blockCycles, errorCycles + open);
    }
}
