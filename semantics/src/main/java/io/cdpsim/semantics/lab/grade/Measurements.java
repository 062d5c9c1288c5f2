package io.cdpsim.semantics.lab.grade;

import io.cdpsim.semantics.lab.key.GradingKey.JsonField;

/** Numbers that commands of the simulator print. */
@FunctionalInterface
public interface Measurements {
    /** None: every student has the original questions. */
    Measurements NONE = field -> {
        throw new IllegalStateException("nothing runs '" + field.command() + "'");
    };

    /** The number in the output of a command. Blocks while the command runs. */
    double value(JsonField field);
}
