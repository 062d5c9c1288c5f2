package io.cdpsim.runtime.visibility;

import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.memory.visibility.report.RaceKind.CHILD_RESULT_CDP1;
import static io.cdpsim.runtime.visibility.LabelledProgram.clean;
import static io.cdpsim.runtime.visibility.LabelledProgram.racy;
import static io.cdpsim.runtime.visibility.LaunchPrograms.pause;
import static io.cdpsim.runtime.visibility.LaunchPrograms.writer;
import static io.cdpsim.runtime.visibility.ProgramLab.launch;
import static io.cdpsim.runtime.visibility.ProgramLab.onlyThread;
import static io.cdpsim.runtime.visibility.ProgramLab.store;

import java.util.List;

/** Programs whose order, or lack of it, comes from the synchronisation of a block with its children (CDP1). */
final class SynchronizePrograms {
    private SynchronizePrograms() {}

    static List<LabelledProgram> all() {
        return List.of(
                clean(
                                "E7: a parent reads after it has synchronised",
                                lab -> lab.run(1, 1, k -> {
                                    launch(k, writer(lab));
                                    k.device().deviceSynchronize();
                                    lab.observe(k, lab.x(), 9);
                                }))
                        .onCdp1(),
                racy(
                                "a parent reads before it synchronises",
                                CHILD_RESULT_CDP1,
                                lab -> lab.run(1, 1, k -> {
                                    launch(k, writer(lab));
                                    pause(k);
                                    lab.observe(k, lab.x(), 9);
                                    k.device().deviceSynchronize();
                                }))
                        .onCdp1(),
                racy(
                                "one thread synchronises and another reads, with no barrier",
                                CHILD_RESULT_CDP1,
                                lab -> lab.run(1, 64, k -> {
                                    onlyThread(k, 0, () -> {
                                        launch(k, writer(lab));
                                        k.device().deviceSynchronize();
                                    });
                                    onlyThread(k, 40, () -> {
                                        pause(k);
                                        lab.observe(k, lab.x(), 9);
                                    });
                                }))
                        .onCdp1(),
                clean(
                                "one thread synchronises and another reads behind a barrier",
                                lab -> lab.run(1, 64, k -> {
                                    onlyThread(k, 0, () -> {
                                        launch(k, writer(lab));
                                        k.device().deviceSynchronize();
                                    });
                                    k.syncThreads();
                                    onlyThread(k, 40, () -> lab.observe(k, lab.x(), 9));
                                }))
                        .onCdp1(),
                racy(
                                "a child that is launched after the synchronisation",
                                CHILD_RESULT_CDP1,
                                lab -> lab.run(1, 1, k -> {
                                    k.device().deviceSynchronize();
                                    launch(k, writer(lab));
                                    pause(k);
                                    lab.observe(k, lab.x(), 9);
                                }))
                        .onCdp1(),
                clean(
                                "a synchronisation between two uses of a word by children and parent",
                                lab -> lab.run(
                                        1,
                                        1,
                                        k -> k.forLoop(u32(0), u32(3), u32(1), i -> {
                                            store(k, lab.x(), 2);
                                            launch(k, writer(lab));
                                            k.device().deviceSynchronize();
                                            lab.observe(k, lab.x(), 9);
                                        })))
                        .onCdp1());
    }
}
