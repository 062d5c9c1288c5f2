package io.cdpsim.runtime.visibility;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.memory.visibility.report.RaceKind.SIBLINGS;
import static io.cdpsim.runtime.visibility.LabelledProgram.clean;
import static io.cdpsim.runtime.visibility.LabelledProgram.racy;
import static io.cdpsim.runtime.visibility.ProgramLab.child;
import static io.cdpsim.runtime.visibility.ProgramLab.forget;
import static io.cdpsim.runtime.visibility.ProgramLab.store;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Operand;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies and fills of three dimensions by device code beside a grid that stores to a word. Two slices of three rows of four words, of which
 * two rows and two words are copied: words 0, 1, 4, 5, 12, 13, 16 and 17.
 */
final class DeviceBoxPrograms {
    private static final int FIRST = 0;
    private static final int LAST = 17;
    private static final int ELSEWHERE = 32;

    private DeviceBoxPrograms() {}

    private interface Operation {
        void of(KernelBuilder k, ProgramLab lab);
    }

    private static Operand size(long bytes) {
        return u64(bytes);
    }

    private static List<Operand> copy(Operand to, Operand from) {
        return List.of(to, size(16), size(3), from, size(16), size(3), size(8), size(2), size(2), s32(3), NULL_STREAM);
    }

    private static List<LabelledProgram> beside(String what, Operation operation) {
        List<LabelledProgram> all = new ArrayList<>();
        for (int word : new int[] {FIRST, 5, 12, LAST}) {
            all.add(racy(what + " beside a store to word " + word, SIBLINGS, lab -> run(lab, word, operation)));
        }
        for (int word : new int[] {2, 6, 8, 14, LAST + 1}) {
            all.add(clean(what + " beside a store to word " + word, lab -> run(lab, word, operation)));
        }
        return all;
    }

    private static void run(ProgramLab lab, int word, Operation operation) {
        lab.run(1, 1, k -> {
            forget(k, child("storing", c -> store(c, lab.word(word), 1)));
            operation.of(k, lab);
        });
    }

    static List<LabelledProgram> all() {
        List<LabelledProgram> all = new ArrayList<>();
        all.addAll(beside(
                "a fill of a box",
                (k, lab) -> k.device()
                        .memset3DAsync(List.of(
                                lab.word(0), size(16), size(3), s32(1), size(8), size(2), size(2), NULL_STREAM))));
        all.addAll(beside(
                "a copy to a box", (k, lab) -> k.device().memcpy3DAsync(copy(lab.word(0), lab.word(ELSEWHERE)))));
        all.addAll(beside(
                "a copy from a box", (k, lab) -> k.device().memcpy3DAsync(copy(lab.word(ELSEWHERE), lab.word(0)))));
        return all;
    }
}
