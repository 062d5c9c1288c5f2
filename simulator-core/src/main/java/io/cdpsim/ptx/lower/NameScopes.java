package io.cdpsim.ptx.lower;

import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.syntax.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The bindings of names in a function's body, scope by scope. Names without a binding are the module's. */
final class NameScopes {
    /** What a name is bound to. */
    sealed interface Binding {}

    /** A register that holds a value. */
    record Register(int register, PtxType type) implements Binding {}

    /** A predicate. */
    record Predicate(int predicate) implements Binding {}

    /** A vector register: its elements. */
    record VectorRegister(int first, int count, PtxType type) implements Binding {}

    /** A parameter or result that is passed in registers, by the offset of each value in it. */
    record RegisterParameter(Map<Long, Integer> values) implements Binding {}

    /** A parameter, result or variable in the thread's own memory: the register or constant of its address there. */
    record LocalVariable(int address) implements Binding {}

    /** A parameter of a kernel: its offset in the parameter buffer in bytes. */
    record KernelParameter(int offsetBytes) implements Binding {}

    /** The targets of an indirect branch. */
    record BranchTargets(Statement.BranchTargets targets) implements Binding {}

    /** The functions that an indirect call may call. */
    record CallTargets(Statement.CallTargets targets) implements Binding {}

    /** What an indirect call takes and returns. */
    record Prototype(Statement.CallPrototype prototype) implements Binding {}

    private static final class Scope {
        private final Map<String, Binding> names = new HashMap<>();
        private final Map<String, Integer> labels = new HashMap<>();
    }

    private final Deque<Scope> scopes = new ArrayDeque<>();

    NameScopes() {
        open();
    }

    void open() {
        scopes.push(new Scope());
    }

    void close() {
        scopes.pop();
    }

    void put(String name, Binding binding) {
        scopes.element().names.put(name, binding);
    }

    void putLabel(String name, int label) {
        scopes.element().labels.put(name, label);
    }

    @Nullable
    Binding of(String name) {
        for (Scope scope : scopes) {
            Binding binding = scope.names.get(name);
            if (binding != null) {
                return binding;
            }
        }
        return null;
    }

    @Nullable
    Integer label(String name) {
        for (Scope scope : scopes) {
            Integer label = scope.labels.get(name);
            if (label != null) {
                return label;
            }
        }
        return null;
    }

    /** What a name of the outermost scope means, whatever scopes have it too. */
    @Nullable
    Binding outermost(String name) {
        return scopes.getLast().names.get(name);
    }
}
