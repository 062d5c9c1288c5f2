package io.cdpsim.ptx.lower;

import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.syntax.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the names of a function's body mean, scope by scope. Names that no scope has are the module's. */
final class Names {
    /** What a name means. */
    sealed interface Meaning {}

    /** A register that holds a value. */
    record Value(int register, PtxType type) implements Meaning {}

    /** A predicate. */
    record Truth(int predicate) implements Meaning {}

    /** A vector register: its elements. */
    record Row(int first, int count, PtxType type) implements Meaning {}

    /** A parameter or result that is passed in registers, by the offset of each value in it. */
    record Passed(Map<Long, Integer> values) implements Meaning {}

    /** A parameter, result or variable in the thread's own memory: the register or constant of its address there. */
    record Local(int address) implements Meaning {}

    /** A parameter of a kernel: its offset in the parameter buffer in bytes. */
    record KernelParameter(int offsetBytes) implements Meaning {}

    /** The targets of an indirect branch. */
    record Targets(Statement.BranchTargets targets) implements Meaning {}

    /** The functions that an indirect call may call. */
    record Callees(Statement.CallTargets targets) implements Meaning {}

    /** What an indirect call takes and returns. */
    record Prototype(Statement.CallPrototype prototype) implements Meaning {}

    private static final class Scope {
        private final Map<String, Meaning> names = new HashMap<>();
        private final Map<String, Integer> labels = new HashMap<>();
    }

    private final Deque<Scope> scopes = new ArrayDeque<>();

    Names() {
        open();
    }

    void open() {
        scopes.push(new Scope());
    }

    void close() {
        scopes.pop();
    }

    void put(String name, Meaning meaning) {
        scopes.element().names.put(name, meaning);
    }

    void putLabel(String name, int label) {
        scopes.element().labels.put(name, label);
    }

    @Nullable
    Meaning of(String name) {
        for (Scope scope : scopes) {
            Meaning meaning = scope.names.get(name);
            if (meaning != null) {
                return meaning;
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
    Meaning outermost(String name) {
        return scopes.getLast().names.get(name);
    }
}
