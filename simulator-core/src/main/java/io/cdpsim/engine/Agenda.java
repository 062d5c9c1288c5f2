package io.cdpsim.engine;

/**
 * A component with a queue of its own beside that of the {@link Engine}: it orders by what it is, not by when it was told. At each cycle, agendas have their turn before the events of that cycle, in the order
 * in which they were attached.
 */
public interface Agenda {
    /** When it has its next turn, not past; {@link Long#MAX_VALUE} if it has nothing to do. */
    long nextTime();

    /** It has its turn; the clock is at its next time. */
    void run(long now);

    /** How many of its operations are in flight, as {@link Engine#pending} counts them. */
    int pending();
}
