package io.cdpsim.memory.litmus.generate;

import java.util.ArrayList;
import java.util.List;

/** A test that is being made. */
final class DraftTest {
    private final List<DraftThread> roots = new ArrayList<>();
    private final List<DraftThread> children = new ArrayList<>();
    private final List<String> conditions = new ArrayList<>();
    private final List<String> variables = new ArrayList<>();

    /** A thread that runs from the start, in a block of its own. */
    DraftThread root() {
        DraftThread root = new DraftThread(this, "P" + roots.size(), "", roots.size());
        roots.add(root);
        return root;
    }

    DraftThread child(int root) {
        DraftThread child = new DraftThread(this, "g" + children.size(), "k" + children.size(), root);
        children.add(child);
        return child;
    }

    /** Adds a word of memory. */
    String variable() {
        String name = "x" + variables.size();
        variables.add(name);
        return name;
    }

    /** Adds to what the test asks for. */
    void expect(String condition) {
        conditions.add(condition);
    }

    /** The whole test. */
    String text(String name, String dialect, String about) {
        StringBuilder text = new StringBuilder();
        text.append("PTX ").append(name).append(' ').append(dialect).append('\n');
        text.append('"').append(about).append("\"\n{ ");
        variables.forEach(each -> text.append(each).append("=0; "));
        text.append("}\n");
        table(text, roots);
        for (DraftThread child : children) {
            text.append("kernel ").append(child.kernel()).append(" ()\n T ;\n");
            child.body().forEach(each -> text.append(' ').append(each).append(" ;\n"));
        }
        return text.append("exists (")
                .append(String.join(" /\\ ", conditions))
                .append(")\n")
                .toString();
    }

    private static void table(StringBuilder text, List<DraftThread> threads) {
        List<String> header = new ArrayList<>();
        int rows = 0;
        for (int i = 0; i < threads.size(); i++) {
            header.add("P" + i + "@cta " + i + ",gpu 0");
            rows = Math.max(rows, threads.get(i).body().size());
        }
        row(text, header);
        for (int row = 0; row < rows; row++) {
            List<String> cells = new ArrayList<>();
            for (DraftThread thread : threads) {
                cells.add(row < thread.body().size() ? thread.body().get(row) : "");
            }
            row(text, cells);
        }
    }

    private static void row(StringBuilder text, List<String> cells) {
        text.append(' ').append(String.join(" | ", cells)).append(" ;\n");
    }
}
