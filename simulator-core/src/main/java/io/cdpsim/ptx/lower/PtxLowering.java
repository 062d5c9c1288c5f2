package io.cdpsim.ptx.lower;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.ptx.form.UnsupportedPtxException;
import io.cdpsim.ptx.link.AddressedFunctions;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.link.Symbol;
import io.cdpsim.ptx.link.SymbolAddresses;
import io.cdpsim.ptx.optimize.Optimizer;
import io.cdpsim.ptx.row.FormRow;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The kernels of a linked program, each lowered when it or a kernel that launches it is first requested: a program with a library has
 * hundreds, and uses a few.
 */
public final class PtxLowering {
    private final PtxProgram program;
    private final SymbolAddresses addresses;
    private final Set<Optimizer.Pass> passes;
    private final Consumer<Kernel> whenLowered;
    private final Map<String, Symbol.OfFunction> entries = new LinkedHashMap<>();
    private final Map<String, Kernel> lowered = new HashMap<>();
    private final Map<String, String> unsupported = new LinkedHashMap<>();
    private final FormTable forms = new FormTable();
    // Functions by their addresses are the same for all kernels; looked for once.
    private final Set<Symbol.OfFunction> addressed;

    /**
     * Nothing is lowered yet.
     *
     * @param addresses addresses of variables and functions
     * @param passes the assembler passes that pay on the GPU
     * @param whenLowered is notified of each kernel before a launch of it
     */
    public PtxLowering(
            PtxProgram program, SymbolAddresses addresses, Set<Optimizer.Pass> passes, Consumer<Kernel> whenLowered) {
        this.program = program;
        this.addresses = addresses;
        this.passes = Set.copyOf(passes);
        this.whenLowered = whenLowered;
        program.kernels().forEach(each -> entries.put(each.key(), each));
        addressed = AddressedFunctions.of(program);
    }

    /** The opcodes, without their modifiers, of which some form can be lowered. */
    public static Set<String> opcodes() {
        return FormTable.groups().values().stream()
                .flatMap(List::stream)
                .map(FormRow::base)
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Lowers all kernels of a program.
     *
     * @param addresses addresses of variables and functions
     * @return the kernels by their names in the PTX
     * @throws io.cdpsim.ptx.form.UnsupportedPtxException if an instruction is not supported
     */
    public static Map<String, Kernel> kernels(PtxProgram program, SymbolAddresses addresses) {
        return kernels(program, addresses, Optimizer.allPasses());
    }

    /**
     * As above, with only some of the assembler's passes.
     *
     * @param addresses as above
     * @param passes optimization passes
     * @return the kernels by their names
     * @throws io.cdpsim.ptx.form.UnsupportedPtxException if an instruction is not supported
     */
    public static Map<String, Kernel> kernels(
            PtxProgram program, SymbolAddresses addresses, Set<Optimizer.Pass> passes) {
        return new PtxLowering(program, addresses, passes, kernel -> {}).all();
    }

    /** All kernels by their names in the PTX, in the order of the program. */
    public Map<String, Kernel> all() {
        Map<String, Kernel> all = new LinkedHashMap<>();
        for (String name : entries.keySet()) {
            all.put(name, Objects.requireNonNull(find(name)));
        }
        return all;
    }

    /** The names of the kernels in the PTX, in the order of the program, lowered or not. */
    public Set<String> names() {
        return entries.keySet();
    }

    /**
     * A kernel, lowered with all that it launches. Launches of a kernel that cannot be lowered fail with {@code cudaErrorNotSupported}.
     *
     * @param name that in the PTX
     * @return null if no kernel has this name
     * @throws io.cdpsim.ptx.form.UnsupportedPtxException if an instruction of one of them is not supported
     */
    public @Nullable Kernel find(String name) {
        Symbol.OfFunction entry = entries.get(name);
        if (entry != null && !lowered.containsKey(name)) {
            lower(entry);
        }
        return lowered.get(name);
    }

    /** A kernel is published only if all of it was lowered. */
    private void lower(Symbol.OfFunction first) {
        Map<String, KernelReference> references = new HashMap<>();
        Map<String, Kernel> made = new LinkedHashMap<>();
        Symbol.@Nullable OfFunction next = first;
        while (next != null) {
            made.put(
                    next.key(),
                    next.key().equals(first.key()) ? lowered(next, references) : lowerChild(next, references));
            next = null;
            for (String each : references.keySet()) {
                if (entries.containsKey(each) && !made.containsKey(each) && !lowered.containsKey(each)) {
                    next = entries.get(each);
                }
            }
        }
        references.forEach((name, reference) -> {
            Kernel kernel = made.getOrDefault(name, lowered.get(name));
            if (kernel != null) {
                reference.bind(kernel);
            }
        });
        // One that a launch of its own must report is looked for anew.
        made.keySet().removeAll(unsupported.keySet());
        lowered.putAll(made);
        made.values().forEach(whenLowered);
    }

    private Kernel lowered(Symbol.OfFunction entry, Map<String, KernelReference> references) {
        return KernelLowering.lower(program, entry, addresses, references, addressed, passes, forms);
    }

    /** A kernel that another one launches: if it cannot be lowered, only these launches fail. */
    private Kernel lowerChild(Symbol.OfFunction entry, Map<String, KernelReference> references) {
        Map<String, KernelReference> own = new HashMap<>(references);
        try {
            Kernel kernel = lowered(entry, own);
            references.putAll(own);
            return kernel;
        } catch (UnsupportedPtxException e) {
            unsupported.put(entry.key(), String.valueOf(e.getMessage()));
            return KernelLowering.unsupported(program, entry, addresses, forms);
        }
    }

    /** The kernels so far that others launch and that cannot be lowered, by their names in the PTX, with opcode and place. */
    public Map<String, String> unsupported() {
        return Collections.unmodifiableMap(unsupported);
    }
}
