package io.cdpsim.gpu.memory;

/** Whether the accesses of a device's blocks that run without time reach the tags of the L2. */
public final class AccessFollowing {
    private boolean on = true;

    /** From now on they do, or do not. */
    public void set(boolean isOn) {
        on = isOn;
    }

    /** Whether they do. */
    public boolean isOn() {
        return on;
    }
}
