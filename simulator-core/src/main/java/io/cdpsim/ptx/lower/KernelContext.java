package io.cdpsim.ptx.lower;

import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.ptx.draft.ConstantPool;
import io.cdpsim.ptx.link.Symbol;
import org.jspecify.annotations.Nullable;

/** What the functions of one kernel share while they are lowered. */
interface KernelContext {
    /** What a name means to the module of a function; null if nothing. */
    @Nullable
    Symbol find(Symbol.OfFunction from, String name);

    /** The PTX forms that can be lowered. */
    FormTable forms();

    /** The constants of the kernel. */
    ConstantPool constants();

    /** Where a variable in global or constant memory is, or a function of the program. */
    long address(Symbol symbol);

    /** Offset of a shared variable in the block's memory, bytes. */
    long sharedOffset(Symbol.OfVariable variable);

    /** What a launch names a kernel by. */
    KernelReference kernel(Symbol.OfFunction kernel);

    /** The number of a function of the program among those of this kernel. */
    int number(Symbol.OfFunction function);

    /** Whether a function may call itself, directly or through others. */
    boolean callsItself(Symbol.OfFunction function);

    /** The functions whose address the program takes, which an indirect call may mean. */
    Iterable<Symbol.OfFunction> addressed();
}
