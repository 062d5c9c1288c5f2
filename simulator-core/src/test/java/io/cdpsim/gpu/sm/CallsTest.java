package io.cdpsim.gpu.sm;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.DeviceCalls;
import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.kernel.builder.CodeEmitter;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.observe.RunEvent.WarpTime;
import io.cdpsim.observe.RunEvent.WarpTime.Moment;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Warps that ask the software above the device, and those that give up. */
class CallsTest {
    private static final int NONE = Instruction.NO_OPERAND;

    private final List<WarpTime> told = new ArrayList<>();
    private final SmLab lab = new SmLab(
            RoundNumbers.profile("sm.schedulers=1", "pipes.integer.width=32 lanes/cycle"), ToldWarpTimes.to(told));
    private final RecordedCalls calls = new RecordedCalls();

    CallsTest() {
        lab.calls(calls);
    }

    private Warp run(Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("k");
        body.accept(k);
        Warp warp = lab.block(k.build(), 32).warp(0);
        lab.run(lab.sms().get(0), 0, warp);
        return warp;
    }

    @Test
    void aWarpContinuesWhenItsCallReturns() {
        Register[] clock = new Register[1];
        Warp warp = run(k -> {
            k.device().getLastError();
            clock[0] = k.special(SpecialRegister.CLOCK);
        });
        assertThat(calls.told).containsExactly("call of 32 at 0");
        assertThat(warp.state().value(clock[0].index(), 0)).isEqualTo(300);
        assertThat(warp.scheduler().warpsOutsideCalls()).as("the call is over").isEqualTo(1);
        assertThat(told).extracting(WarpTime::moment).containsExactly(Moment.CALLS, Moment.ENDS);
        assertThat(told.get(1).callCycles()).isEqualTo(300);
    }

    @Test
    void aWarpInACallOfUnknownDurationWaitsToBeWoken() {
        calls.callCycles = DeviceCalls.BLOCKED;
        Warp warp = run(k -> k.device().getLastError());
        assertThat(warp.status()).isEqualTo(Warp.Status.IN_CALL);
        assertThat(lab.ended()).isEmpty();

        warp.goesOn();
        lab.run(lab.sms().get(0), 900, warp);
        assertThat(lab.ended()).containsExactly(warp);
        assertThat(told).extracting(WarpTime::moment).containsExactly(Moment.CALLS, Moment.RETURNS, Moment.ENDS);
        assertThat(told.get(1).timeCycles()).isEqualTo(900);
    }

    @Test
    void aCallWaitsForItsTurn() {
        calls.turn = 450;
        run(k -> k.device().getLastError());
        assertThat(calls.told).containsExactly("call of 32 at 450");
    }

    @Test
    void theRuntimeIsNotCalledIfNoLaneCalls() {
        Register[] clock = new Register[1];
        run(k -> {
            var never = k.less(s32(1), s32(0));
            k.onlyWhere(never, true);
            k.device().getLastError();
            k.onlyWhere(never, true);
            k.printf("x");
            clock[0] = k.special(SpecialRegister.CLOCK);
        });
        assertThat(calls.told).isEmpty();
        assertThat(lab.ended()).hasSize(1);
    }

    @Test
    void aPrintingWarpContinuesAfterThePrintf() {
        Register[] clock = new Register[1];
        Warp warp = run(k -> {
            k.printf("x");
            clock[0] = k.special(SpecialRegister.CLOCK);
        });
        assertThat(calls.told).containsExactly("print of 32 at 0");
        assertThat(warp.state().value(clock[0].index(), 0)).isEqualTo(300);
    }

    private void assertFault(DeviceFault.Kind kind, int thread, String what) {
        assertThat(lab.ended()).isEmpty();
        assertThat(lab.faults())
                .containsExactly(new DeviceFault(kind, "kernel k, block 0, thread " + thread + ", here: " + what));
    }

    @Test
    void anAssertionThatDoesNotHoldNamesTheFirstThread() {
        run(k -> {
            k.at("here");
            k.assertThat(k.less(k.threadX(), u32(9)), "few threads");
        });
        assertFault(DeviceFault.Kind.ASSERT, 9, "assertion failed: few threads");
    }

    @Test
    void anAssertionThatHoldsIsNotAFault() {
        run(k -> k.assertThat(k.less(k.threadX(), u32(32)), "few threads"));
        assertThat(lab.faults()).isEmpty();
        assertThat(lab.ended()).hasSize(1);
    }

