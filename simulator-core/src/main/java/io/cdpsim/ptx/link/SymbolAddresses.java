package io.cdpsim.ptx.link;

/** Where a program's variables and functions are once it is loaded. */
@FunctionalInterface
public interface SymbolAddresses {
    /** The generic address. */
    long of(Symbol symbol);
}
