package io.cdpsim.ptx.link;

import io.cdpsim.ptx.syntax.PtxFunction;
import io.cdpsim.ptx.syntax.PtxModule;
import io.cdpsim.ptx.syntax.Variable;

/** The binding of a name in a program. */
public sealed interface Symbol {
    /** The name, unique in the program: that of the text, except for internal names of a module. */
    String key();

    /**
     * A variable outside functions.
     *
     * @param key unique in the program
     * @param variable its definition, or its declaration if it is dynamic shared memory
     * @param module its module
     * @param bytes its size; 0 if the launch decides
     * @param alignment what its address is a multiple of, bytes
     */
    record OfVariable(String key, Variable variable, PtxModule module, long bytes, int alignment) implements Symbol {
        // The key determines the rest, which is large.
        @Override
        public boolean equals(Object other) {
            return other instanceof OfVariable variable && variable.key.equals(key);
        }

        @Override
        public int hashCode() {
            return key.hashCode();
        }
    }

    /**
     * A kernel or a function.
     *
     * @param key unique in the program
     * @param function its definition
     * @param module its module
     */
    record OfFunction(String key, PtxFunction function, PtxModule module) implements Symbol {
        @Override
        public boolean equals(Object other) {
            return other instanceof OfFunction function && function.key.equals(key);
        }

        @Override
        public int hashCode() {
            return key.hashCode();
        }

        /** Whether it is launched, and not called. */
        public boolean isKernel() {
            return function.kind() == PtxFunction.Kind.ENTRY;
        }
    }

    /**
     * A function that no module defines: the device runtime's, or a mistake.
     *
     * @param key its name
     * @param function its declaration
     * @param module the module of the definition
     */
    record OfExternal(String key, PtxFunction function, PtxModule module) implements Symbol {}
}
