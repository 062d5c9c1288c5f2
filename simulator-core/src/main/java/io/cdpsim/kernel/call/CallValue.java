package io.cdpsim.kernel.call;

/**
 * An argument or a result of a call, in a register of its own.
 *
 * @param role the value's role in the call
 * @param type its C type
 */
public record CallValue(CallRole role, CallType type) {}
