package io.cdpsim.profile;

/**
 * How many requests a resource serves.
 *
 * @param perSecond requests per second, above 0
 */
public record RequestRate(double perSecond) {}
