package io.cdpsim.ptx.emit;

import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.ptx.link.Symbol;
import org.jspecify.annotations.Nullable;

/** The names of a program, and where a kernel finds what they mean. */
public interface ProgramSymbols {
    /** What a name means to the module of a function; null if nothing. */
    @Nullable
    Symbol find(Symbol.OfFunction from, String name);

    /** Where a variable in global or constant memory is, or a function of the program. */
    long address(Symbol symbol);

    /** Offset of a shared variable in the block's memory, bytes. */
    long sharedOffset(Symbol.OfVariable variable);

    /** What a launch names a kernel by. */
    KernelReference kernel(Symbol.OfFunction kernel);
}
