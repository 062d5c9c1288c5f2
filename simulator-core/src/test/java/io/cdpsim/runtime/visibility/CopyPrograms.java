package io.cdpsim.runtime.visibility;

import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.memory.visibility.report.RaceKind.SIBLINGS;
import static io.cdpsim.memory.visibility.report.RaceKind.STORE_AFTER_LAUNCH;
import static io.cdpsim.runtime.visibility.LabelledProgram.clean;
import static io.cdpsim.runtime.visibility.LabelledProgram.racy;
import static io.cdpsim.runtime.visibility.LaunchPrograms.reader;
import static io.cdpsim.runtime.visibility.ProgramLab.child;
import static io.cdpsim.runtime.visibility.ProgramLab.forget;
import static io.cdpsim.runtime.visibility.ProgramLab.launch;
import static io.cdpsim.runtime.visibility.ProgramLab.store;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import java.util.List;

/** Programs in which copies and fills by device code stand among launches. */
final class CopyPrograms {
    private static final Operand WORD_BYTES = Operand.u64(4);
    private static final Operand DEFAULT_KIND = u32(4);

    private static KernelReference readerOfY(ProgramLab lab) {
        return child("readerOfY", k -> lab.observe(k, lab.y(), 10));
    }

    private CopyPrograms() {}

    static List<LabelledProgram> all() {
        return List.of(
                clean(
                        "a fill, then a child in the same stream",
                        lab -> lab.run(1, 1, k -> {
                            k.device().memsetAsync(lab.x(), u32(1), WORD_BYTES, DeviceRuntimeCalls.NULL_STREAM);
                            launch(k, reader(lab));
                        })),
                racy(
                        "a fill, and a child in another stream",
                        SIBLINGS,
                        lab -> lab.run(1, 1, k -> {
                            k.device().memsetAsync(lab.x(), u32(1), WORD_BYTES, DeviceRuntimeCalls.NULL_STREAM);
                            forget(k, reader(lab));
                        })),
                clean(
                        "a copy of what the parent stored before",
                        lab -> lab.run(1, 1, k -> {
                            store(k, lab.x(), 1);
                            k.device()
                                    .memcpyAsync(
                                            lab.y(), lab.x(), WORD_BYTES, DEFAULT_KIND, DeviceRuntimeCalls.NULL_STREAM);
                            launch(k, readerOfY(lab));
                        })),
                racy(
                        "a copy of what the parent stores after it has asked for it",
                        STORE_AFTER_LAUNCH,
                        lab -> lab.run(1, 1, k -> {
                            k.device()
                                    .memcpyAsync(
                                            lab.y(), lab.x(), WORD_BYTES, DEFAULT_KIND, DeviceRuntimeCalls.NULL_STREAM);
                            store(k, lab.x(), 1);
                        })));
    }
}
