package io.cdpsim.ptx.lower;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.form.Spaces;
import io.cdpsim.ptx.link.Symbol;
import io.cdpsim.ptx.syntax.PtxOperand;
import io.cdpsim.ptx.syntax.Space;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Loads, stores, atomics and fences. */
final class MemoryLowering {
    private static final Set<String> SPACES = Set.of(
            "global",
            "shared",
            "shared::cta",
            "shared::cluster",
            "local",
            "const",
            "param",
            "param::entry",
            "param::func",
            "tex",
            "surf");

    private static final Set<String> ORDERS = Set.of(
            "weak", "volatile", "relaxed", "acquire", "release", "acq_rel", "mmio", "cta", "cluster", "gpu", "sys");

    private static final Set<String> ACCESS = union(List.of(
            SPACES,
            ORDERS,
            Set.of("ca", "cg", "cs", "lu", "cv", "wb", "wt", "nc", "unified", "v2", "v4", "v8", "aligned")));

    private static final Set<String> ATOMIC = union(List.of(
            SPACES,
            ORDERS,
            Set.of("add", "and", "or", "xor", "min", "max", "exch", "cas", "inc", "dec", "noftz", "L2::cache_hint")));

    private final Code code;
    private final Operands operands;
    private final ParameterLowering parameters;

    /** Where an access goes: an operand and bytes added to it. */
    private record Place(int base, long offset) {}

    MemoryLowering(Code code, Operands operands) {
        this.code = code;
        this.operands = operands;
        parameters = new ParameterLowering(code, operands);
    }

    /** Hints of caches, prefetching and eviction change no value; all else that stands there must be known. */
    private static void allowsAccess(Form form) {
        for (String modifier : form.modifiers()) {
            boolean hint = modifier.startsWith("L1::") || modifier.startsWith("L2::") || modifier.startsWith("level::");
            if (!hint && PtxType.of(modifier) == null && !ACCESS.contains(modifier)) {
                throw form.refuse("has the modifier ." + modifier + ", which is not known here");
            }
        }
    }

    void load(Form form) {
        PtxOperand destination = form.operand(0);
        PtxOperand.Address address = address(form, form.operand(1));
        Names.Meaning named = meaning(address);
        allowsAccess(form);
        if (Spaces.isParameter(form) || named instanceof Names.Passed || named instanceof Names.KernelParameter) {
            parameters.load(form, destination, address, named);
            return;
        }
        Place place = place(form, address);
        read(form, destination, place.base(), access(form, place, destination));
    }

    private void read(Form form, PtxOperand destination, int base, Modifiers.Access access) {
        if (!(destination instanceof PtxOperand.Vector vector)) {
            int register = operands.destination(form, destination);
            code.emit(Opcode.LOAD, register, base, Code.NONE, Code.NONE, access);
            widen(form, destination, register, register);
            return;
        }
        List<PtxOperand> elements = vector.elements();
        if (elements.size() != access.count()) {
            throw form.refuse("loads " + access.count() + " values into " + elements.size() + " registers");
        }
        int first = code.function().newRow(form.type().isWide(), elements.size());
        code.emit(Opcode.LOAD, first, base, Code.NONE, Code.NONE, access);
        for (int i = 0; i < elements.size(); i++) {
            if (!(elements.get(i) instanceof PtxOperand.Sink)) {
                int register = operands.destination(form, elements.get(i));
                if (!widen(form, elements.get(i), register, first + i)) {
                    code.move(register, first + i);
                }
            }
        }
    }

    /** 32 bits without a sign that go to a register of 64 have zeros above them. @return whether they did */
    private boolean widen(Form form, PtxOperand destination, int register, int loaded) {
        PtxType type = form.type();
        PtxType target = operands.registerType(destination);
        boolean widens = type.bits() == 32 && type.isUnsigned() && target != null && target.isWide();
        if (widens) {
            code.emit(Opcode.CVT_U32_TO_U64, register, loaded, Code.NONE);
        }
        return widens;
    }

    void store(Form form) {
        PtxOperand.Address address = address(form, form.operand(0));
        PtxOperand source = form.operand(1);
        Names.Meaning named = meaning(address);
        allowsAccess(form);
        if (Spaces.isParameter(form)) {
            parameters.store(form, source, address, named);
            return;
        }
        Place place = place(form, address);
        Modifiers.Access access = access(form, place, source);
        if (source instanceof PtxOperand.Vector vector) {
            code.emit(Opcode.STORE, -1, place.base(), row(form, vector.elements()), Code.NONE, access);
        } else {
            code.emit(Opcode.STORE, -1, place.base(), operands.value(form, source, form.type()), Code.NONE, access);
        }
    }

    /** The first of registers side by side that hold the elements of a vector. */
    private int row(Form form, List<PtxOperand> elements) {
        int first = code.function().newRow(form.type().isWide(), elements.size());
        for (int i = 0; i < elements.size(); i++) {
            code.move(first + i, operands.value(form, elements.get(i), form.type()));
        }
        return first;
    }

