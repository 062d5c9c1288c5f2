package io.cdpsim.semantics.rules.catalog;

/**
 * A source line that implements a rule.
 *
 * @param className full name of the top-level class
 * @param line the line in the file of the class, from 1
 */
public record RulePlace(String className, int line) {
    private static final String ROOT = "io.cdpsim.";

    /** The name of the class without its package. */
    public String simpleName() {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    /** Class and line, such as {@code runtime.launch.LaunchTree:204}, without the prefix {@code io.cdpsim}. */
    public String label() {
        return (className.startsWith(ROOT) ? className.substring(ROOT.length()) : className) + ":" + line;
    }
}
