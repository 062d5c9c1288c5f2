package io.cdpsim.runtime.visibility;

import static io.cdpsim.kernel.code.Operand.s32;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A random program without loops: grids of two warps that store, load, add, meet at barriers and launch children into streams, to forget and
 * into their tails. Every load's value goes into a word of its own. Since no thread waits for a value, whether two accesses race does not
 * depend on how the run goes.
 */
final class RandomOrderedProgram {
    private static final int SHARED_WORDS = 3;
    private static final int DEEPEST = 2;
    private static final int MOST_LOADS = 40;

    private final ProgramLab lab;
    private final SplittableRandom random;
    private final boolean synchronizes;
    private int loads;

    RandomOrderedProgram(ProgramLab lab, long seed, boolean synchronizes) {
        this.lab = lab;
        this.random = new SplittableRandom(seed);
        this.synchronizes = synchronizes;
    }

    /** Runs it. @return what all words hold in the end */
    List<Integer> run() {
        lab.run(1, 64, k -> write(k, 0));
        List<Integer> words = new ArrayList<>();
        for (int word : lab.words()) {
            words.add(word);
        }
        return words;
    }

    private void write(KernelBuilder k, int depth) {
        List<Operand> streams = synchronizes || random.nextBoolean()
                ? List.of(DeviceRuntimeCalls.NULL_STREAM)
                : List.of(
                        DeviceRuntimeCalls.NULL_STREAM,
                        DeviceRuntimeCalls.FIRE_AND_FORGET,
                        DeviceRuntimeCalls.TAIL_LAUNCH);
        int steps = 2 + random.nextInt(4);
        for (int step = 0; step < steps; step++) {
            int thread = random.nextInt(2) * 40;
            switch (random.nextInt(synchronizes ? 7 : 6)) {
                case 0 -> {
                    int word = random.nextInt(SHARED_WORDS);
                    int value = 1 + random.nextInt(100);
                    ProgramLab.onlyThread(k, thread, () -> ProgramLab.store(k, lab.word(word), value));
                }
                case 1 -> {
                    if (loads < MOST_LOADS) {
                        int word = random.nextInt(SHARED_WORDS);
                        int keepAt = SHARED_WORDS + 1 + loads++;
                        ProgramLab.onlyThread(k, thread, () -> lab.observe(k, lab.word(word), keepAt));
                    }
                }
                case 2 -> {
                    ProgramLab.onlyThread(
                            k,
                            thread,
                            () -> k.memory()
                                    .reduce(
                                            StateSpace.GLOBAL,
                                            AtomicOperation.ADD,
                                            ValueType.S32,
                                            lab.word(SHARED_WORDS),
                                            s32(1)));
                }
                case 3 -> k.syncThreads();
                case 6 -> {
                    ProgramLab.onlyThread(k, thread, () -> k.device().deviceSynchronize());
                }
                default -> {
                    if (depth < DEEPEST) {
                        Operand stream = streams.get(random.nextInt(streams.size()));
                        KernelReference child = ProgramLab.child("child", c -> write(c, depth + 1));
                        ProgramLab.onlyThread(
                                k, thread, () -> k.device().launch(child, Operand.u32(1), Operand.u32(64), stream));
                    }
                }
            }
        }
    }
}
