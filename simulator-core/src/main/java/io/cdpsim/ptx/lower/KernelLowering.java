package io.cdpsim.ptx.lower;

import io.cdpsim.kernel.code.ClusterShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.KernelProperty;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.ptx.call.CallLowering;
import io.cdpsim.ptx.call.DeviceCallLowering;
import io.cdpsim.ptx.call.KernelContext;
import io.cdpsim.ptx.draft.ConstantPool;
import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.draft.DraftInstruction;
import io.cdpsim.ptx.draft.RegisterWords;
import io.cdpsim.ptx.form.CallConvention;
import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.form.UnsupportedPtxException;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.link.Symbol;
import io.cdpsim.ptx.link.SymbolAddresses;
import io.cdpsim.ptx.optimize.LinearScan;
import io.cdpsim.ptx.optimize.LinearScan.Allocation;
import io.cdpsim.ptx.optimize.Optimizer;
import io.cdpsim.ptx.syntax.Block;
import io.cdpsim.ptx.syntax.Directive;
import io.cdpsim.ptx.syntax.Parameter;
import io.cdpsim.ptx.syntax.PtxFunction;
import io.cdpsim.ptx.syntax.PtxInstruction;
import io.cdpsim.ptx.syntax.PtxModule;
import io.cdpsim.ptx.syntax.PtxOperand;
import io.cdpsim.ptx.syntax.Space;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes a kernel of an entry of a program and of all functions that it may call. */
final class KernelLowering implements KernelContext {
    /** PTX ISA 8.0 came with CUDA 12; compute capability 9.0 has only CDP2. */
    private static final int FIRST_ISA_OF_CUDA_12 = 8;

    private static final int FIRST_WITHOUT_CDP1 = 90;

    /** The registers that a function may use which is called, by the convention of calls. */
    private static final int REGISTERS_OF_CALLS = 24;

    private static final int MOST_REGISTERS = 255;

    /** 32-bit registers of an SM: of each compute capability from 3.0 on that runs grids from the device. */
    private static final long REGISTERS_OF_SM = 65_536;

    private final PtxProgram program;
    private final SymbolAddresses addresses;
    private final Map<String, KernelReference> kernels;
    private final Set<Symbol.OfFunction> addressed;
    private final ConstantPool constants = new ConstantPool();
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final List<Symbol.OfFunction> functions = new ArrayList<>();
    private final Map<String, Long> sharedOffsets = new HashMap<>();
    private final Set<Optimizer.Pass> passes;
    private final FormTable forms;
    private final Map<String, Set<Symbol.OfFunction>> calls = new HashMap<>();
    private boolean callsCdp1;
    private boolean isUnsupported;
    private int sharedBytes;

    private KernelLowering(
            PtxProgram program,
            SymbolAddresses addresses,
            Map<String, KernelReference> kernels,
            Set<Symbol.OfFunction> addressed,
            Set<Optimizer.Pass> passes,
            FormTable forms) {
        this.passes = passes;
        this.forms = forms;
        this.program = program;
        this.addresses = addresses;
        this.kernels = kernels;
        this.addressed = addressed;
    }

    /**
     * Lowers a kernel.
     *
     * @param kernels what launches name kernels by
     * @param addressed possible targets of indirect calls
     * @param passes optimization passes
     * @param forms the PTX forms that can be lowered
     */
    static Kernel lower(
            PtxProgram program,
            Symbol.OfFunction entry,
            SymbolAddresses addresses,
            Map<String, KernelReference> kernels,
            Set<Symbol.OfFunction> addressed,
            Set<Optimizer.Pass> passes,
            FormTable forms) {
        return new KernelLowering(program, addresses, kernels, addressed, passes, forms).lower(entry);
    }

    /** A kernel that cannot be lowered: its parameters, and no code. */
    static Kernel unsupported(PtxProgram program, Symbol.OfFunction entry, SymbolAddresses addresses, FormTable forms) {
        KernelLowering lowering =
                new KernelLowering(program, addresses, Map.of(), Set.of(), Optimizer.allPasses(), forms);
        lowering.numbers.put(entry.key(), 0);
        lowering.functions.add(entry);
        lowering.isUnsupported = true;
        List<DraftFunction> drafts = List.of(FunctionLowering.withoutBody(entry, lowering, forms));
        List<Allocation> allocations = List.of(LinearScan.of(drafts.get(0)));
        return new KernelEmission(lowering.constants, drafts, allocations)
                .kernel(lowering.attributes(entry, drafts, allocations), layout(entry));
    }

    private Kernel lower(Symbol.OfFunction entry) {
        reach(entry);
        layOutShared();
        List<DraftFunction> drafts = new ArrayList<>();
        List<Allocation> allocations = new ArrayList<>();
        int boundedRegisters = boundedRegisters(entry.function());
        for (Symbol.OfFunction each : functions) {
            DraftFunction draft = FunctionLowering.lower(each, this, forms);
            Optimizer.run(draft, constants, passes, boundedRegisters);
            drafts.add(draft);
            allocations.add(LinearScan.of(draft));
        }
        return new KernelEmission(constants, drafts, allocations)
                .kernel(attributes(entry, drafts, allocations), layout(entry));
    }

