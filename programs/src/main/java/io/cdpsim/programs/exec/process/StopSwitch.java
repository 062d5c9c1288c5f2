package io.cdpsim.programs.exec.process;

/** Turned once, by any thread, to end a run before the program ends. */
public final class StopSwitch {
    private volatile boolean turned;
    private Runnable action = () -> {};

    /** A switch that is not turned. */
    public StopSwitch() {}

    /** Turns it. */
    public synchronized void turn() {
        turned = true;
        action.run();
    }

    /** Whether it is turned. */
    public boolean isTurned() {
        return turned;
    }

    synchronized void onTurned(Runnable newAction) {
        action = newAction;
    }
}
