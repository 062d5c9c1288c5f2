package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.model.BaseRelation;
import io.cdpsim.memory.consistency.model.ShippedModels;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** docs/reference/models.md names every set and relation that a model may use, and every shipped model. */
class ModelsPageTest {
    @Test
    void thePageNamesEverySetRelationAndModel() throws IOException {
        String page = Files.readString(DocumentedCommandsTest.ROOT.resolve("docs/reference/models.md"));
        for (BaseRelation each : BaseRelation.values()) {
            assertThat(page).contains("`" + each.label() + "`");
        }
        for (String each : ShippedModels.names()) {
            assertThat(page).contains("`builtin:" + each + "`", each + ".cat)");
            assertThat(ShippedModels.read("builtin:" + each).title()).isNotEqualTo("builtin:" + each);
        }
    }
}
