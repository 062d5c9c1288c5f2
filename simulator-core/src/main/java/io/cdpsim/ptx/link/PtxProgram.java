package io.cdpsim.ptx.link;

import io.cdpsim.ptx.syntax.Block;
import io.cdpsim.ptx.syntax.Linkage;
import io.cdpsim.ptx.syntax.PtxFunction;
import io.cdpsim.ptx.syntax.PtxModule;
import io.cdpsim.ptx.syntax.Space;
import io.cdpsim.ptx.syntax.Statement;
import io.cdpsim.ptx.syntax.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Modules linked by name. A name that is visible means the same in all of them; of several weak definitions the first counts, unless one that
 * is not weak is there.
 */
public final class PtxProgram {
    private final Map<String, Symbol> visible = new LinkedHashMap<>();
    // By identity: a module is large, and two of the same text are still two.
    private final IdentityHashMap<PtxModule, Map<String, Symbol>> own = new IdentityHashMap<>();
    private final Map<String, Symbol> all = new LinkedHashMap<>();

    private SourceNames kernelNames = new SourceNames(List.of());

    private PtxProgram() {}

    /** Links modules. @throws PtxLinkException if two define the same, or a variable is declared that none defines */
    public static PtxProgram link(List<PtxModule> modules) {
        PtxProgram program = new PtxProgram();
        for (int i = 0; i < modules.size(); i++) {
            program.define(modules.get(i), i);
        }
        for (PtxModule module : modules) {
            program.declare(module);
        }
        for (Symbol symbol : program.visible.values()) {
            program.all.put(symbol.key(), symbol);
        }
        program.kernelNames =
                new SourceNames(program.kernels().stream().map(Symbol::key).toList());
        return program;
    }

    private void define(PtxModule module, int index) {
        Map<String, Symbol> names = new HashMap<>();
        own.put(module, names);
        for (Variable variable : module.variables()) {
            if (variable.linkage() != Linkage.EXTERN || isSizedByLaunch(variable)) {
                boolean local = variable.linkage() == Linkage.NONE || isSizedByLaunch(variable);
                String key = local ? local(variable.name(), index) : variable.name();
                add(names, variable.name(), of(key, variable, module), variable.linkage(), local, variable.at());
            }
        }
        for (PtxFunction function : module.functions()) {
            if (function.body() != null) {
                boolean local = function.linkage() == Linkage.NONE && function.kind() == PtxFunction.Kind.FUNC;
                String key = local ? local(function.name(), index) : function.name();
                add(
                        names,
                        function.name(),
                        new Symbol.OfFunction(key, function, module),
                        function.linkage(),
                        local,
                        function.at());
                defineWithin(function.body(), module, index, names);
            }
        }
        for (PtxModule.Alias alias : module.aliases()) {
            Symbol meant = names.get(alias.function());
            if (meant == null) {
                meant = visible.get(alias.function());
            }
            if (meant == null) {
                throw new PtxLinkException(
                        module.source().place(alias.at()),
                        "alias " + alias.name() + " stands for " + alias.function()
                                + ", which its module does not define");
            }
            names.put(alias.name(), meant);
        }
    }

    /** Shared and global variables of a body, whose names are unique in the module. */
    private void defineWithin(Block body, PtxModule module, int index, Map<String, Symbol> names) {
        for (Statement statement : body.statements()) {
            if (statement instanceof Block inner) {
                defineWithin(inner, module, index, names);
            } else if (statement instanceof Variable variable
                    && variable.space() != Space.LOCAL
                    && variable.space() != Space.PARAM) {
                add(
                        names,
                        variable.name(),
                        of(local(variable.name(), index), variable, module),
                        Linkage.NONE,
                        true,
                        variable.at());
            }
        }
    }

    /** Shared memory without a size is not shared between modules: each launch sets its size. */
    private static boolean isSizedByLaunch(Variable variable) {
        return variable.space() == Space.SHARED && variable.linkage() == Linkage.EXTERN;
    }

    private static String local(String name, int module) {
        return name + "@" + module;
    }

    private void add(Map<String, Symbol> names, String name, Symbol symbol, Linkage linkage, boolean local, int at) {
        if (local) {
            names.put(name, symbol);
            all.put(symbol.key(), symbol);
            return;
        }
        Symbol before = visible.get(name);
        if (before == null || (isWeak(before) && linkage != Linkage.WEAK)) {
            visible.put(name, symbol);
        } else if (linkage != Linkage.WEAK && linkage != Linkage.COMMON && !isWeak(before)) {
            throw new PtxLinkException(
                    moduleOf(symbol).source().place(at),
                    name + " is defined a second time; "
                            + moduleOf(before).source().name() + " defines it too");
        }
    }

