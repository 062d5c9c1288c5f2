package io.cdpsim.ptx.lower;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.ptx.form.UnsupportedPtxException;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.link.Symbol;
import io.cdpsim.ptx.link.SymbolAddresses;
import io.cdpsim.ptx.optimize.Optimizer;
import io.cdpsim.ptx.syntax.Block;
import io.cdpsim.ptx.syntax.Initializer;
import io.cdpsim.ptx.syntax.PtxInstruction;
import io.cdpsim.ptx.syntax.PtxOperand;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Makes the kernels of a linked program. */
public final class PtxLowering {
    private PtxLowering() {}

    /**
     * Lowers all kernels of a program.
     *
     * @param addresses where variables lie, and what the addresses of functions are
     * @return the kernels by their names in the PTX
     * @throws UnsupportedPtxException if an instruction is not known here
     */
    public static Map<String, Kernel> kernels(PtxProgram program, SymbolAddresses addresses) {
        return kernels(program, addresses, Optimizer.allPasses());
    }

    /**
     * The same with some of the passes that an assembler takes: those that pay on a GPU.
     *
     * @param addresses as above
     * @param passes what is done to the code
     * @return the kernels by their names
     * @throws UnsupportedPtxException if an instruction is not known here
     */
    public static Map<String, Kernel> kernels(
            PtxProgram program, SymbolAddresses addresses, Set<Optimizer.Pass> passes) {
        Set<Symbol.OfFunction> addressed = addressed(program);
        Map<String, KernelReference> references = new HashMap<>();
        Map<String, Kernel> kernels = new LinkedHashMap<>();
        for (Symbol.OfFunction entry : program.kernels()) {
            kernels.put(entry.key(), KernelLowering.lower(program, entry, addresses, references, addressed, passes));
        }
        for (Map.Entry<String, KernelReference> reference : references.entrySet()) {
            Kernel kernel = kernels.get(reference.getKey());
            if (kernel != null) {
                reference.getValue().bind(kernel);
            }
        }
        return kernels;
    }

    /** The functions whose address is taken: by an instruction that is no call of them, or by a variable's first value. */
    private static Set<Symbol.OfFunction> addressed(PtxProgram program) {
        Set<Symbol.OfFunction> addressed = new LinkedHashSet<>();
        for (Symbol symbol : program.symbols()) {
            if (symbol instanceof Symbol.OfFunction function) {
                Block body = function.function().body();
                if (body != null) {
                    FunctionLowering.each(body.statements(), statement -> {
                        if (statement instanceof PtxInstruction instruction
                                && !instruction.opcode().base().equals("call")) {
                            instruction.operands().forEach(operand -> add(program, function, operand, addressed));
                        }
                    });
                }
            } else if (symbol instanceof Symbol.OfVariable variable) {
                Initializer initializer = variable.variable().initializer();
                if (initializer != null) {
                    add(program, variable, initializer, addressed);
                }
            }
        }
        return addressed;
    }

    private static void add(
            PtxProgram program, Symbol.OfFunction from, PtxOperand operand, Set<Symbol.OfFunction> addressed) {
        PtxOperand base = operand instanceof PtxOperand.Sum sum ? sum.base() : operand;
        if (base instanceof PtxOperand.Name name
                && program.find(from.module(), name.text()) instanceof Symbol.OfFunction function
                && !function.isKernel()) {
            addressed.add(function);
        }
    }

    private static void add(
            PtxProgram program, Symbol.OfVariable from, Initializer initializer, Set<Symbol.OfFunction> addressed) {
        if (initializer instanceof Initializer.Items items) {
            items.items().forEach(each -> add(program, from, each, addressed));
        } else if (initializer instanceof Initializer.AddressOf address
                && program.find(from.module(), address.symbol()) instanceof Symbol.OfFunction function
                && !function.isKernel()) {
            addressed.add(function);
        }
    }
}
