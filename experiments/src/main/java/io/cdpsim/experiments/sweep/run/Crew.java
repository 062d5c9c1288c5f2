package io.cdpsim.experiments.sweep.run;

/** Whoever runs points of a sweep beside the threads of its own process, such as workers on other machines. */
@FunctionalInterface
public interface Crew extends AutoCloseable {
    /** Nobody. */
    Crew NONE = queue -> {};

    /**
     * Begins to take points from a queue and to end them there, on threads of its own. Gives back what it cannot end: a point that it loses is run by
     * others.
     */
    void start(PointQueue queue);

    /** Stops to take points. */
    @Override
    default void close() {}
}
