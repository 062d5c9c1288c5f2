package io.cdpsim.gpu.sm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.bytecode.CompiledKernels;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.observe.RunListeners;
import io.cdpsim.profile.read.RoundNumbers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Code that runs so often that it is compiled computes and counts what it did before. */
class CompiledRegionTest {
    private static final int TURNS = 1_500;
    private static final int THREADS = 23;

    /** A register of the function that the kernel calls. */
    private int sum;

    /** A loop in a function, whose registers are behind three of its caller and whose predicates are behind two. */
    private Kernel kernel() {
        EmittedCode k = new EmittedCode();
        k.code.newRegisters(3);
        k.predicate();
        k.predicate();
        int function = k.code.newLabel();
        k.code.emitTo(Opcode.CALL, function, new Modifiers.Call(3, 2));
        k.into(-1, Opcode.EXIT, Modifiers.NONE);
        k.code.place(function);
        int lane = k.special(SpecialRegister.LANE);
        sum = k.op(Opcode.MOV, Modifiers.NONE, k.constant(0));
        int count = k.op(Opcode.MOV, Modifiers.NONE, k.constant(0));
        int loop = k.code.newLabel();
        int goesOn = k.predicate();
        k.code.place(loop);
        k.into(sum, Opcode.ADD_I32, Modifiers.NONE, sum, lane);
        k.into(sum, Opcode.ADD_I32, Modifiers.NONE, sum, k.constant(2));
        k.into(count, Opcode.ADD_I32, Modifiers.NONE, count, k.constant(1));
        k.into(goesOn, Opcode.COMPARE_S32, new Modifiers.Compare(Comparison.LESS), count, k.constant(TURNS));
        k.onlyWhere(goesOn);
        k.code.emitTo(Opcode.BRANCH, loop, Modifiers.NONE);
        k.into(-1, Opcode.RETURN, Modifiers.NONE);
        return k.build();
    }

    private SmLab run(boolean timed, CompiledKernels kernels) {
        SmLab lab = new SmLab(RoundNumbers.profile("sm.schedulers=1"), RunListeners.NONE, timed, false, kernels);
        Warp warp = lab.block(kernel(), THREADS).warp(0);
        lab.run(lab.sms().get(0), 0, warp);
        assertThat(lab.ended()).containsExactly(warp);
        for (int lane = 0; lane < THREADS; lane++) {
            assertThat(warp.state().registers()[(3 + sum) * 32 + lane]).isEqualTo((long) TURNS * (lane + 2));
        }
        return lab;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsCompiledComputesAndCountsWhatIsInterpreted(boolean timed) {
        SmLab interpreted = run(timed, CompiledKernels.none());
        SmLab compiled = run(timed, CompiledKernels.ofHotCode());
        // Call, lane, two moves, return and exit; four computations and a branch a turn.
        long instructions = 6 + 5L * TURNS;
        assertThat(interpreted.counters().warpInstructions()).isEqualTo(instructions);
        assertThat(compiled.counters().warpInstructions()).isEqualTo(instructions);
        // The last branch is for no lane.
        assertThat(interpreted.counters().laneInstructions()).isEqualTo(THREADS * (instructions - 1));
        assertThat(compiled.counters().laneInstructions()).isEqualTo(THREADS * (instructions - 1));
    }
}