    private static boolean isWeak(Symbol symbol) {
        Linkage linkage = symbol instanceof Symbol.OfVariable variable
                ? variable.variable().linkage()
                : symbol instanceof Symbol.OfFunction function
                        ? function.function().linkage()
                        : Linkage.NONE;
        return linkage == Linkage.WEAK || linkage == Linkage.COMMON;
    }

    private static PtxModule moduleOf(Symbol symbol) {
        if (symbol instanceof Symbol.OfVariable variable) {
            return variable.module();
        }
        return symbol instanceof Symbol.OfFunction function ? function.module() : ((Symbol.OfExternal) symbol).module();
    }

    private void declare(PtxModule module) {
        Map<String, Symbol> names = own.getOrDefault(module, Map.of());
        for (PtxFunction function : module.functions()) {
            if (function.body() == null && find(module, function.name()) == null) {
                names.put(function.name(), new Symbol.OfExternal(function.name(), function, module));
            }
        }
        for (Variable variable : module.variables()) {
            if (find(module, variable.name()) == null) {
                throw new PtxLinkException(
                        module.source().place(variable.at()),
                        "variable " + variable.name() + " is declared .extern, but no module defines it");
            }
        }
    }

    private static Symbol of(String key, Variable variable, PtxModule module) {
        return new Symbol.OfVariable(key, variable, module, bytes(variable, module), alignment(variable));
    }

    private static long bytes(Variable variable, PtxModule module) {
        try {
            long bytes = (long) elementBytes(variable.type()) * variable.vector();
            for (long dimension : variable.dimensions()) {
                bytes = dimension == Variable.UNSIZED
                        ? bytes * InitialBytes.elements(variable.initializer())
                        : Math.multiplyExact(bytes, dimension);
            }
            return bytes;
        } catch (ArithmeticException e) {
            throw new PtxLinkException(
                    module.source().place(variable.at()), "variable " + variable.name() + " is larger than any memory");
        }
    }

    private static int alignment(Variable variable) {
        return Math.max(variable.align(), elementBytes(variable.type()) * variable.vector());
    }

    /** Bytes of a value of a type, by the number in its name. */
    static int elementBytes(String type) {
        int bits = 0;
        for (int i = 0; i < type.length(); i++) {
            char c = type.charAt(i);
            if (c == 'x') {
                break;
            }
            bits = c >= '0' && c <= '9' ? bits * 10 + (c - '0') : bits;
        }
        int halves = type.endsWith("x2") ? 2 : 1;
        return Math.max(1, bits * halves / 8);
    }

    /** The binding of a name in a module; null if it has none. */
    public @Nullable Symbol find(PtxModule module, String name) {
        Symbol symbol = own.getOrDefault(module, Map.of()).get(name);
        return symbol != null ? symbol : visible.get(name);
    }

    /** All variables and functions, in the order of the modules. */
    public Iterable<Symbol> symbols() {
        return all.values();
    }

    /** The kernels. */
    public List<Symbol.OfFunction> kernels() {
        List<Symbol.OfFunction> kernels = new ArrayList<>();
        for (Symbol symbol : all.values()) {
            if (symbol instanceof Symbol.OfFunction function && function.isKernel()) {
                kernels.add(function);
            }
        }
        return kernels;
    }

    /** The name of a kernel: that of its source if it is unambiguous. */
    public String sourceName(Symbol.OfFunction kernel) {
        return kernelNames.shortest(kernel.key());
    }

    /** The variables in global and constant memory, which exist as long as the program is loaded. */
    public List<Symbol.OfVariable> variables() {
        List<Symbol.OfVariable> variables = new ArrayList<>();
        for (Symbol symbol : all.values()) {
            if (symbol instanceof Symbol.OfVariable variable
                    && (variable.variable().space() == Space.GLOBAL
                            || variable.variable().space() == Space.CONST)) {
                variables.add(variable);
            }
        }
        return variables;
    }

    /**
     * The initial value of a variable.
     *
     * @param addresses where variables and functions are
     */
    public byte[] initialBytes(Symbol.OfVariable variable, SymbolAddresses addresses) {
        return InitialBytes.of(variable, name -> {
            Symbol symbol = find(variable.module(), name);
            if (symbol == null) {
                throw new PtxLinkException(
                        variable.module().source().place(variable.variable().at()),
                        "variable " + variable.variable().name() + " holds the address of " + name
                                + ", which no module defines");
            }
            return addresses.of(symbol);
        });
    }
}
