package io.cdpsim.cli.fuzz;

import io.cdpsim.memory.litmus.text.ShippedTests;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Litmus tests that come with the program, changed. */
final class LitmusFiles implements InputKind {
    private static final int LONGEST = 700;
    private static final List<String> WORDS = List.of(
            "x",
            "y",
            "r0",
            "r1",
            "P0",
            "P1",
            "ld",
            "st",
            "ld.relaxed.gpu",
            "st.weak",
            "fence.sc.gpu",
            "atom",
            "exists",
            "forall",
            "~exists",
            "(",
            ")",
            "/\\",
            "\\/",
            ";",
            "|",
            "=",
            ":",
            "bar.cta.sync",
            "launch",
            "cdp2");

    private final List<String> texts = ShippedTests.names().stream()
            .map(LitmusFiles::text)
            .filter(text -> text.length() <= LONGEST)
            .toList();

    private static String text(String name) {
        try (InputStream in = ShippedTests.class.getResourceAsStream(name + ".litmus")) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String name() {
        return "litmus";
    }

    @Override
    public FuzzedInput draw(Draw draw) {
        byte[] bytes = draw.changed(draw.of(texts), "\\s,;|()=", WORDS);
        String file = draw.fileName(".litmus");
        return new FuzzedInput(
                Map.of(file, bytes),
                List.of(List.of("litmus", file), List.of("litmus", "--json", file)),
                List.of(List.of("litmus", "--simulate", "1", file)));
    }
}
