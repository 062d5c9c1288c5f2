package io.cdpsim.cli.doctor;

/**
 * What became of looking for something that CDPSim uses.
 *
 * @param name what it is
 * @param state whether it is there
 * @param found what was found, such as a version and a path; empty if nothing was
 * @param purpose what it is for
 * @param fix how to get it, or what to do; empty where nothing is to be done
 */
record ToolStatus(String name, State state, String found, String purpose, String fix) {
    /** Whether something is there. */
    enum State {
        /** It is, and will do. */
        OK,
        /** It is not, or will not do, and some commands do without. */
        ABSENT,
        /** It is not, or will not do, and nothing works well without. */
        BROKEN
    }

    static ToolStatus ok(String name, String found, String purpose) {
        return new ToolStatus(name, State.OK, found, purpose, "");
    }

    static ToolStatus absent(String name, String found, String purpose, String fix) {
        return new ToolStatus(name, State.ABSENT, found, purpose, fix);
    }

    static ToolStatus broken(String name, String found, String purpose, String fix) {
        return new ToolStatus(name, State.BROKEN, found, purpose, fix);
    }
}
