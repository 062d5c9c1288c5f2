package io.cdpsim.semantics.lab;

import io.cdpsim.semantics.lab.key.GradingKey;
import io.cdpsim.semantics.lab.key.GradingKeyReader;
import java.util.List;

/**
 * A lab.
 *
 * @param number from 1
 * @param name of its folder, such as {@code 1-launch-cost}
 * @param key how it is graded
 */
public record Lab(int number, String name, GradingKey key) {
    /** The page that tells what to do. */
    public static final String PAGE = "README.md";

    /** The kernels, which a student mends. */
    public static final String KERNELS = "kernel.cu";

    /** The host's part, which includes the kernels. */
    public static final String HOST = "main.cu";

    /** The kernels as PTX, for machines without a compiler. */
    public static final String PTX = "kernel.ptx";

    /** The host's part for these. */
    public static final String PLAN = "plan.yaml";

    /** The sheet for answers. */
    public static final String ANSWERS = "answers.yaml";

    static Lab load(String name) {
        String file = "keys/" + name + "/key.yaml";
        int number = Integer.parseInt(name.substring(0, name.indexOf('-')));
        return new Lab(number, name, GradingKeyReader.read(file, LabResources.text(file)));
    }

    /** What it is about. */
    public String title() {
        return key.title();
    }

    /** The names of the files that a student is given. */
    public List<String> files() {
        return key.files();
    }

    /** A file that a student is given, as it is handed out. */
    public byte[] file(String file) {
        return LabResources.bytes(name + "/" + file);
    }
}
