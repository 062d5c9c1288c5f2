package io.cdpsim.profile.read;

/**
 * One field of a loaded profile, for people to read.
 *
 * @param path section and name joined by a dot, for example {@code l2.latency}
 * @param value the value with its unit, as it was written
 * @param source where the value is from; empty if the file does not say
 * @param origin its file or override
 * @param line line in that file, from 1; 0 for an override
 */
public record ProfileField(String path, String value, String source, String origin, int line) {}
