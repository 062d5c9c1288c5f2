package io.cdpsim.ptx.forms;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.Kernel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Each form gives with 3,072 operands what it gives on an H100, bit by bit: {@code measurements/forms/h100.txt}; and further spellings with 512 what
 * an H200 gives: {@code measurements/forms/further-h200.txt}. The seven million threads take some
 * seconds, more than a test class should; fewer operands would need another run on hardware.
 */
class FormHashTest {
    private static final Path HARDWARE = Path.of("..", "measurements", "forms", "h100.txt");

    private final List<String> different = new ArrayList<>();

    @Test
    void eachFormGivesTheBitsOfAnH100() throws IOException {
        Map<String, String> hardware = new HashMap<>();
        for (String line : Files.readAllLines(HARDWARE)) {
            String[] fields = line.split("\t", -1);
            hardware.put(fields[0], fields[1]);
        }
        compare(Forms.hashed(), hardware, FormWords.BLOCKS);
        assertThat(different).isEmpty();
    }

    @Test
    void eachFurtherSpellingGivesTheBitsOfAnH200() throws IOException {
        Map<String, String> hardware = FurtherForms.hashes();
        compare(FurtherForms.all(), hardware, FurtherForms.BLOCKS);
        assertThat(different).isEmpty();
    }

    private void compare(List<PtxForm> forms, Map<String, String> hardware, int blocks) {
        Map<String, Kernel> kernels = FormMachine.kernels(FormText.of(forms));
        FormMachine machine = new FormMachine();
        for (int i = 0; i < forms.size(); i++) {
            PtxForm form = forms.get(i);
            String hash = String.format("%016x", machine.hash(kernels.get(FormText.name(i)), form, blocks));
            if (!hash.equals(hardware.get(form.name()))) {
                different.add(form.name());
            }
        }
    }
}
