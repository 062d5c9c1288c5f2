package io.cdpsim.memory.litmus;

import java.util.Arrays;
import java.util.Optional;

/** The method by which an instruction accesses memory (PTX ISA, "Proxies"). */
public enum MemoryProxy {
    /** Ordinary loads, stores and atomics. */
    GENERIC("generic"),
    /** Loads through the texture path: {@code tld}, and {@code ld.global.nc}. */
    TEXTURE("texture"),
    /** Surface loads, stores and reductions: {@code suld}, {@code sust}, {@code sured}. */
    SURFACE("surface"),
    /** Loads from the constant bank: {@code cold}, and {@code ld.const}. */
    CONSTANT("constant");

    private final String label;

    MemoryProxy(String label) {
        this.label = label;
    }

    /** Its name in a test, as in {@code fence.proxy.texture}. */
    public String label() {
        return label;
    }

    /** The proxy of a name. */
    public static Optional<MemoryProxy> named(String name) {
        return Arrays.stream(values()).filter(each -> each.label.equals(name)).findFirst();
    }
}
