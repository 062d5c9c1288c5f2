package io.cdpsim.semantics.lab.key;

import java.util.List;
import java.util.Optional;

/**
 * The tasks of a lab and their points.
 *
 * @param title the title of the lab
 * @param minutes the time that a student needs
 * @param files the names of the files that a student gets; the student edits {@code kernel.cu}
 * @param parameters numbers that differ from student to student
 * @param program the programming task
 * @param questions the questions
 */
public record GradingKey(
        String title,
        int minutes,
        List<String> files,
        List<LabParameter> parameters,
        ProgramTask program,
        List<Question> questions) {
    public GradingKey {
        files = List.copyOf(files);
        parameters = List.copyOf(parameters);
        questions = List.copyOf(questions);
    }

    /** A text of the lab with the parameters for a name; as it is for an empty one. */
    public String personal(String name, String text) {
        String changed = text;
        for (LabParameter each : parameters) {
            changed = each.apply(name, changed);
        }
        return changed;
    }

    /** The maximum number of points. */
    public int points() {
        return program.points() + questions.stream().mapToInt(Question::points).sum();
    }

    /**
     * A question of a lab.
     *
     * @param name its name in the answer sheet
     * @param points the points for the correct answer
     * @param answer the correct answer
     * @param hint what to look at again; does not contain the answer
     * @param derivation how to compute a numeric answer from runs; empty if the answer is a word
     */
    public record Question(
            String name, int points, ExpectedAnswer answer, String hint, Optional<Derivation> derivation) {}

    /** The correct answer to a question. */
    public sealed interface ExpectedAnswer {
        /**
         * A number that a run shows.
         *
         * @param value the correct number
         * @param tolerance the accepted relative error, 0 for none
         * @param unit the unit, such as {@code us}; may be empty
         */
        record Measurement(double value, double tolerance, String unit) implements ExpectedAnswer {
            /** Whether a number is within the tolerance. */
            public boolean accepts(double given) {
                return Math.abs(given - value) <= tolerance * Math.abs(value) + 1e-9;
            }
        }

        /**
         * One of several words.
         *
         * @param word the correct word
         * @param choices all words
         */
        record Choice(String word, List<String> choices) implements ExpectedAnswer {
            public Choice {
                choices = List.copyOf(choices);
            }
        }
    }

    /**
     * The computation of a numeric answer from the output of commands; a test compares it with the key.
     *
     * @param operation how to combine the fields
     * @param fields one field, or two
     */
    public record Derivation(Operation operation, List<JsonField> fields) {
        /** How to combine fields. */
        public enum Operation {
            /** The first field. */
            VALUE,
            /** The first field divided by the second. */
            RATIO,
            /** The first field minus the second. */
            DIFFERENCE
        }

        public Derivation {
            fields = List.copyOf(fields);
        }

        /** The computation with the parameters for a name. */
        public Derivation personal(GradingKey key, String name) {
            return new Derivation(
                    operation,
                    fields.stream()
                            .map(each -> new JsonField(key.personal(name, each.command()), each.path()))
                            .toList());
        }

        /** The answer for these values of the fields. */
        public double apply(List<Double> values) {
            return switch (operation) {
                case VALUE -> values.get(0);
                case RATIO -> values.get(0) / values.get(1);
                case DIFFERENCE -> values.get(0) - values.get(1);
            };
        }
    }

    /**
     * A number in the JSON output of a command.
     *
     * @param command the command line without the program's name
     * @param path names separated by dots: a field of an object, the kernel name or the index of an element of an array
     */
    public record JsonField(String command, String path) {}
}
