package io.cdpsim.experiments.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A place between two values of a parameter where the faster of two variants changes.
 *
 * @param before the last value at which the first variant is faster
 * @param after the next value, at which the second is
 * @param at where the times are equal, interpolated between both
 * @param low the value from which on the difference is within the error of the model; empty if it is from the first value on
 * @param high the value up to which it is; empty if it is to the last value
 */
public record Crossover(double before, double after, double at, OptionalDouble low, OptionalDouble high) {
    /**
     * The places where a second variant becomes faster than a first.
     *
     * @param x the values of the parameter, ascending
     * @param first the times of the first variant, positive
     * @param second the times of the second
     * @param error the error of the model, 0 to 1: a difference that is a smaller fraction of the longer time may be the other way round on hardware
     * @param isGeometric whether times are interpolated over the logarithm of {@code x}, which is positive
     */
    public static List<Crossover> of(double[] x, double[] first, double[] second, double error, boolean isGeometric) {
        double[] places = new double[x.length];
        double[] lead = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            places[i] = isGeometric ? Math.log(x[i]) : x[i];
            lead[i] = Math.log(first[i] / second[i]);
        }
        // The lead of a variant whose time is shorter by this share
        double margin = -Math.log1p(-error);
        List<Crossover> found = new ArrayList<>();
        for (int i = 0; i + 1 < x.length; i++) {
            if (lead[i] <= 0 && lead[i + 1] > 0) {
                double at = between(places, lead, i, 0);
                found.add(new Crossover(
                        x[i],
                        x[i + 1],
                        value(at, isGeometric),
                        left(places, lead, i, margin, isGeometric),
                        right(places, lead, i, margin, isGeometric)));
            }
        }
        return found;
    }

    private static OptionalDouble left(double[] places, double[] lead, int from, double margin, boolean isGeometric) {
        for (int i = from; i >= 0; i--) {
            if (lead[i] <= -margin) {
                return OptionalDouble.of(value(between(places, lead, i, -margin), isGeometric));
            }
        }
        return OptionalDouble.empty();
    }

    private static OptionalDouble right(double[] places, double[] lead, int from, double margin, boolean isGeometric) {
        for (int i = from; i + 1 < places.length; i++) {
            if (lead[i + 1] >= margin) {
                return OptionalDouble.of(value(between(places, lead, i, margin), isGeometric));
            }
        }
        return OptionalDouble.empty();
    }

    /** Where the lead has a value, between a place and the next. */
    private static double between(double[] places, double[] lead, int i, double wanted) {
        double share = (wanted - lead[i]) / (lead[i + 1] - lead[i]);
        return places[i] + Math.min(1, Math.max(0, share)) * (places[i + 1] - places[i]);
    }

    private static double value(double place, boolean isGeometric) {
        return isGeometric ? Math.exp(place) : place;
    }
}