    @Test
    void aTrapIsAFault() {
        run(k -> {
            k.at("here");
            k.trap();
        });
        assertFault(DeviceFault.Kind.TRAP, 0, "the program executed a trap");
    }

    private void runEmitted(Consumer<CodeEmitter> body) {
        CodeEmitter emitter = new CodeEmitter();
        emitter.at("here");
        body.accept(emitter);
        emitter.emit(Opcode.EXIT, -1, NONE, NONE, NONE, Modifiers.NONE);
        var kernel = emitter.build(new KernelAttributes("k", 32, 0, 0, 0, false), ParameterLayout.of(List.of()));
        Block block = lab.block(kernel, 96);
        lab.run(lab.sms().get(0), 0, block.warp(0), block.warp(1), block.warp(2));
    }

    @Test
    void aBreakpointIsAFault() {
        runEmitted(emitter -> emitter.emit(Opcode.TRAP, -1, NONE, NONE, NONE, new Modifiers.Breakpoint()));
        assertFault(DeviceFault.Kind.TRAP, 0, "the program reached a breakpoint");
    }

    @Test
    void aBarrierThatABlockDoesNotHaveIsAFault() {
        runEmitted(emitter ->
                emitter.emit(Opcode.BARRIER, -1, emitter.constant(16), NONE, NONE, new Modifiers.Barrier(0, 0, false)));
        assertFault(DeviceFault.Kind.ILLEGAL_INSTRUCTION, 0, "the instruction is barrier 16; a block has 0 to 15");
    }

    /** The number is given, the threads come from a register. Two of three warps are enough, and the third waits. */
    @Test
    void aBarrierMayTakeOnlyItsThreadsFromARegister() {
        runEmitted(emitter -> emitter.emit(
                Opcode.BARRIER, -1, NONE, emitter.constant(64), NONE, new Modifiers.Barrier(5, 96, false)));
        assertThat(lab.ended()).hasSize(2);
    }

    /** The threads are given, the number comes from a register. */
    @Test
    void aBarrierMayTakeOnlyItsNumberFromARegister() {
        runEmitted(emitter ->
                emitter.emit(Opcode.BARRIER, -1, emitter.constant(3), NONE, NONE, new Modifiers.Barrier(5, 64, false)));
        assertThat(lab.ended()).hasSize(2);
    }

    @Test
    void aBarrierForNoLaneIsPassed() {
        runEmitted(emitter -> {
            int never = emitter.newPredicate();
            emitter.guardNext(never, false);
            emitter.emit(Opcode.BARRIER, -1, NONE, NONE, NONE, new Modifiers.Barrier(0, 128, false));
        });
        assertThat(lab.ended()).hasSize(3);
    }

    /** The warp leaves its call with the first instruction of its kernel, though that only computes. */
    @Test
    void aWarpThatComputesAgainIsInNoCall() {
        KernelBuilder k = new KernelBuilder("k");
        k.device().getLastError();
        Operand sum = s32(1);
        for (int i = 0; i < 3_000; i++) {
            sum = k.add(sum, s32(1));
        }
        Warp warp = lab.block(k.build(), 32).warp(0);
        Sm sm = lab.sms().get(0);
        lab.engine().schedule(1, lab.engine().register((now, argument) -> {}), 0);
        sm.waits(warp, 0);
        lab.goOnOnce(sm);
        assertThat(warp.scheduler().warpsOutsideCalls()).as("in the call").isZero();
        while (lab.nextWake() < 600) {
            lab.goOnOnce(sm);
        }
        assertThat(lab.ended()).isEmpty();
        assertThat(warp.scheduler().warpsOutsideCalls()).isEqualTo(1);
    }

    /** Only lanes that execute the instruction get it. */
    @Test
    void theAddressOfAKernelIsRequested() {
        KernelReference named = KernelReference.to(new KernelBuilder("seven_l").build());
        EmittedCode k = new EmittedCode();
        int few = k.compare(Comparison.LESS, k.special(SpecialRegister.LANE), k.constant(9));
        k.onlyWhere(few);
        int address = k.op(Opcode.KERNEL_ADDRESS, new Modifiers.KernelAddress(named));
        Warp warp = lab.block(k.build(), 32).warp(0);
        lab.run(lab.sms().get(0), 0, warp);
        for (int lane = 0; lane < 32; lane++) {
            assertThat(warp.state().value(address, lane)).isEqualTo(lane < 9 ? "seven_l".length() : 0);
        }
    }
}
