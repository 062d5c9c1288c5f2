package io.cdpsim.ptx.emit;

import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.syntax.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The bindings of names in a function's body, scope by scope. Names without a binding are the module's. */
public final class NameScopes {
    /** The binding of a name. */
    public sealed interface Binding {}

    /** A register that holds a value. */
    public record Register(int register, PtxType type) implements Binding {}

    /** A predicate. */
    public record Predicate(int predicate) implements Binding {}

    /** A vector register: its elements; two of 64 bits for a register of {@code .b128}. */
    public record VectorRegister(int first, int count, PtxType type) implements Binding {}

    /** A parameter or result that is passed in registers, by the offset of each value in it. */
    public record RegisterParameter(Map<Long, Integer> values) implements Binding {}

    /** A parameter, result or variable in the thread's own memory: the register or constant of its address there. */
    public record LocalVariable(int address) implements Binding {}

    /** A parameter of a kernel: its offset in the parameter buffer in bytes. */
    public record KernelParameter(int offsetBytes) implements Binding {}

    /** The targets of an indirect branch. */
    public record BranchTargets(Statement.BranchTargets targets) implements Binding {}

    /** The functions that an indirect call may call. */
    public record CallTargets(Statement.CallTargets targets) implements Binding {}

    /** What an indirect call takes and returns. */
    public record Prototype(Statement.CallPrototype prototype) implements Binding {}

    private static final class Scope {
        private final Map<String, Binding> names = new HashMap<>();
        private final Map<String, Integer> labels = new HashMap<>();
    }

    private final Deque<Scope> scopes = new ArrayDeque<>();

    /** The scope of a function, without names. */
    public NameScopes() {
        open();
    }

    /** A scope begins. */
    public void open() {
        scopes.push(new Scope());
    }

    /** The innermost scope ends. */
    public void close() {
        scopes.pop();
    }

    /** Binds a name in the innermost scope. */
    public void put(String name, Binding binding) {
        scopes.element().names.put(name, binding);
    }

    /** Binds a label in the innermost scope. */
    public void putLabel(String name, int label) {
        scopes.element().labels.put(name, label);
    }

    /** The binding of a name; null if it has none. */
    @Nullable
    public Binding of(String name) {
        for (Scope scope : scopes) {
            Binding binding = scope.names.get(name);
            if (binding != null) {
                return binding;
            }
        }
        return null;
    }

    /** The label of a name; null if there is none. */
    @Nullable
    public Integer label(String name) {
        for (Scope scope : scopes) {
            Integer label = scope.labels.get(name);
            if (label != null) {
                return label;
            }
        }
        return null;
    }

    /** The binding of a name in the outermost scope, whatever inner scopes hide it. */
    @Nullable
    public Binding outermost(String name) {
        return scopes.getLast().names.get(name);
    }
}
