package io.cdpsim.ptx.lower;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.ptx.form.FormSyntax;
import io.cdpsim.ptx.row.FormRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The documentation lists the forms that the table has. With {@code -Dcdpsim.write=true} the test writes the list. */
class FormsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "reference", "ptx-forms.md");
    private static final String START = "<!-- The list below is written by FormsPageTest. -->\n";
    private static final String END = "<!-- End of the list. -->\n";

    @Test
    void thePageListsTheFormsOfTheTable() throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf(START) + START.length();
        int to = page.indexOf(END);
        if (Boolean.getBoolean("cdpsim.write")) {
            Files.writeString(PAGE, page.substring(0, from) + list() + page.substring(to));
            return;
        }
        assertThat(page.substring(from, to))
                .as("docs/reference/ptx-forms.md; to write its list, run ./mvnw -pl simulator-core -am test"
                        + " -Dtest=FormsPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dcdpsim.write=true")
                .isEqualTo(list());
    }

    private static String list() {
        StringBuilder list = new StringBuilder();
        FormTable.groups().forEach((group, rows) -> {
            list.append("\n### ").append(group).append("\n\n```\n");
            for (FormRow row : rows) {
                FormSyntax syntax = FormSyntax.parse(row.text());
                String target = syntax.target() == 0 ? "" : "    // from sm_" + syntax.target() + " on";
                list.append(syntax.text()).append(target).append('\n');
            }
            list.append("```\n");
        });
        return list.append('\n').toString();
    }
}
