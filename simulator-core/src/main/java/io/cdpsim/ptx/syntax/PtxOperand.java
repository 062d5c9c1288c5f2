package io.cdpsim.ptx.syntax;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an instruction works on. */
public sealed interface PtxOperand
        permits IntegerLiteral,
                FloatLiteral,
                PtxOperand.Name,
                PtxOperand.Sink,
                PtxOperand.Sum,
                PtxOperand.Element,
                PtxOperand.Address,
                PtxOperand.Vector,
                PtxOperand.Pair,
                PtxOperand.Not,
                PtxOperand.Minus,
                PtxOperand.Group {
    /** The offset in the text. */
    int at();

    /**
     * A register, a special register, a variable, a function or a label.
     *
     * @param text such as {@code %r1}, {@code %tid} or {@code $L__BB0_2}
     * @param component the part after a dot, such as {@code x} of {@code %tid.x}; empty without a dot
     * @param at offset in the text
     */
    record Name(String text, String component, int at) implements PtxOperand {
        /** As written, with its component. */
        public String full() {
            return component.isEmpty() ? text : text + "." + component;
        }

        /** The first elements of a vector by their names: {@code {v.x, v.y}} (PTX ISA, vectors). */
        public Vector elements(int count) {
            List<PtxOperand> elements = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                elements.add(new Name(text, "xyzw".substring(i, i + 1), at));
            }
            return new Vector(elements, at);
        }
    }

    /**
     * A result that is not used: {@code _}.
     *
     * @param at offset in the text
     */
    record Sink(int at) implements PtxOperand {}

    /**
     * An address that is not followed: {@code x+4} of {@code mov.u64 %rd1, x+4}.
     *
     * @param base a variable
     * @param offset bytes added to its address
     * @param at offset in the text
     */
    record Sum(Name base, long offset, int at) implements PtxOperand {}

    /**
     * An element of an array: {@code x[3]}, which counts elements, not bytes.
     *
     * @param array a variable
     * @param index from 0
     * @param at offset in the text
     */
    record Element(Name array, long index, int at) implements PtxOperand {}

    /**
     * The memory at an address: {@code [%rd1+8]}, {@code [x]}, {@code [64]}, and of textures and tensors {@code [x, {%r1, %r2}]}.
     *
     * @param base a register or a variable; null if the address is a number alone
     * @param offset bytes added to it
     * @param more further operands after commas: a sampler, coordinates; usually empty
     * @param at offset of the bracket
     */
    record Address(@Nullable Name base, long offset, List<PtxOperand> more, int at) implements PtxOperand {
        /** Copies the list. */
        public Address {
            more = List.copyOf(more);
        }
    }

    /**
     * Elements of a vector: {@code {%r1, %r2}}.
     *
     * @param elements names, numbers and sinks
     * @param at offset of the brace
     */
    record Vector(List<PtxOperand> elements, int at) implements PtxOperand {
        /** Copies the list. */
        public Vector {
            elements = List.copyOf(elements);
        }
    }

    /**
     * Two results: {@code %p1|%p2}, {@code %r1|%p1}.
     *
     * @param first a name or a sink
     * @param second a name or a sink
     * @param at offset in the text
     */
    record Pair(PtxOperand first, PtxOperand second, int at) implements PtxOperand {}

    /**
     * A predicate's opposite: {@code !%p1}.
     *
     * @param predicate a register
     * @param at offset of the sign
     */
    record Not(Name predicate, int at) implements PtxOperand {}

    /**
     * The negative of a register: {@code -%r1} of {@code vmad}.
     *
     * @param value a register
     * @param at offset of the sign
     */
    record Minus(Name value, int at) implements PtxOperand {}

    /**
     * The arguments or results of a call: {@code (param0, param1)}.
     *
     * @param elements none for {@code ()}
     * @param at offset of the parenthesis
     */
    record Group(List<PtxOperand> elements, int at) implements PtxOperand {
        /** Copies the list. */
        public Group {
            elements = List.copyOf(elements);
        }
    }
}
