package io.cdpsim.gpu.sm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Two blocks of eight warps on one scheduler, each of which has a warp ready in each cycle. */
class IssueOrderTest {
    private static final int STEPS = 200;
    private static final int WARPS = 8;

    /** Each instruction waits for the one before: a warp alone issues in every fourth cycle. */
    private static Kernel chain(Consumer<KernelBuilder> first) {
        KernelBuilder k = new KernelBuilder("chain");
        first.accept(k);
        Register sum = k.variable(Operand.u32(1));
        for (int i = 0; i < STEPS; i++) {
            k.increment(sum, k.threadX());
        }
        k.special(SpecialRegister.CLOCK);
        return k.build();
    }

    /** The blocks to which the warps belong, in the order in which they end; the warps of the second block are ready before those of the first. */
    private static List<Integer> ends(boolean olderFirst, Kernel kernel) {
        SmLab lab = new SmLab(RoundNumbers.profile(
                "sm.schedulers=1", "pipes.integer.width=32 lanes/cycle", "sm.older_blocks_first=" + olderFirst));
        Sm sm = lab.sms().get(0);
        List<Block> blocks = List.of(lab.block(kernel, 32 * WARPS), lab.block(kernel, 32 * WARPS));
        blocks.forEach(sm::starts);
        List<Warp> warps = new ArrayList<>();
        for (int b = 1; b >= 0; b--) {
            for (int w = 0; w < WARPS; w++) {
                warps.add(blocks.get(b).warp(w));
            }
        }
        lab.run(sm, 0, warps.toArray(Warp[]::new));
        return lab.ended().stream().map(warp -> blocks.indexOf(warp.block())).toList();
    }

    private static List<Integer> olderThenYounger() {
        List<Integer> ends = new ArrayList<>(Collections.nCopies(WARPS, 0));
        ends.addAll(Collections.nCopies(WARPS, 1));
        return ends;
    }

    @Test
    void theBlockThatStartedFirstIssuesFirst() {
        assertThat(ends(true, chain(k -> {}))).isEqualTo(olderThenYounger());
    }

    @Test
    void withoutOrderTheWarpsOfAllBlocksTakeTurns() {
        assertThat(ends(false, chain(k -> {})).subList(0, WARPS)).contains(1);
    }
}
