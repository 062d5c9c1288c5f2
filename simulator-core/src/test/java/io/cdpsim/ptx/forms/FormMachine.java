package io.cdpsim.ptx.forms;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.lower.PtxLowering;
import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A simulated machine that runs forms. */
final class FormMachine {
    private static final int OPERAND_BYTES = PtxForm.CASES * 4 * Long.BYTES;

    private final Host host =
            new Machine(MachineSettings.of(Profiles.load("h200")).withTimed(false)).host();
    private final long from = host.malloc(OPERAND_BYTES);
    private final long to = host.malloc(PtxForm.CASES * Long.BYTES);

    private final long manyFrom = host.malloc(FormWords.BLOCKS * OPERAND_BYTES);
    private final long manyTo = host.malloc(FormWords.BLOCKS * PtxForm.CASES * Long.BYTES);

    /** The kernels of a module. */
    static Map<String, Kernel> kernels(String text) {
        var module = PtxReader.read("forms.ptx", text.getBytes(StandardCharsets.UTF_8));
        // No form has variables; functions only need addresses that differ.
        Map<String, Long> addresses = new HashMap<>();
        return PtxLowering.kernels(
                PtxProgram.link(List.of(module)),
                symbol -> addresses.computeIfAbsent(symbol.key(), each -> 0x7000_0000L + 16L * addresses.size()));
    }

    /** Runs a kernel with the operands of {@link FormWords}. @return the hash of all results */
    long hash(Kernel kernel, PtxForm form, int blocks) {
        long hash = FormWords.start();
        for (long result : values(kernel, form, blocks)) {
            hash = FormWords.hash(hash, result);
        }
        return hash;
    }

    /** Runs a kernel with the operands of {@link FormWords}. @return the result of each thread, with zeros above its bits */
    long[] values(Kernel kernel, PtxForm form, int blocks) {
        int threads = blocks * PtxForm.CASES;
        long seed = FormWords.seed(form.name());
        int[] operands = new int[threads * 4 * 2];
        for (int i = 0; i < threads; i++) {
            for (int j = 0; j < form.inputs().size(); j++) {
                long word = FormWords.of(seed, i, j, form.inputs().get(j));
                operands[(i * 4 + j) * 2] = (int) word;
                operands[(i * 4 + j) * 2 + 1] = (int) (word >>> 32);
            }
        }
        host.memory().write(manyFrom, operands);
        host.memory().fill(manyTo, 0, 2L * Integer.BYTES * threads);
        host.launch(kernel, LaunchShape.of(blocks, PtxForm.CASES), host.defaultStream(), manyFrom, manyTo);
        var error = host.synchronize();
        if (!error.toString().equals("SUCCESS")) {
            throw new IllegalStateException(form.name() + " ended with " + error);
        }
        int[] words = host.memory().readInts(manyTo, 2 * threads);
        long[] results = new long[threads];
        for (int i = 0; i < threads; i++) {
            results[i] = form.result().cut((words[2 * i] & 0xFFFFFFFFL) | ((long) words[2 * i + 1] << 32));
        }
        return results;
    }

    /** Runs a kernel. @return the result of each thread, with zeros above its bits */
    long[] run(Kernel kernel, PtxForm form) {
        int[] operands = new int[OPERAND_BYTES / Integer.BYTES];
        int next = 0;
        for (long[] thread : FormCases.of(form)) {
            for (long word : thread) {
                operands[next++] = (int) word;
                operands[next++] = (int) (word >>> 32);
            }
        }
        host.memory().write(from, operands);
        host.memory().write(to, new int[2 * PtxForm.CASES]);
        host.launch(kernel, LaunchShape.of(1, PtxForm.CASES), host.defaultStream(), from, to);
        var error = host.synchronize();
        if (!error.toString().equals("SUCCESS")) {
            throw new IllegalStateException(form.name() + " ended with " + error);
        }
        int[] words = host.memory().readInts(to, 2 * PtxForm.CASES);
        long[] results = new long[PtxForm.CASES];
        for (int i = 0; i < results.length; i++) {
            results[i] = form.result().cut((words[2 * i] & 0xFFFFFFFFL) | ((long) words[2 * i + 1] << 32));
        }
        return results;
    }
}
