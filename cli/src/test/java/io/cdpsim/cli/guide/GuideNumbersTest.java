package io.cdpsim.cli.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each number that the guide's prose states is printed by a command beside it, or given to one. {@code DocumentedCommandsTest} holds that
 * the commands print what the page shows, so no number of the guide is older than the code.
 */
class GuideNumbersTest {
    private static final String PAGE = """
        # Page

        %s

        ```console
        $ cdpsim run bfs --pool 64
        simulated time        3.66 ms
        child launches        12,571
        ```

        ## Next section

        %s
        """;

    private static Path file(String name) {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs/README.md"))) {
            folder = folder.getParent();
        }
        return folder.resolve(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/use/guide.md", "docs/use/launching.md"})
    void eachNumberInTheProseIsShownBesideIt(String page) throws IOException {
        assertThat(PageNumbers.unsupported(Files.readString(file(page)))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "All 12571 launches succeed.",
                "All 12,571 launches take 3.66 ms with a pool of 64.",
                "On the H200 the L2 matters, with CUDA 5 as in lab 6 or on compute capability 3.5.",
                "Set `l2.latency` to `900 cycles` ([page](a1.md#b-2)).",
                "1. First",
            })
    void aNumberOfTheCommandBesideItIsSupported(String prose) {
        assertThat(PageNumbers.unsupported(PAGE.formatted(prose, ""))).isEmpty();
    }

    @Test
    void aNumberThatNoCommandPrintsIsFoundWithItsParagraph() {
        assertThat(PageNumbers.unsupported(PAGE.formatted("It takes 4 ms\nfor 12,572 launches.", "")))
                .containsExactly(
                        "4 in: It takes 4 ms\nfor 12,572 launches.", "12572 in: It takes 4 ms\nfor 12,572 launches.");
    }

    @Test
    void aCommandOfAnotherSectionSupportsNothing() {
        assertThat(PageNumbers.unsupported(PAGE.formatted("", "It takes 3.66 ms.")))
                .containsExactly("3.66 in: It takes 3.66 ms.");
    }
}
