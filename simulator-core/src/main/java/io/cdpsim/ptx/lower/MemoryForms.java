package io.cdpsim.ptx.lower;

import static io.cdpsim.ptx.row.FormRow.row;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.ptx.emit.Code;
import io.cdpsim.ptx.emit.NameScopes;
import io.cdpsim.ptx.emit.ParameterLowering;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.link.Symbol;
import io.cdpsim.ptx.row.FormRow;
import io.cdpsim.ptx.row.FunctionEmitter;
import io.cdpsim.ptx.syntax.PtxOperand;
import io.cdpsim.ptx.syntax.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Loads, stores, atomics, fences, and hints to caches, which change no value. */
final class MemoryForms {
    private static final int MOST_BYTES = 16;
    private static final int MOST_GLOBAL_BYTES = 32;
    private static final String TYPES = ".b8|.b16|.b32|.b64|.u8|.u16|.u32|.u64|.s8|.s16|.s32|.s64|.f32|.f64";
    private static final String PAIR = "|.b128";
    private static final String SCOPE = ".cta|.cluster|.gpu|.sys";
    private static final String STRONG_SPACE = "{.global,.shared,.shared::cta,.shared::cluster}";
    private static final String VOLATILE_SPACE = "{.global,.local,.shared,.shared::cta,.shared::cluster}";
    private static final String LINE = "{.L2::64B,.L2::128B,.L2::256B}";
    private static final String HINTS =
            "{.L1::evict_normal,.L1::evict_unchanged,.L1::evict_first,.L1::evict_last,.L1::no_allocate}{.L2::cache_hint}";
    private static final String PRIORITY = ".L2::evict_last|.L2::evict_normal|.L2::evict_first|.L2::evict_unchanged";

    private static final Map<String, AtomicOperation> OPERATIONS = Map.of(
            "add",
            AtomicOperation.ADD,
            "and",
            AtomicOperation.AND,
            "or",
            AtomicOperation.OR,
            "xor",
            AtomicOperation.XOR,
            "min",
            AtomicOperation.MINIMUM,
            "max",
            AtomicOperation.MAXIMUM,
            "exch",
            AtomicOperation.EXCHANGE,
            "cas",
            AtomicOperation.COMPARE_AND_SWAP,
            "inc",
            AtomicOperation.INCREMENT,
            "dec",
            AtomicOperation.DECREMENT);

    static final List<FormRow> ROWS = rows();

    private MemoryForms() {}

