package io.cdpsim.ptx.forms;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes the module of all forms and their operands, for a run on hardware: {@code FormExport DIRECTORY}. With {@code hashes} behind it, writes the
 * forms whose operands {@link FormWords} makes, and their types.
 */
final class FormExport {
    private FormExport() {}

    /** Writes {@code forms.ptx} and {@code operands.bin}: four words of 64 bits a thread, form after form. */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        if (arguments.length > 1) {
            hashes(directory);
            return;
        }
        List<PtxForm> forms = Forms.all();
        Files.writeString(directory.resolve("forms.ptx"), FormText.of(forms));
        ByteBuffer operands = ByteBuffer.allocate(forms.size() * PtxForm.CASES * 4 * Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
        for (PtxForm form : forms) {
            for (long[] thread : FormCases.of(form)) {
                for (long word : thread) {
                    operands.putLong(word);
                }
            }
        }
        Files.write(directory.resolve("operands.bin"), operands.array());
        System.out.println(forms.size() + " forms");
    }

    private static void hashes(Path directory) throws IOException {
        List<PtxForm> forms = Forms.hashed();
        Files.writeString(directory.resolve("forms.ptx"), FormText.of(forms));
        StringBuilder types = new StringBuilder();
        for (PtxForm form : forms) {
            types.append(form.name()).append('\t').append(form.result().bits());
            form.inputs().forEach(input -> types.append('\t').append(input));
            types.append('\n');
        }
        Files.writeString(directory.resolve("forms.txt"), types);
        System.out.println(forms.size() + " forms");
    }
}