    private Modifiers.Access access(Form form, Place place, PtxOperand moved) {
        PtxType type = form.type();
        int count = form.vector();
        PtxOperand first =
                moved instanceof PtxOperand.Vector vector ? vector.elements().get(0) : moved;
        return new Modifiers.Access(
                space(form),
                operands.held(type, first),
                count,
                Spaces.cache(form),
                Spaces.order(form, MemoryOrder.WEAK),
                Spaces.scope(form, Scope.BLOCK),
                place.offset());
    }

    private StateSpace space(Form form) {
        StateSpace space = Spaces.of(form);
        PtxOperand.Address address =
                form.operand(0) instanceof PtxOperand.Address first ? first : address(form, form.operand(1));
        return space == StateSpace.GENERIC && address.base() != null
                ? ownSpace(address.base().text())
                : space;
    }

    /** A variable named where a generic address belongs has its own space. */
    private StateSpace ownSpace(String name) {
        if (operands.names().of(name) instanceof Names.Local) {
            return StateSpace.LOCAL;
        }
        if (operands.names().of(name) != null) {
            return StateSpace.GENERIC;
        }
        return operands.find(name) instanceof Symbol.OfVariable variable
                        && variable.variable().space() == Space.SHARED
                ? StateSpace.SHARED
                : StateSpace.GENERIC;
    }

    private Names.@Nullable Meaning meaning(PtxOperand.Address address) {
        return address.base() == null
                ? null
                : operands.names().of(address.base().text());
    }

    static PtxOperand.Address address(Form form, PtxOperand operand) {
        if (operand instanceof PtxOperand.Address address && address.more().isEmpty()) {
            return address;
        }
        throw form.refuseAt(operand.at(), "needs an address in brackets here");
    }

    private Place place(Form form, PtxOperand.Address address) {
        if (address.base() == null) {
            return new Place(code.bits(address.offset()), 0);
        }
        return new Place(operands.value(form, address.base(), PtxType.U64), address.offset());
    }

    /** {@code atom} and {@code red}. */
    void atomic(Form form, boolean returnsOld) {
        for (String modifier : form.modifiers()) {
            if (PtxType.of(modifier) == null && !ATOMIC.contains(modifier)) {
                throw form.refuse("has the modifier ." + modifier + ", which is not known here");
            }
        }
        int first = returnsOld ? 1 : 0;
        PtxOperand.Address address = address(form, form.operand(first));
        AtomicOperation operation = operation(form);
        PtxType type = form.type();
        Place place = place(form, address);
        int value = operands.value(form, form.operand(first + 1), type);
        int second = operation == AtomicOperation.COMPARE_AND_SWAP
                ? operands.value(form, form.operand(first + 2), type)
                : Code.NONE;
        StateSpace space = Spaces.of(form);
        if (space == StateSpace.GENERIC && address.base() != null) {
            space = ownSpace(address.base().text());
        }
        boolean wanted = returnsOld && !(form.operand(0) instanceof PtxOperand.Sink);
        code.emit(
                Opcode.ATOMIC,
                wanted ? operands.destination(form, form.operand(0)) : -1,
                place.base(),
                value,
                second,
                new Modifiers.Atomic(
                        space,
                        type.bits() == 16 && !type.isFloat() ? ValueType.S16 : type.value(),
                        operation,
                        wanted,
                        Spaces.order(form, MemoryOrder.RELAXED),
                        Spaces.scope(form, Scope.DEVICE),
                        place.offset()));
    }

    private static AtomicOperation operation(Form form) {
        for (String modifier : form.modifiers()) {
            AtomicOperation operation = switch (modifier) {
                case "add" -> AtomicOperation.ADD;
                case "and" -> AtomicOperation.AND;
                case "or" -> AtomicOperation.OR;
                case "xor" -> AtomicOperation.XOR;
                case "min" -> AtomicOperation.MINIMUM;
                case "max" -> AtomicOperation.MAXIMUM;
                case "exch" -> AtomicOperation.EXCHANGE;
                case "cas" -> AtomicOperation.COMPARE_AND_SWAP;
                case "inc" -> AtomicOperation.INCREMENT;
                case "dec" -> AtomicOperation.DECREMENT;
                default -> null;
            };
            if (operation != null) {
                return operation;
            }
        }
        throw form.refuse("names no operation that is known here");
    }

    void fence(Form form) {
        // All accesses here go one way: there is nothing that a fence between ways could order.
        if (form.modifiers().stream().anyMatch(each -> each.startsWith("proxy") || each.equals("mbarrier_init"))) {
            return;
        }
        form.allows(
                "sc",
                "acq_rel",
                "acquire",
                "release",
                "cta",
                "cluster",
                "gpu",
                "gl",
                "sys",
                "sync_restrict::shared::cta");
        boolean sequential = form.base().equals("membar") || !form.has("acq_rel");
        Scope scope = Spaces.scope(form, Scope.SYSTEM);
        code.emit(Opcode.FENCE, -1, Code.NONE, Code.NONE, Code.NONE, new Modifiers.Fence(scope, sequential));
    }

    /** {@code createpolicy}: what caches shall keep, which changes no value and is not simulated. */
    void createPolicy(Form form) {
        code.move(operands.destination(form, form.operand(0)), code.bits(0));
    }

    private static Set<String> union(List<Set<String>> sets) {
        return sets.stream().flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());
    }
}
