package io.cdpsim.memory.consistency.model;

import java.util.List;

/**
 * A set or relation of a model, as a node of a graph without cycles: names share the node of their definition. A set is the identity over its events.
 *
 * @param id its number in the model, greater than those of its operands
 * @param operator the operator
 * @param operands the operands
 * @param base index of the base relation, order or recursive definition that a leaf denotes; else -1
 * @param isSet whether it is a set of events
 * @param stage the stage at which its value is known: {@link #OF_PROGRAM}, {@link #OF_SYNCHRONIZATION}, {@link #OF_READS}, and one for each order
 * @param change its change as reads get writes and orders get pairs
 * @param recursion its change as the definitions grow in which it stands
 */
record ModelTerm(
        int id,
        Operator operator,
        List<ModelTerm> operands,
        int base,
        boolean isSet,
        int stage,
        Change change,
        Change recursion) {
    /** Known for a choice of a trace for each thread. */
    static final int OF_PROGRAM = 0;

    /** Known once barriers and streams are ordered. */
    static final int OF_SYNCHRONIZATION = 1;

    /** Known once each read has a write. */
    static final int OF_READS = 2;

    /** The change of a relation as relations that it depends on grow. */
    enum Change {
        /** It does not depend on them. */
        NONE,
        /** It only grows. */
        GROWS,
        /** It only shrinks. */
        SHRINKS,
        /** Either. */
        ANY;

        Change and(Change other) {
            return this == NONE ? other : other == NONE || other == this ? this : ANY;
        }

        Change inverted() {
            return this == GROWS ? SHRINKS : this == SHRINKS ? GROWS : this;
        }

        /** Whether it never loses a pair. */
        boolean isKept() {
            return this == NONE || this == GROWS;
        }
    }

    /** The operator of a term. */
    enum Operator {
        /** A relation that the execution gives. */
        BASE,
        /** An order that the model asks for. */
        ORDER,
        /** A definition inside the recursion that defines it. */
        RECURSIVE,
        /** A definition by recursion: the least fixpoint. */
        FIXPOINT,
        EMPTY,
        UNION,
        INTERSECTION,
        DIFFERENCE,
        COMPLEMENT,
        SEQUENCE,
        PRODUCT,
        INVERSE,
        /** One step or more. */
        TRANSITIVE,
        /** No step or one. */
        REFLEXIVE,
        /** Any number of steps. */
        REFLEXIVE_TRANSITIVE,
        /** The identity over a set. */
        IDENTITY,
        DOMAIN,
        RANGE
    }
}
