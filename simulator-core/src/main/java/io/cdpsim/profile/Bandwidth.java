package io.cdpsim.profile;

/**
 * How fast bytes move; 0 where a profile says nothing.
 *
 * @param bytesPerSecond bytes per second, at least 0
 */
public record Bandwidth(double bytesPerSecond) {}
