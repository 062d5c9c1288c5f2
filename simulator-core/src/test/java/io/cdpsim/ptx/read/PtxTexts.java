package io.cdpsim.ptx.read;

import io.cdpsim.ptx.syntax.PtxModule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Texts that are checked in, and how trees are compared without the places of their nodes. */
final class PtxTexts {
    /** A text by hand that ptxas takes, and what nvcc and clang made of the {@code .cu} files beside them. */
    static final List<String> NAMES = List.of("forms.ptx", "cdp1.ptx", "cdp2.ptx", "clang.ptx");

    private PtxTexts() {}

    static byte[] bytes(String name) {
        try (InputStream in = Objects.requireNonNull(PtxTexts.class.getResourceAsStream(name), name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static PtxModule read(String name) {
        return PtxReader.read(name, bytes(name));
    }

    /** All that a tree says, but for places. */
    static String withoutPlaces(PtxModule module) {
        PtxModule plain = new PtxModule(
                module.source(),
                module.version(),
                module.targets(),
                module.addressSize(),
                module.files(),
                module.variables(),
                module.functions(),
                module.aliases(),
                module.pragmas(),
                Map.of());
        return plain.toString().replaceAll("\\b(at|end)=\\d+", "$1");
    }
}
