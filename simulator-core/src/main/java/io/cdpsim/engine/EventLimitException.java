package io.cdpsim.engine;

/** The simulation has run as many events as it may. */
public final class EventLimitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    EventLimitException(long limit) {
        super("the program took more than " + limit + " events of the simulation and was stopped");
    }
}
