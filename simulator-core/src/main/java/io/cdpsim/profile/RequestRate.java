package io.cdpsim.profile;

/**
 * The rate at which a resource serves requests.
 *
 * @param perSecond requests per second, above 0
 */
public record RequestRate(double perSecond) {}
