package io.cdpsim.semantics.litmus;

import io.cdpsim.memory.litmus.Condition;
import io.cdpsim.memory.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Which registers and variables a test looks at, and their final values as text: registers first, each group by name. */
final class ObservedState {
    private final LitmusTest test;
    private final TreeMap<String, Condition.Term> registers = new TreeMap<>();
    private final TreeMap<String, Condition.Term> variables = new TreeMap<>();

    ObservedState(LitmusTest test) {
        this.test = test;
        test.observed().forEach(this::note);
        note(test.question().condition());
        note(test.filter());
        test.declarations().forEach(each -> note(each.condition()));
    }

    private void note(Condition condition) {
        if (condition instanceof Condition.All all) {
            all.parts().forEach(this::note);
        } else if (condition instanceof Condition.Any any) {
            any.parts().forEach(this::note);
        } else if (condition instanceof Condition.Not not) {
            note(not.part());
        } else if (condition instanceof Condition.Compare compare) {
            note(compare.left());
            note(compare.right());
        }
    }

    private void note(Condition.Term term) {
        if (term instanceof Condition.Register register) {
            registers.put(register.thread() + ":" + register.register(), term);
        } else if (term instanceof Condition.Memory memory) {
            String name = test.variables().get(memory.variable()).name();
            variables.put(memory.thread().isEmpty() ? name : memory.thread() + ":" + name, term);
        }
    }

    /** Whether some shared variable's last value is looked at. */
    boolean showsShared() {
        return variables.values().stream()
                .anyMatch(each -> !((Condition.Memory) each).thread().isEmpty());
    }

    /** The state as text. */
    String text(FinalValues values) {
        List<String> parts = new ArrayList<>();
        add(registers, values, parts);
        add(variables, values, parts);
        return String.join(" ", parts);
    }

    private static void add(Map<String, Condition.Term> terms, FinalValues values, List<String> parts) {
        terms.forEach((label, term) ->
                values.of(term).ifPresent(value -> parts.add(label + "=" + values.shown(value) + ";")));
    }

    /** Whether a condition holds; a comparison with a thread that did not run does not. */
    static boolean holds(Condition condition, FinalValues values) {
        if (condition instanceof Condition.All all) {
            return all.parts().stream().allMatch(each -> holds(each, values));
        }
        if (condition instanceof Condition.Any any) {
            return any.parts().stream().anyMatch(each -> holds(each, values));
        }
        if (condition instanceof Condition.Not not) {
            return !holds(not.part(), values);
        }
        Condition.Compare compare = (Condition.Compare) condition;
        OptionalLong left = values.of(compare.left());
        OptionalLong right = values.of(compare.right());
        return left.isPresent() && right.isPresent() && compare.comparison().holds(left.getAsLong(), right.getAsLong());
    }
}
