package io.cdpsim.ptx.forms;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * What an H200 gave for each form with the operands of {@link FormCases}: for each form its name, the bytes of a result, and the results of
 * its threads. The README beside the resource says how it was got.
 */
final class HardwareBits {
    private static final String RESOURCE = "/io/cdpsim/ptx/forms/h200.bin.gz";

    private HardwareBits() {}

    /** The results of each form's threads by its name. */
    static Map<String, long[]> read() {
        Map<String, long[]> all = new HashMap<>();
        try (InputStream resource = HardwareBits.class.getResourceAsStream(RESOURCE);
                DataInputStream in = new DataInputStream(new GZIPInputStream(resource))) {
            int forms = in.readInt();
            for (int i = 0; i < forms; i++) {
                String name = in.readUTF();
                int bytes = in.readByte();
                long[] results = new long[PtxForm.CASES];
                for (int k = 0; k < results.length; k++) {
                    for (int part = 0; part < bytes; part++) {
                        results[k] |= (long) in.readUnsignedByte() << (8 * part);
                    }
                }
                all.put(name, results);
            }
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes the resource of what a run on hardware left: {@code HardwareBits results.bin h200.bin.gz}. */
    public static void main(String[] arguments) throws IOException {
        List<PtxForm> forms = Forms.all();
        ByteBuffer results =
                ByteBuffer.wrap(Files.readAllBytes(Path.of(arguments[0]))).order(ByteOrder.LITTLE_ENDIAN);
        try (DataOutputStream out =
                new DataOutputStream(new GZIPOutputStream(Files.newOutputStream(Path.of(arguments[1]))))) {
            out.writeInt(forms.size());
            for (PtxForm form : forms) {
                int bytes = form.result().registerBits() / Byte.SIZE;
                out.writeUTF(form.name());
                out.writeByte(bytes);
                for (int i = 0; i < PtxForm.CASES; i++) {
                    long result = results.getLong();
                    for (int part = 0; part < bytes; part++) {
                        out.writeByte((int) (result >>> (8 * part)));
                    }
                }
            }
        }
    }
}
