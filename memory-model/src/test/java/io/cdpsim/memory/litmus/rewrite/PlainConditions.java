package io.cdpsim.memory.litmus.rewrite;

import io.cdpsim.memory.litmus.Condition;
import io.cdpsim.memory.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says conditions of a test anew for its plain form, and keeps what it called things. */
final class PlainConditions {
    private final LitmusTest original;
    private final StaticInstances instances;
    private final PlainVariables variables;
    private final Map<String, String> labels = new LinkedHashMap<>();
    private final List<Condition.Term> terms = new ArrayList<>();

    PlainConditions(LitmusTest original, StaticInstances instances, PlainVariables variables) {
        this.original = original;
        this.instances = instances;
        this.variables = variables;
    }

    /** What the original calls each thing, by its new name. */
    Map<String, String> labels() {
        return labels;
    }

    /** All that conditions named so far, with new names. */
    List<Condition.Term> terms() {
        return terms;
    }

    Condition condition(Condition condition) throws NotStaticException {
        if (condition instanceof Condition.All all) {
            return new Condition.All(conditions(all.parts()));
        }
        if (condition instanceof Condition.Any any) {
            return new Condition.Any(conditions(any.parts()));
        }
        if (condition instanceof Condition.Not not) {
            return new Condition.Not(condition(not.part()));
        }
        Condition.Compare compare = (Condition.Compare) condition;
        return new Condition.Compare(compare.comparison(), term(compare.left()), term(compare.right()));
    }

    private List<Condition> conditions(List<Condition> parts) throws NotStaticException {
        List<Condition> all = new ArrayList<>();
        for (Condition part : parts) {
            all.add(condition(part));
        }
        return all;
    }

    Condition.Term term(Condition.Term term) throws NotStaticException {
        if (term instanceof Condition.Register register) {
            String thread = instances.threads().get(thread(register.thread())).name();
            return note(
                    new Condition.Register(thread, register.register()),
                    thread + ":" + register.register(),
                    register.thread() + ":" + register.register());
        }
        if (term instanceof Condition.Memory memory) {
            String name = original.variables().get(memory.variable()).name();
            if (memory.thread().isEmpty()) {
                return note(memory, name, name);
            }
            int thread = thread(memory.thread());
            int variable =
                    variables.of(memory.variable(), thread, instances.threads().get(thread));
            return note(new Condition.Memory("", variable), variables.name(variable), memory.thread() + ":" + name);
        }
        return term;
    }

    private Condition.Term note(Condition.Term term, String label, String originally) {
        labels.put(label, originally);
        terms.add(term);
        return term;
    }

    private int thread(String name) throws NotStaticException {
        List<Integer> called = instances.called(name);
        if (called.size() != 1) {
            throw new NotStaticException("a condition names '" + name + "', which is not one thread");
        }
        return called.get(0);
    }
}