    private static List<FormRow> rows() {
        List<FormRow> rows = new ArrayList<>();
        for (boolean isVector : new boolean[] {false, true}) {
            String moved =
                    isVector ? "{.L2::evict_last,.L2::evict_normal,.L2::evict_first}.v2|.v4|.v8" + TYPES : TYPES + PAIR;
            String loaded = moved + (isVector ? " {d}, [a]{, c:b64}" : " d, [a]{, c:b64}");
            String stored = moved + (isVector ? " [a], {b}{, c:b64}" : " [a], b{, c:b64}");
            for (String order : List.of(
                    "{.weak}.const|.local|.param|.param::entry|.param::func|.shared|.shared::cta|.shared::cluster{.ca,.cg,.cs,.lu,.cv}",
                    "{.weak}{.global}{.ca,.cg,.cs,.lu,.cv}" + HINTS + LINE,
                    "{.weak}.global{.ca,.cg,.cs}.nc" + HINTS + LINE,
                    ".volatile" + VOLATILE_SPACE + LINE,
                    ".relaxed|.acquire" + SCOPE + STRONG_SPACE + HINTS + LINE)) {
                rows.add(row("ld" + order + loaded, MemoryForms::load, Opcode.LOAD));
            }
            rows.add(row("ldu{.global}" + loaded.replace("{, c:b64}", ""), MemoryForms::load, Opcode.LOAD));
            for (String order : List.of(
                    "{.weak}.local|.param|.param::func|.shared|.shared::cta|.shared::cluster{.wb,.cg,.cs,.wt}",
                    "{.weak}{.global}{.wb,.cg,.cs,.wt}" + HINTS,
                    ".volatile" + VOLATILE_SPACE,
                    ".relaxed|.release" + SCOPE + STRONG_SPACE + HINTS)) {
                rows.add(row("st" + order + stored, MemoryForms::store, Opcode.STORE));
            }
        }
        rows.add(row("ld.mmio.relaxed.sys{.global}" + TYPES + PAIR + " d, [a]", MemoryForms::load, Opcode.LOAD));
        rows.add(row("st.mmio.relaxed.sys{.global}" + TYPES + PAIR + " [a], b", MemoryForms::store, Opcode.STORE));
        for (boolean returns : new boolean[] {true, false}) {
            String place = (returns ? "atom{.relaxed,.acquire,.release,.acq_rel}" : "red{.relaxed,.release}")
                    + "{.cta,.cluster,.gpu,.sys}"
                    + STRONG_SPACE;
            String operands = (returns ? " d, [a], b" : " [a], b");
            for (String operation : List.of(
                    ".add{.L2::cache_hint}.u32|.s32|.u64|.f32|.f64",
                    ".add.noftz{.L2::cache_hint}.f16|.f16x2|.bf16|.bf16x2",
                    ".min|.max{.L2::cache_hint}.u32|.s32|.u64|.s64",
                    ".inc|.dec{.L2::cache_hint}.u32",
                    ".and|.or|.xor{.L2::cache_hint}.b32|.b64")) {
                rows.add(row(place + operation + operands + "{, e:b64}", MemoryForms::atomic, Opcode.ATOMIC));
            }
            String inGlobal = place.replace(STRONG_SPACE, "{.global}");
            String vectors = (returns ? " {d}, [a], {b}" : " [a], {b}") + "{, e:b64} @sm_90";
            for (String operation : List.of(
                    ".add{.L2::cache_hint}.v2|.v4.f32",
                    ".add|.min|.max.noftz{.L2::cache_hint}.v2|.v4|.v8.f16|.bf16",
                    ".add|.min|.max.noftz{.L2::cache_hint}.v2|.v4.f16x2|.bf16x2")) {
                rows.add(row(inGlobal + operation + vectors, MemoryForms::vectorAtomic, Opcode.ATOMIC));
            }
            if (returns) {
                rows.add(row(
                        place + ".exch{.L2::cache_hint}.b32|.b64|.b128 d, [a], b{, e:b64}",
                        MemoryForms::atomic,
                        Opcode.ATOMIC));
                rows.add(row(
                        place + ".cas{.L2::cache_hint}.b16|.b32|.b64|.b128 d, [a], b, c{, e:b64}",
                        MemoryForms::atomic,
                        Opcode.ATOMIC));
            }
        }
        rows.addAll(List.of(
                row("membar.cta|.gl|.sys", MemoryForms::fence, Opcode.FENCE),
                row("membar.proxy.alias", MemoryForms::hint),
                row("fence{.sc,.acq_rel,.acquire,.release}" + SCOPE, MemoryForms::fence, Opcode.FENCE),
                row("fence.acquire.sync_restrict::shared::cluster.cluster", MemoryForms::fence, Opcode.FENCE),
                row("fence.release.sync_restrict::shared::cta.cluster", MemoryForms::fence, Opcode.FENCE),
                // All accesses use one proxy here, so a proxy fence orders nothing.
                row("fence.mbarrier_init.release.cluster", MemoryForms::hint),
                row("fence.proxy.alias", MemoryForms::hint),
                row("fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster", MemoryForms::hint),
                row("fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster", MemoryForms::hint),
                row("fence.proxy.async{.global,.shared::cta,.shared::cluster}", MemoryForms::hint),
                row("fence.proxy.tensormap::generic.release" + SCOPE, MemoryForms::hint),
                row("fence.proxy.tensormap::generic.acquire" + SCOPE + " [a], imm", MemoryForms::hint),
                row(
                        "cp.async.ca|.cg.shared|.shared::cta.global{.L2::cache_hint}" + LINE
                                + " [a], [b], imm{, c:u32}{, e:b64} @sm_80",
                        AsyncCopy::emit),
                // A copy is complete when it is issued.
                row("cp.async.commit_group @sm_80", MemoryForms::hint),
                row("cp.async.wait_group imm @sm_80", MemoryForms::hint),
                row("cp.async.wait_all @sm_80", MemoryForms::hint),
                row("prefetch{.global,.local}.L1|.L2 [a]", MemoryForms::hint),
                row("prefetch.global.L2::evict_last|.L2::evict_normal [a]", MemoryForms::hint),
                row("prefetchu.L1 [a]", MemoryForms::hint),
                row("applypriority{.global}.L2::evict_normal [a], imm", MemoryForms::hint),
                row("discard{.global}.L2 [a], imm", MemoryForms::hint),
                row(
                        "createpolicy.fractional" + PRIORITY + "{.L2::evict_first,.L2::evict_unchanged}.b64 d{, a}",
                        MemoryForms::createPolicy),
                row(
                        "createpolicy.range{.global}" + PRIORITY
                                + "{.L2::evict_first,.L2::evict_unchanged}.b64 d, [a], b:u32, c:u32",
                        MemoryForms::createPolicy),
                row("createpolicy.cvt.L2.b64 d, a", MemoryForms::createPolicy)));
        return List.copyOf(rows);
    }

