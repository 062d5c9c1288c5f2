package io.cdpsim.programs.exec.memory;

/**
 * Memory that the program shares.
 *
 * @param bytes whole pages of the file
 * @param requestedBytes what the program asked for
 * @param device the current device at its creation
 */
public record SharedAllocation(
        long offset, long bytes, long requestedBytes, boolean isManaged, int flags, int device) {}
