package io.cdpsim.gpu.sm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.Profiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How far an SM is simulated ahead of the clock must change nothing. */
class RunAheadTest {
    private static final int WARPS = 6;

    /** The clock as each warp reads it between pieces of work of all kinds, of which some wait for other warps. */
    private static List<Long> clocks(int seed, boolean somethingIsAlwaysAboutToHappen) {
        SmLab lab = new SmLab(Profiles.load("h200", List.of("sm.count=1")));
        if (somethingIsAlwaysAboutToHappen) {
            lab.engine().schedule(0, lab.engine().register((now, argument) -> {}), 0);
        }
        long cells = lab.global().allocate(1 << 12);
        KernelBuilder k = new KernelBuilder("k");
        Random random = new Random(seed);
        Operand shared = k.sharedArray(1 << 10);
        List<Register> clocks = new ArrayList<>();
        Register sum = k.variable(Operand.f32(1));
        for (int piece = 0; piece < 40; piece++) {
            switch (random.nextInt(6)) {
                case 0 -> k.syncThreads();
                case 1 -> k.memory().store(StateSpace.SHARED, ValueType.F32, shared, 4L * random.nextInt(64), sum);
                case 2 -> sum = k.add(sum, k.memory().load(StateSpace.SHARED, ValueType.F32, shared, 0));
                case 3 ->
                    sum = k.add(
                            sum,
                            k.memory()
                                    .load(
                                            StateSpace.GLOBAL,
                                            ValueType.F32,
                                            Operand.u64(cells),
                                            4L * random.nextInt(1 << 9)));
                case 4 -> clocks.add(k.special(SpecialRegister.CLOCK));
                default -> {
                    for (int i = random.nextInt(12); i >= 0; i--) {
                        sum = k.add(sum, sum);
                    }
                }
            }
        }
        clocks.add(k.special(SpecialRegister.CLOCK));
        Kernel kernel = k.build();
        Block block = lab.block(kernel, 32 * WARPS);
        Warp[] warps = new Warp[WARPS];
        for (int i = 0; i < WARPS; i++) {
            warps[i] = block.warp(i);
        }
        lab.run(lab.sms().get(0), 0, warps);
        assertThat(lab.ended()).hasSize(WARPS);
        List<Long> read = new ArrayList<>();
        for (Warp warp : warps) {
            clocks.forEach(clock -> read.add(warp.state().value(clock.index(), 0)));
        }
        return read;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void whatWarpsOfAnSmSeeDoesNotDependOnWhatElseIsAboutToHappen(int seed) {
        assertThat(clocks(seed, true)).isEqualTo(clocks(seed, false));
    }
}