    /** Has no effect. */
    static void hint(FunctionEmitter to, Form form) {}

    /** What caches shall keep is not simulated. */
    private static void createPolicy(FunctionEmitter to, Form form) {
        to.code().move(to.out(form), to.code().bits(0));
    }

    /** The space that the modifiers name; generic where they name none. */
    static StateSpace space(Form form) {
        for (String modifier : form.modifiers()) {
            switch (modifier) {
                case "global" -> {
                    return StateSpace.GLOBAL;
                }
                case "shared", "shared::cta" -> {
                    return StateSpace.SHARED;
                }
                case "shared::cluster" -> {
                    return StateSpace.SHARED_CLUSTER;
                }
                case "local" -> {
                    return StateSpace.LOCAL;
                }
                case "const" -> {
                    return StateSpace.CONSTANT;
                }
                default -> {}
            }
        }
        return StateSpace.GENERIC;
    }

    private static boolean isParameter(Form form) {
        return form.has("param") || form.has("param::entry") || form.has("param::func");
    }

    private static MemoryOrder order(Form form, MemoryOrder otherwise) {
        return form.has("acq_rel")
                ? MemoryOrder.ACQUIRE_RELEASE
                : form.has("acquire")
                        ? MemoryOrder.ACQUIRE
                        : form.has("release")
                                ? MemoryOrder.RELEASE
                                : form.has("relaxed") || form.has("volatile") ? MemoryOrder.RELAXED : otherwise;
    }

    private static Scope scope(Form form, Scope otherwise) {
        return form.has("cta")
                ? Scope.BLOCK
                : form.has("gpu") || form.has("cluster") || form.has("gl")
                        ? Scope.DEVICE
                        : form.has("sys") || form.has("volatile") ? Scope.SYSTEM : otherwise;
    }

    private static CachePolicy cache(Form form) {
        if (form.has("nc")) {
            return CachePolicy.READ_ONLY;
        }
        boolean isStrong = order(form, MemoryOrder.WEAK) != MemoryOrder.WEAK;
        return isStrong || form.has("cg") || form.has("cv") ? CachePolicy.GLOBAL_LEVEL : CachePolicy.ALL;
    }

    /** An operand in brackets. */
    static PtxOperand.Address address(Form form, int index) {
        if (form.operand(index) instanceof PtxOperand.Address address
                && address.more().isEmpty()) {
            return address;
        }
        throw form.refuseAt(form.operand(index).at(), "needs an address in brackets here");
    }

    /** The register or constant of an address, without its offset. */
    static int base(FunctionEmitter to, Form form, PtxOperand.Address address) {
        return address.base() == null ? to.code().bits(0) : to.operands().value(form, address.base(), PtxType.U64);
    }

    private static NameScopes.@Nullable Binding binding(FunctionEmitter to, PtxOperand.Address address) {
        return address.base() == null
                ? null
                : to.operands().names().of(address.base().text());
    }

    /** A variable that is used as a generic address has its own space. */
    private static StateSpace space(FunctionEmitter to, Form form, PtxOperand.Address address) {
        StateSpace space = space(form);
        if (space != StateSpace.GENERIC || address.base() == null) {
            return space;
        }
        NameScopes.Binding binding = binding(to, address);
        if (binding != null) {
            return binding instanceof NameScopes.LocalVariable ? StateSpace.LOCAL : StateSpace.GENERIC;
        }
        return to.operands().find(address.base().text()) instanceof Symbol.OfVariable variable
                        && variable.variable().space() == Space.SHARED
                ? StateSpace.SHARED
                : StateSpace.GENERIC;
    }

