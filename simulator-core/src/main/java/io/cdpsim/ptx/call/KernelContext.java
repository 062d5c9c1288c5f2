package io.cdpsim.ptx.call;

import io.cdpsim.ptx.draft.ConstantPool;
import io.cdpsim.ptx.emit.ProgramSymbols;
import io.cdpsim.ptx.link.Symbol;

/** State that the functions of one kernel share during lowering. */
public interface KernelContext extends ProgramSymbols {
    /** The constants of the kernel. */
    ConstantPool constants();

    /** The number of a function of the program among those of this kernel. */
    int number(Symbol.OfFunction function);

    /** Whether a function may call itself, directly or through others. */
    boolean callsItself(Symbol.OfFunction function);

    /** The possible targets of indirect calls: functions whose address the program takes. */
    Iterable<Symbol.OfFunction> addressed();
}
