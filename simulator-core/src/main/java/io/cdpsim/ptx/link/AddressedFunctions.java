package io.cdpsim.ptx.link;

import io.cdpsim.ptx.syntax.Block;
import io.cdpsim.ptx.syntax.Initializer;
import io.cdpsim.ptx.syntax.PtxInstruction;
import io.cdpsim.ptx.syntax.PtxOperand;
import java.util.LinkedHashSet;
import java.util.Set;

/** The functions whose address a program takes: indirect calls may target them. */
public final class AddressedFunctions {
    private AddressedFunctions() {}

    /** Functions whose address is taken: by an instruction other than a direct call, or by a variable's initializer. */
    public static Set<Symbol.OfFunction> of(PtxProgram program) {
        Set<Symbol.OfFunction> addressed = new LinkedHashSet<>();
        for (Symbol symbol : program.symbols()) {
            if (symbol instanceof Symbol.OfFunction function) {
                Block body = function.function().body();
                if (body != null) {
                    body.forEach(statement -> {
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
