package io.cdpsim.semantics.lab;

import io.cdpsim.workloads.InvalidInputException;
import java.util.List;

/** The labs that come with the program. */
public final class LabCatalog {
    private LabCatalog() {}

    private static List<String> names() {
        return LabResources.text("labs.txt").lines().toList();
    }

    /** All of them, by number. */
    public static List<Lab> labs() {
        return names().stream().map(Lab::load).toList();
    }

    /**
     * One of them.
     *
     * @throws InvalidInputException if there is none of that number
     */
    public static Lab lab(int number) {
        List<String> names = names();
        if (number < 1 || number > names.size()) {
            throw new InvalidInputException("there is no lab " + number + ", expected 1 to " + names.size());
        }
        return Lab.load(names.get(number - 1));
    }
}
