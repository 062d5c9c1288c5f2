package io.cdpsim.programs.exec.process;

/** A switch that any thread can set once to end a run before the program ends. */
public final class StopSwitch {
    private volatile boolean turned;
    private Runnable action = () -> {};

    /** A switch that is not set. */
    public StopSwitch() {}

    /** Sets it. */
    public synchronized void turn() {
        turned = true;
        action.run();
    }

    /** Whether it is set. */
    public boolean isTurned() {
        return turned;
    }

    synchronized void onTurned(Runnable newAction) {
        action = newAction;
    }
}
