package io.cdpsim.ptx.forms;

import java.util.List;

/**
 * A form of an instruction: how PTX writes it, what it takes and gives, and what it means.
 *
 * @param name the opcode with its modifiers, or several joined by a plus
 * @param body PTX that makes {@code %d} of {@code %a}, {@code %b}, {@code %c} and {@code %e}; other registers are declared in it
 * @param result what {@code %d} is
 * @param inputs what the others are, up to four
 * @param definition what it means, by PTX's words
 * @param tolerance how far from the definition, and how far from hardware, a result may be
 */
record PtxForm(
        String name, String body, FormType result, List<FormType> inputs, Definition definition, Tolerance tolerance) {
    /** How many threads run a form, each with operands of its own. */
    static final int CASES = 64;

    /** What a form means. */
    interface Definition {
        /** The bits of the result of a thread, from the operands of each thread with zeros above their bits. */
        long of(long[][] all, int thread);
    }

    /** What a form means whose threads know nothing of each other. */
    interface Alone {
        long of(long a, long b, long c, long e);
    }

    /**
     * How exact a result must be. It may be either of the two away: so many numbers of its format, or so much as an absolute number.
     *
     * @param fromDefinition numbers of its format between the simulator's result and the definition's
     * @param fromHardware numbers of its format between the simulator's and hardware's
     * @param absolute the absolute error that PTX documents; 0 if none
     */
    record Tolerance(long fromDefinition, long fromHardware, double absolute) {
        static final Tolerance EXACT = new Tolerance(0, 0, 0);
    }

    /** An instruction of which each thread's result depends on its own operands. */
    static PtxForm of(String opcode, FormType result, List<FormType> inputs, Alone definition) {
        return new PtxForm(opcode, plain(opcode, inputs.size()), result, inputs, alone(definition), Tolerance.EXACT);
    }

    /** The same with a body of its own. */
    static PtxForm of(String name, String body, FormType result, List<FormType> inputs, Alone definition) {
        return new PtxForm(name, body, result, inputs, alone(definition), Tolerance.EXACT);
    }

    PtxForm within(long fromDefinition, long fromHardware, double absolute) {
        return new PtxForm(
                name, body, result, inputs, definition, new Tolerance(fromDefinition, fromHardware, absolute));
    }

    private static Definition alone(Alone definition) {
        return (all, thread) -> {
            long[] own = all[thread];
            return definition.of(own[0], own[1], own[2], own[3]);
        };
    }

    private static String plain(String opcode, int inputs) {
        String[] names = {"%a", "%b", "%c", "%e"};
        StringBuilder text = new StringBuilder(opcode).append(" %d");
        for (int i = 0; i < inputs; i++) {
            text.append(", ").append(names[i]);
        }
        return text.append(';').toString();
    }
}