    private static Modifiers.Access access(
            FunctionEmitter to, Form form, PtxOperand.Address address, PtxOperand moved) {
        PtxOperand first =
                moved instanceof PtxOperand.Vector vector ? vector.elements().get(0) : moved;
        return new Modifiers.Access(
                space(to, form, address),
                to.operands().held(form.type(), first),
                form.type() == PtxType.B128 ? 2 : form.vector(),
                cache(form),
                order(form, MemoryOrder.WEAK),
                scope(form, Scope.BLOCK),
                address.base() == null ? 0 : address.offset());
    }

    /** The operand of an address; one without a register is a constant with its offset. */
    static int place(FunctionEmitter to, Form form, PtxOperand.Address address) {
        return address.base() == null ? to.code().bits(address.offset()) : base(to, form, address);
    }

    private static void load(FunctionEmitter to, Form form) {
        Code code = to.code();
        PtxOperand destination = form.operand(0);
        PtxOperand.Address address = address(form, 1);
        NameScopes.Binding named = binding(to, address);
        if (isParameter(form)
                || named instanceof NameScopes.RegisterParameter
                || named instanceof NameScopes.KernelParameter) {
            new ParameterLowering(code, to.operands()).load(form, destination, address, named);
            return;
        }
        int place = place(to, form, address);
        Modifiers.Access access = access(to, form, address, destination);
        if (form.type() == PtxType.B128) {
            code.emit(Opcode.LOAD, to.operands().pair(form, destination), place, access);
            return;
        }
        if (!(destination instanceof PtxOperand.Vector vector)) {
            int register = to.operands().destination(form, destination);
            code.emit(Opcode.LOAD, register, place, access);
            if (isWidened(to, form, destination)) {
                code.emit(Opcode.CVT_U32_TO_U64, register, register, Code.NONE);
            }
            return;
        }
        List<PtxOperand> elements = elements(form, vector);
        int first = code.function().newRow(form.type().isWide(), elements.size());
        code.emit(Opcode.LOAD, first, place, access);
        for (int i = 0; i < elements.size(); i++) {
            PtxOperand element = elements.get(i);
            if (element instanceof PtxOperand.Sink) {
                continue;
            }
            int register = to.operands().destination(form, element);
            if (isWidened(to, form, element)) {
                code.emit(Opcode.CVT_U32_TO_U64, register, first + i, Code.NONE);
            } else {
                code.move(register, first + i);
            }
        }
    }

    static List<PtxOperand> elements(Form form, PtxOperand.Vector vector) {
        if (vector.elements().size() != form.vector()) {
            throw form.refuseAt(
                    vector.at(),
                    "moves " + form.vector() + " values, but the vector has "
                            + vector.elements().size() + " elements; name as many");
        }
        int bytes = form.vector() * form.type().bytes();
        int most = form.has("global") ? MOST_GLOBAL_BYTES : MOST_BYTES;
        if (bytes > most) {
            throw form.refuse("moves " + bytes + " bytes; one access moves " + MOST_BYTES + " at most, to .global "
                    + MOST_GLOBAL_BYTES);
        }
        return vector.elements();
    }

    /** Whether 32 bits without a sign go to a register of 64, with zeros above them. */
    private static boolean isWidened(FunctionEmitter to, Form form, PtxOperand target) {
        PtxType register = to.operands().registerType(target);
        return form.type().bits() == 32 && form.type().isUnsigned() && register != null && register.isWide();
    }

    private static void store(FunctionEmitter to, Form form) {
        PtxOperand.Address address = address(form, 0);
        PtxOperand source = form.operand(1);
        if (isParameter(form)) {
            new ParameterLowering(to.code(), to.operands()).store(form, source, address, binding(to, address));
            return;
        }
        int place = place(to, form, address);
        Modifiers.Access access = access(to, form, address, source);
        int value = source instanceof PtxOperand.Vector vector
                ? inRow(to, form, elements(form, vector))
                : operand(to, form, 1);
        to.code().emit(Opcode.STORE, -1, place, value, Code.NONE, access);
    }

