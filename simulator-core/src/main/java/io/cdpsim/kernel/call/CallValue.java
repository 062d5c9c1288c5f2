package io.cdpsim.kernel.call;

/**
 * A value that goes into a call or comes out of it, in a register of its own.
 *
 * @param role what it is to the call
 * @param type its C type
 */
public record CallValue(CallRole role, CallType type) {}
