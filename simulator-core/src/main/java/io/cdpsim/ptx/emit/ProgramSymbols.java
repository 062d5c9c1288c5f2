package io.cdpsim.ptx.emit;

import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.ptx.link.Symbol;
import org.jspecify.annotations.Nullable;

/** The names of a program and their bindings, as a kernel needs them. */
public interface ProgramSymbols {
    /** The binding of a name in the module of a function; null if it has none. */
    @Nullable
    Symbol find(Symbol.OfFunction from, String name);

    /** Where a variable in global or constant memory is, or a function of the program. */
    long address(Symbol symbol);

    /** Offset of a shared variable in the block's memory, bytes. */
    long sharedOffset(Symbol.OfVariable variable);

    /** The operand by which a launch names a kernel. */
    KernelReference kernel(Symbol.OfFunction kernel);
}
