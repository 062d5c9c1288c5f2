package io.cdpsim.semantics.lab.grade;

import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.link.Symbol;
import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.ptx.syntax.Block;
import io.cdpsim.ptx.syntax.PtxModule;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;

/**
 * A copy of a program in which the threads of one kernel return at once. Where the copy computes the same, the kernel did nothing that the
 * result needs.
 */
final class IdleKernel {
    private static final byte[] BODY = " ret; ".getBytes(StandardCharsets.US_ASCII);

    private IdleKernel() {}

    /**
     * Writes the copy.
     *
     * @param files the PTX files, one module each
     * @param kernel the name of the kernel in its source
     * @param folder the folder of the copies, which exists
     * @return the files of the copy
     */
    static List<Path> copy(List<Path> files, String kernel, Path folder) throws IOException {
        List<PtxModule> modules = new ArrayList<>();
        // By identity: two modules of the same text are two.
        IdentityHashMap<PtxModule, Integer> indices = new IdentityHashMap<>();
        List<byte[]> texts = new ArrayList<>();
        for (Path each : files) {
            byte[] text = Files.readAllBytes(each);
            texts.add(text);
            PtxModule module = PtxReader.read(each.toString(), text);
            indices.put(module, modules.size());
            modules.add(module);
        }
        PtxProgram program = PtxProgram.link(modules);
        for (Symbol.OfFunction each : program.kernels()) {
            Block body = each.function().body();
            if (body != null && program.sourceName(each).equals(kernel)) {
                int module = Objects.requireNonNull(indices.get(each.module()));
                texts.set(module, withoutBody(texts.get(module), body));
                // The offsets of another body of this module are no longer right; a name has one body.
                break;
            }
        }
        List<Path> copies = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            copies.add(Files.write(folder.resolve(i + ".ptx"), texts.get(i)));
        }
        return copies;
    }

    private static byte[] withoutBody(byte[] text, Block body) {
        ByteArrayOutputStream copy = new ByteArrayOutputStream();
        copy.write(text, 0, body.at() + 1);
        copy.write(BODY, 0, BODY.length);
        copy.write(text, body.end(), text.length - body.end());
        return copy.toByteArray();
    }
}
