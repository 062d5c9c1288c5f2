package io.cdpsim.gpu.progress;

/**
 * A warp's wait for phases of mbarrier objects: until when it is suspended, and how often it was in vain.
 *
 * <p>A warp that has waited so often with nothing changed on any device waits without a limit: so a barrier that nobody completes ends in a
 * report.
 */
public final class MbarrierWait {
    private static final int MOST_FRUITLESS_WAITS = 256;

    /** How often lanes give way to others of their warp before they wait. */
    private static final int MOST_YIELDS = 4;

    private boolean suspended;
    private long until;
    private long progress = -1;
    private int fruitless;
    private int yields;

    /** Whether the test that the warp is at was issued before and waits. */
    public boolean isSuspended() {
        return suspended;
    }

    /** The warp looks again. @return whether it was suspended */
    public boolean resume() {
        boolean was = suspended;
        suspended = false;
        return was;
    }

    /** Whether the time of a suspended test is over. */
    public boolean isOver(long time) {
        return time >= until;
    }

    /** Whether lanes that wait give way to others of their warp. */
    public boolean yields() {
        return yields < MOST_YIELDS;
    }

    /** Lanes have given way. */
    public void yielded() {
        yields++;
    }

    /** A test has succeeded. */
    public void succeeded() {
        yields = 0;
        fruitless = 0;
    }

    /**
     * A test is suspended.
     *
     * @param again whether it was before, so that its time limit stays
     * @param limit the cycle at which it fails
     * @param lastProgress when anything last changed
     */
    public void suspend(boolean again, long limit, long lastProgress) {
        suspended = true;
        yields = 0;
        if (!again) {
            until = limit;
            fruitless = lastProgress == progress ? fruitless + 1 : 0;
            progress = lastProgress;
        }
    }

    /** Whether the last test failed and nothing has changed since the one before. */
    public boolean isInVain() {
        return fruitless > 0;
    }

    /** When the test fails; -1 if it waits without a limit. */
    public long until() {
        return fruitless < MOST_FRUITLESS_WAITS ? until : -1;
    }
}