    private void reach(Symbol.OfFunction function) {
        if (numbers.containsKey(function.key())) {
            return;
        }
        numbers.put(function.key(), functions.size());
        functions.add(function);
        Block body = function.function().body();
        if (body == null) {
            return;
        }
        Set<Symbol.OfFunction> called = new LinkedHashSet<>();
        calls.put(function.key(), called);
        body.forEach(statement -> {
            if (statement instanceof PtxInstruction call && call.opcode().base().equals("call")) {
                Symbol callee = CallLowering.callee(call, this, function);
                if (callee instanceof Symbol.OfExternal external) {
                    callsCdp1 |= DeviceCallLowering.isCdp1(external.key());
                } else if (callee instanceof Symbol.OfFunction direct) {
                    called.add(direct);
                } else if (callee == null) {
                    called.addAll(addressed);
                }
            }
        });
        for (Symbol.OfFunction each : called) {
            if (!each.isKernel()) {
                reach(each);
            }
        }
    }

    /** Variables of fixed size come first, in the order in which the code names them; dynamic shared memory follows them. */
    private void layOutShared() {
        Set<Symbol.OfVariable> used = new LinkedHashSet<>();
        for (Symbol.OfFunction function : functions) {
            Block body = function.function().body();
            if (body != null) {
                body.forEach(statement -> {
                    if (statement instanceof PtxInstruction instruction) {
                        instruction.operands().forEach(operand -> addShared(function, operand, used));
                    }
                });
            }
        }
        int dynamicAlignment = 1;
        for (Symbol.OfVariable variable : used) {
            if (variable.bytes() > 0) {
                int at = up(sharedBytes, variable.alignment());
                sharedOffsets.put(variable.key(), (long) at);
                sharedBytes = Math.addExact(at, Math.toIntExact(variable.bytes()));
            } else {
                dynamicAlignment = Math.max(dynamicAlignment, variable.alignment());
            }
        }
        int end = up(sharedBytes, dynamicAlignment);
        for (Symbol.OfVariable variable : used) {
            sharedOffsets.putIfAbsent(variable.key(), (long) end);
        }
        sharedBytes = used.stream().anyMatch(each -> each.bytes() == 0) ? end : sharedBytes;
    }

    private void addShared(Symbol.OfFunction function, PtxOperand operand, Set<Symbol.OfVariable> used) {
        String name = null;
        if (operand instanceof PtxOperand.Name plain) {
            name = plain.text();
        } else if (operand instanceof PtxOperand.Address address && address.base() != null) {
            name = address.base().text();
        } else if (operand instanceof PtxOperand.Sum sum) {
            name = sum.base().text();
        }
        if (name != null
                && find(function, name) instanceof Symbol.OfVariable variable
                && variable.variable().space() == Space.SHARED) {
            used.add(variable);
        }
    }

    private static int up(int bytes, int alignment) {
        return (bytes + alignment - 1) / alignment * alignment;
    }

    private KernelAttributes attributes(
            Symbol.OfFunction symbol, List<DraftFunction> drafts, List<Allocation> allocations) {
        PtxFunction entry = symbol.function();
        int words = 0;
        int local = 0;
        for (int i = 0; i < drafts.size(); i++) {
            words = Math.max(words, allocations.get(i).words());
            local += drafts.get(i).frameBytes();
        }
        int needed = words + RegisterWords.BESIDE_VALUES;
        int registers = Math.min(MOST_REGISTERS, calls(drafts) ? Math.max(REGISTERS_OF_CALLS, needed) : needed);
        int most = number(entry, "maxnreg", MOST_REGISTERS);
        return new KernelAttributes(
                program.sourceName(symbol),
                Math.min(registers, most),
                sharedBytes,
                local,
                mostThreads(entry),
                true,
                properties(symbol.module(), drafts),
                cluster(entry));
    }

    /** Threads of a block at most by the launch bounds; 0 without. */
    private static int mostThreads(PtxFunction entry) {
        return Math.max(product(entry, "maxntid"), product(entry, "reqntid"));
    }

    /** Registers that launch bounds leave each thread; 0 without bounds. */
    private static int boundedRegisters(PtxFunction entry) {
        long threads = (long) mostThreads(entry) * number(entry, "minnctapersm", 1);
        long registers = threads == 0 ? 0 : REGISTERS_OF_SM / threads / RegisterWords.UNIT * RegisterWords.UNIT;
        return (int) Math.min(registers, number(entry, "maxnreg", MOST_REGISTERS));
    }

