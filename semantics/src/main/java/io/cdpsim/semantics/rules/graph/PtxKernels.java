package io.cdpsim.semantics.rules.graph;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.lower.PtxLowering;
import io.cdpsim.ptx.read.PtxReader;
import java.util.List;
import java.util.Objects;

/** Kernels of scenarios whose instructions the builder of kernels has no method for. */
final class PtxKernels {
    private static final String HEADER = """
        .version 8.8
        .target sm_90
        .address_size 64
        .visible .entry NAME(.param .u64 to) DIRECTIVES {
        .reg .b32 %r<20>; .reg .b64 %l<20>; .reg .pred %p<8>;
        .shared .align 4 .b32 word;
        ld.param.u64 %l1, [to];
        """;

    private PtxKernels() {}

    /**
     * A kernel with one parameter, an address, which is in {@code %l1}.
     *
     * @param directives those of the entry, such as {@code .explicitcluster}
     * @param body statements
     */
    static Kernel kernel(String name, String directives, String body) {
        String text = HEADER.replace("NAME", name).replace("DIRECTIVES", directives) + body + "\nret; }";
        PtxProgram program = PtxProgram.link(List.of(PtxReader.read(name + ".ptx", text)));
        // No kernel here has a variable in global or constant memory.
        return Objects.requireNonNull(PtxLowering.kernels(program, symbol -> 0L).get(name));
    }
}
