package io.cdpsim.semantics.rules.catalog;

/**
 * A line of the sources that decides what a rule says.
 *
 * @param className full name of the top-level class
 * @param line its number in the class's file, from 1
 */
public record RulePlace(String className, int line) {
    private static final String ROOT = "io.cdpsim.";

    /** The class's name without its package. */
    public String simpleName() {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    /** Class and line, such as {@code runtime.launch.LaunchTree:204}; the package is that below {@code io.cdpsim}. */
    public String label() {
        return (className.startsWith(ROOT) ? className.substring(ROOT.length()) : className) + ":" + line;
    }
}
