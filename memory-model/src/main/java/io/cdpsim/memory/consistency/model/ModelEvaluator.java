package io.cdpsim.memory.consistency.model;

import io.cdpsim.memory.consistency.model.ModelStatement.Axiom;
import io.cdpsim.memory.consistency.model.ModelTerm.Change;
import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.ReadsFrom;
import io.cdpsim.memory.consistency.relations.Relation;
import io.cdpsim.memory.consistency.relations.SynchronizationOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of a model's terms in a candidate execution. A value is kept until something changes that it depends on. */
final class ModelEvaluator {
    private static final List<BaseRelation> BASE_RELATIONS = List.of(BaseRelation.values());

    private final MemoryModel model;
    private final BaseRelations base;
    private final @Nullable Relation[] kept;
    private final int[] stages;
    private final Relation full;
    private final Relation[] orders;
    private final Map<Integer, Relation> recursive = new HashMap<>();

    ModelEvaluator(MemoryModel model, EventSet events) {
        this.model = model;
        this.base = new BaseRelations(events);
        this.kept = new Relation[model.terms()];
        this.stages = new int[model.terms()];
        this.full = complete(base.size());
        this.orders = new Relation[model.orders()];
        for (int i = 0; i < orders.length; i++) {
            orders[i] = new Relation(base.size());
        }
    }

    BaseRelations base() {
        return base;
    }

    void begin(SynchronizationOrder ordering) {
        base.begin(ordering);
        forget(ModelTerm.OF_SYNCHRONIZATION);
    }

    void readsFrom(ReadsFrom values) {
        base.readsFrom(values);
        forget(ModelTerm.OF_READS);
    }

    /** Sets an order, or the part of it that is known. */
    void order(int index, Relation pairs) {
        orders[index] = pairs;
        forget(ModelTerm.OF_READS + 1 + index);
    }

    Relation orderOf(int index) {
        return orders[index];
    }

    private void forget(int stage) {
        for (int i = 0; i < kept.length; i++) {
            if (stages[i] >= stage) {
                kept[i] = null;
            }
        }
    }

    /** Whether an axiom holds. */
    boolean holds(Axiom axiom) {
        Relation value = value(axiom.term());
        return switch (axiom.kind()) {
            case EMPTY -> value.isEmpty();
            case IRREFLEXIVE -> value.isIrreflexive();
            case ACYCLIC -> {
                Relation closed = value.copy();
                closed.close();
                yield closed.isIrreflexive();
            }
        };
    }

    /** The value of a term, which the caller does not change. */
    Relation value(ModelTerm term) {
        Relation known = kept[term.id()];
        if (known != null) {
            return known;
        }
        Relation value = compute(term);
        if (term.recursion() == Change.NONE) {
            kept[term.id()] = value;
            stages[term.id()] = term.stage();
        }
        return value;
    }

    private Relation compute(ModelTerm term) {
        return switch (term.operator()) {
            case BASE -> base.of(BASE_RELATIONS.get(term.base()));
            case ORDER -> orders[term.base()];
            case RECURSIVE -> recursive.computeIfAbsent(term.base(), each -> new Relation(base.size()));
            case FIXPOINT -> fixpoint(term);
            case EMPTY -> new Relation(base.size());
            case UNION -> {
                Relation all = operand(term, 0).copy();
                all.addAll(operand(term, 1));
                yield all;
            }
            case INTERSECTION -> {
                Relation both = operand(term, 0).copy();
                both.retainAll(operand(term, 1));
                yield both;
            }
            case DIFFERENCE -> {
                Relation rest = operand(term, 0).copy();
                rest.removeAll(operand(term, 1));
                yield rest;
            }
            case COMPLEMENT -> {
                Relation rest = term.isSet() ? identity().copy() : full.copy();
                rest.removeAll(operand(term, 0));
                yield rest;
            }
            case SEQUENCE -> operand(term, 0).followedBy(operand(term, 1));
            case PRODUCT -> operand(term, 0).followedBy(full).followedBy(operand(term, 1));
            case INVERSE -> operand(term, 0).inverse();
            case TRANSITIVE -> {
                Relation steps = operand(term, 0).copy();
                steps.close();
                yield steps;
            }
            case REFLEXIVE -> {
                Relation steps = operand(term, 0).copy();
                steps.addAll(identity());
                yield steps;
            }
            case REFLEXIVE_TRANSITIVE -> {
                Relation steps = operand(term, 0).copy();
                steps.close();
                steps.addAll(identity());
                yield steps;
            }
            case IDENTITY -> operand(term, 0);
            case DOMAIN -> {
                Relation events = operand(term, 0).followedBy(full);
                events.retainAll(identity());
                yield events;
            }
            case RANGE -> {
                Relation events = operand(term, 0).inverse().followedBy(full);
                events.retainAll(identity());
                yield events;
            }
        };
    }

    private Relation operand(ModelTerm term, int index) {
        return value(term.operands().get(index));
    }

    private Relation identity() {
        return base.of(BaseRelation.IDENTITY);
    }

    private static Relation complete(int size) {
        Relation full = new Relation(size);
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                full.add(i, j);
            }
        }
        return full;
    }

    /** The least relations that a group of definitions allows, found by growing them from nothing. */
    private Relation fixpoint(ModelTerm term) {
        int group = ModelParser.group(term.base());
        List<ModelTerm> bodies = model.recursions().get(group);
        for (int i = 0; i < bodies.size(); i++) {
            recursive.put(ModelParser.slot(group, i), new Relation(base.size()));
        }
        boolean grew = true;
        while (grew) {
            grew = false;
            List<Relation> values = new ArrayList<>();
            bodies.forEach(each -> values.add(value(each)));
            for (int i = 0; i < bodies.size(); i++) {
                int slot = ModelParser.slot(group, i);
                grew |= !values.get(i).holdsTheSame(recursive.getOrDefault(slot, values.get(i)));
                recursive.put(slot, values.get(i));
            }
        }
        return recursive.getOrDefault(term.base(), new Relation(base.size()));
    }
}