    private static ClusterShape cluster(PtxFunction entry) {
        for (Directive directive : entry.directives()) {
            if (directive.name().equals("reqnctapercluster")) {
                List<Long> sizes = directive.numbers();
                return new ClusterShape(
                        sizes.get(0), sizes.size() > 1 ? sizes.get(1) : 1, sizes.size() > 2 ? sizes.get(2) : 1, true);
            }
        }
        return ClusterShape.NONE;
    }

    private Set<KernelProperty> properties(PtxModule module, List<DraftFunction> drafts) {
        Set<KernelProperty> properties = EnumSet.noneOf(KernelProperty.class);
        if (isUnsupported) {
            properties.add(KernelProperty.UNSUPPORTED);
        }
        if (functions.stream().anyMatch(this::callsItself) || drafts.stream().anyMatch(DraftFunction::growsStack)) {
            properties.add(KernelProperty.RECURSIVE);
        }
        if (drafts.stream().anyMatch(KernelLowering::readsReservedOffset)) {
            properties.add(KernelProperty.RESERVED_SHARED_MEMORY);
        }
        if (module.addressSize() == Integer.SIZE) {
            properties.add(KernelProperty.ADDRESSES_OF_32_BITS);
        }
        // Since CUDA 12 the names of CDP1 denote CDP1 below compute capability 9.0; before, CDP1 was the only version.
        if (callsCdp1 && module.version().major() < FIRST_ISA_OF_CUDA_12) {
            properties.add(KernelProperty.EARLIER_PTX);
        } else if (callsCdp1 && module.computeCapability() < FIRST_WITHOUT_CDP1) {
            properties.add(KernelProperty.FORCED_CDP1);
        }
        return properties;
    }

    private static boolean readsReservedOffset(DraftFunction function) {
        return function.steps().stream()
                .anyMatch(step -> step instanceof DraftInstruction draft
                        && draft.modifiers() instanceof Modifiers.Special special
                        && special.register() == SpecialRegister.RESERVED_SHARED_OFFSET);
    }

    @Override
    public boolean callsItself(Symbol.OfFunction function) {
        Set<String> reached = new HashSet<>();
        Deque<Symbol.OfFunction> open = new ArrayDeque<>(calls.getOrDefault(function.key(), Set.of()));
        while (!open.isEmpty()) {
            Symbol.OfFunction next = open.remove();
            if (reached.add(next.key())) {
                open.addAll(calls.getOrDefault(next.key(), Set.of()));
            }
        }
        return reached.contains(function.key());
    }

    private static boolean calls(List<DraftFunction> drafts) {
        return drafts.stream()
                .flatMap(draft -> draft.steps().stream())
                .anyMatch(step -> step instanceof DraftInstruction draft
                        && switch (draft.opcode()) {
                            case CALL, DEVICE_CALL, PRINT -> true;
                            default -> false;
                        });
    }

    private static int number(PtxFunction function, String directive, int otherwise) {
        for (Directive each : function.directives()) {
            if (each.name().equals(directive) && !each.numbers().isEmpty()) {
                return (int) (long) each.numbers().get(0);
            }
        }
        return otherwise;
    }

    private static int product(PtxFunction function, String directive) {
        for (Directive each : function.directives()) {
            if (each.name().equals(directive)) {
                return (int) each.numbers().stream().mapToLong(Long::longValue).reduce(1, (a, b) -> a * b);
            }
        }
        return 0;
    }

    private static ParameterLayout layout(Symbol.OfFunction entry) {
        List<ParameterLayout.Parameter> parameters = new ArrayList<>();
        for (Parameter each : entry.function().parameters()) {
            PtxType type = PtxType.of(each.type());
            if (type == null) {
                throw new UnsupportedPtxException(
                        entry.module().source().place(each.at()), "type ." + each.type() + " is not supported");
            }
            int alignment = Math.max(each.align(), type.bytes() * each.vector());
            int elements = (int) (CallConvention.bytes(each, type) / type.bytes());
            parameters.add(new ParameterLayout.Parameter(type.value(), elements, alignment));
        }
        return ParameterLayout.ofParameters(parameters);
    }

    @Override
    public @Nullable Symbol find(Symbol.OfFunction from, String name) {
        return program.find(from.module(), name);
    }

    @Override
    public ConstantPool constants() {
        return constants;
    }

    @Override
    public long address(Symbol symbol) {
        return addresses.of(symbol);
    }

    @Override
    public long sharedOffset(Symbol.OfVariable variable) {
        return sharedOffsets.getOrDefault(variable.key(), 0L);
    }

    @Override
    public KernelReference kernel(Symbol.OfFunction kernel) {
        return kernels.computeIfAbsent(kernel.key(), KernelReference::new);
    }

    @Override
    public int number(Symbol.OfFunction function) {
        return numbers.getOrDefault(function.key(), 0);
    }

    @Override
    public Iterable<Symbol.OfFunction> addressed() {
        return addressed;
    }
}
