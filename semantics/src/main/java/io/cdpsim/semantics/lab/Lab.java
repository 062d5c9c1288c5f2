package io.cdpsim.semantics.lab;

import io.cdpsim.semantics.lab.key.GradingKey;
import io.cdpsim.semantics.lab.key.GradingKeyReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A lesson: files for a student, and a key that grades the student's work.
 *
 * @param number from 1
 * @param name the name of its folder, such as {@code 5-launch-cost}
 * @param key its grading key
 */
public record Lab(int number, String name, GradingKey key) {
    /** The page with the background, the task and the questions. */
    public static final String PAGE = "README.md";

    /** The kernels, which a student edits. */
    public static final String KERNELS = "kernel.cu";

    /** The host program, which includes the kernels. */
    public static final String HOST = "main.cu";

    /** The kernels as PTX, for computers without a compiler. */
    public static final String PTX = "kernel.ptx";

    /** The launch plan of the PTX. */
    public static final String PLAN = "plan.yaml";

    /** The answer sheet. */
    public static final String ANSWERS = "answers.yaml";

    /** The key of an answer sheet with the name that the questions were drawn from. */
    public static final String SEED = "seed";

    static Lab load(String name) {
        String file = "keys/" + name + "/key.yaml";
        int number = Integer.parseInt(name.substring(0, name.indexOf('-')));
        String key = new String(LabCatalog.resource(file), StandardCharsets.UTF_8);
        return new Lab(number, name, GradingKeyReader.read(file, key));
    }

    /** Its title. */
    public String title() {
        return key.title();
    }

    /** The names of the files that a student gets. */
    public List<String> files() {
        return key.files();
    }

    /**
     * The launch plan of the grader: that of the student with other data, if the key has one.
     *
     * @param seed equal seeds give equal data
     */
    public byte[] gradingPlan(long seed) {
        return LabCatalog.find("keys/" + name + "/" + PLAN)
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8)
                        .replace("SEED", Long.toString(seed))
                        .getBytes(StandardCharsets.UTF_8))
                .orElseGet(() -> file(PLAN));
    }

    /** The original content of a file that a student gets. */
    public byte[] file(String file) {
        return LabCatalog.resource(name + "/" + file);
    }

    /**
     * The content of a file with the parameters for a student. The answer sheet states the student's name.
     *
     * @param student the student's name; empty for the original content
     */
    public byte[] file(String file, String student) {
        boolean isText = file.equals(PAGE) || file.equals(ANSWERS);
        if (student.isEmpty() || !isText) {
            return file(file);
        }
        String text = key.personal(student, new String(file(file), StandardCharsets.UTF_8));
        if (file.equals(ANSWERS)) {
            text = text.replace(
                    "lab: " + number + "\n", "lab: " + number + "\n" + SEED + ": \"" + escaped(student) + "\"\n");
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A name between the quotes of YAML. */
    private static String escaped(String name) {
        return name.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ");
    }
}
