package io.cdpsim.profile;

/**
 * A data rate; 0 if the profile gives none.
 *
 * @param bytesPerSecond bytes per second, at least 0
 */
public record Bandwidth(double bytesPerSecond) {}