    /** The first of adjacent registers that hold the elements of a vector. */
    static int inRow(FunctionEmitter to, Form form, List<PtxOperand> elements) {
        int first = to.code().function().newRow(form.type().isWide(), elements.size());
        for (int i = 0; i < elements.size(); i++) {
            to.code().move(first + i, to.operands().value(form, elements.get(i), form.type()));
        }
        return first;
    }

    /** The register or constant of an operand; the first of the two registers of one of 128 bits. */
    private static int operand(FunctionEmitter to, Form form, int index) {
        return form.type() == PtxType.B128 ? to.operands().pair(form, form.operand(index)) : to.in(form, index);
    }

    private static void atomic(FunctionEmitter to, Form form) {
        boolean returns = form.instruction().opcode().base().equals("atom");
        int first = returns ? 1 : 0;
        PtxOperand.Address address = address(form, first);
        PtxType type = form.type();
        AtomicOperation operation = operation(form);
        int place = place(to, form, address);
        int value = operand(to, form, first + 1);
        int second = operation == AtomicOperation.COMPARE_AND_SWAP ? operand(to, form, first + 2) : Code.NONE;
        boolean isRead = returns && !(form.operand(0) instanceof PtxOperand.Sink);
        boolean isPair = type == PtxType.B128;
        to.code()
                .emit(
                        Opcode.ATOMIC,
                        !isRead ? -1 : isPair ? to.operands().pair(form, form.operand(0)) : to.out(form),
                        place,
                        value,
                        second,
                        new Modifiers.Atomic(
                                space(to, form, address),
                                type.bits() == 16 && !type.isFloat() ? ValueType.S16 : type.value(),
                                operation,
                                isRead,
                                order(form, MemoryOrder.RELAXED),
                                scope(form, Scope.DEVICE),
                                address.base() == null ? 0 : address.offset(),
                                isPair ? 2 : 1));
    }

    /** One atomic for each element: PTX promises no more. */
    private static void vectorAtomic(FunctionEmitter to, Form form) {
        Code code = to.code();
        boolean returns = form.instruction().opcode().base().equals("atom");
        int first = returns ? 1 : 0;
        PtxOperand.Address address = address(form, first);
        List<PtxOperand> operands = elements(form, (PtxOperand.Vector) form.operand(first + 1));
        int place = place(to, form, address);
        PtxType type = form.type();
        List<Integer> values = new ArrayList<>();
        for (PtxOperand operand : operands) {
            values.add(to.operands().value(form, operand, type));
        }
        List<PtxOperand> results = returns ? elements(form, (PtxOperand.Vector) form.operand(0)) : List.of();
        List<Integer> old = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            boolean isRead = returns && !(results.get(i) instanceof PtxOperand.Sink);
            int result = isRead ? code.function().newRegister(false) : -1;
            old.add(result);
            Modifiers modifiers = new Modifiers.Atomic(
                    space(to, form, address),
                    type.value(),
                    operation(form),
                    isRead,
                    order(form, MemoryOrder.RELAXED),
                    scope(form, Scope.DEVICE),
                    (address.base() == null ? 0 : address.offset()) + (long) i * type.bytes());
            code.emit(Opcode.ATOMIC, result, place, values.get(i), Code.NONE, modifiers);
        }
        for (int i = 0; i < results.size(); i++) {
            if (old.get(i) >= 0) {
                code.move(to.operands().destination(form, results.get(i)), old.get(i));
            }
        }
    }

    /** The operation that a modifier names. */
    static AtomicOperation operation(Form form) {
        for (String modifier : form.modifiers()) {
            AtomicOperation operation = OPERATIONS.get(modifier);
            if (operation != null) {
                return operation;
            }
        }
        throw new IllegalStateException(form.instruction().opcode() + " has a row without an operation");
    }

    private static void fence(FunctionEmitter to, Form form) {
        boolean isSequential = form.instruction().opcode().base().equals("membar")
                || !(form.has("acq_rel") || form.has("acquire") || form.has("release"));
        to.code()
                .emit(
                        Opcode.FENCE,
                        -1,
                        Code.NONE,
                        Code.NONE,
                        Code.NONE,
                        new Modifiers.Fence(scope(form, Scope.SYSTEM), isSequential));
    }
}
