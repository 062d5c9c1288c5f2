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

    private final Host host = new Machine(MachineSettings.of(Profiles.load("h200"))).host();
    private final long from = host.malloc(OPERAND_BYTES);
    private final long to = host.malloc(PtxForm.CASES * Long.BYTES);

    /** The kernels of a module. */
    static Map<String, Kernel> kernels(String text) {
        var module = PtxReader.read("forms.ptx", text.getBytes(StandardCharsets.UTF_8));
        // No form has variables; functions only need addresses that differ.
        Map<String, Long> addresses = new HashMap<>();
        return PtxLowering.kernels(
                PtxProgram.link(List.of(module)),
                symbol -> addresses.computeIfAbsent(symbol.key(), each -> 0x7000_0000L + 16L * addresses.size()));
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
