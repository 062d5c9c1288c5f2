package io.cdpsim.gpu.issue;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.queue.ServiceQueue;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers.ShuffleMode;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A scheduler whose pipes never make anybody wait issues as many instructions as its register file has ports for. */
class RegisterBankConflictsTest {
    private static final int MANY = 1_000;

    private final GpuProfile profile = RoundNumbers.profile(
            "pipes.fp32.width=64 lanes/cycle",
            "pipes.special_function.width=64 lanes/cycle",
            "pipes.shuffle.width=64 lanes/cycle",
            "pipes.control.width=64 lanes/cycle",
            "pipes.register_ports.reads_per_cycle=2",
            "pipes.register_ports.shared_load_32=0.125 cycles",
            "pipes.register_ports.shared_load_64=0.25 cycles",
            "pipes.register_ports.shared_load_128=0.375 cycles",
            "pipes.register_ports.shared_store=0.625 cycles",
            "pipes.register_ports.load_32=0.75 cycles",
            "pipes.register_ports.load_64=0.875 cycles",
            "pipes.register_ports.load_128=2.125 cycles",
            "pipes.register_ports.shuffle=1.25 cycles",
            "pipes.register_ports.special_function=1.5 cycles");

    private static Instruction instruction(Opcode opcode, Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("one");
        k.sharedArray(1024);
        k.localArray(1024);
        body.accept(k);
        return Arrays.stream(k.build().code())
                .filter(in -> in.opcode() == opcode)
                .findFirst()
                .orElseThrow();
    }

    private static Instruction load(StateSpace space, ValueType type, int count) {
        return instruction(Opcode.LOAD, k -> k.memory().loadVector(space, type, count, Operand.u64(0), 0));
    }

    private static Instruction store(StateSpace space) {
        return instruction(
                Opcode.STORE,
                k -> k.memory().storeVector(space, k.registers(ValueType.F32, 1), k.variable(Operand.u64(0)), 0));
    }

    private static Instruction multiplyAdd(int different) {
        return instruction(Opcode.FMA_F32, k -> {
            List<Register> r = k.registers(ValueType.F32, 3);
            k.multiplyAddInto(r.get(0), r.get(0), r.get(Math.min(1, different - 1)), r.get(different - 1));
        });
    }

    private static Instruction root() {
        return instruction(
                Opcode.RSQRT_F32,
                k -> k.compute(
                        k.registers(ValueType.F32, 1).get(0),
                        Opcode.RSQRT_F32,
                        k.registers(ValueType.F32, 1).get(0)));
    }

    private static Instruction shuffle() {
        return instruction(
                Opcode.SHUFFLE,
                k -> k.shuffleInto(
                        k.registers(ValueType.F32, 1).get(0),
                        ShuffleMode.INDEX,
                        k.registers(ValueType.F32, 1).get(0),
                        Operand.u32(0)));
    }

    /** The cycle in which the last of many instructions issues that warps are ready for at once. */
    private static long last(GpuProfile profile, Instruction in) {
        WarpScheduler scheduler = WarpScheduler.ofSm(profile, new PipeTiming(profile.pipes()))[0];
        long last = 0;
        for (int i = 0; i <= MANY; i++) {
            last = scheduler.issue(i % 16, in, 0);
        }
        return last;
    }

    @ParameterizedTest
    @CsvSource({"1, 1000", "2, 1000", "3, 1500"})
    void twoRegistersAreReadACycle(int different, long cycles) {
        assertThat(last(profile, multiplyAdd(different))).isEqualTo(cycles);
    }

    @ParameterizedTest
    @CsvSource({
        "SHARED, F32, 1, 1125",
        "SHARED, F32, 2, 1250",
        "SHARED, F64, 1, 1250",
        "SHARED, F32, 4, 1375",
        "GLOBAL, F32, 1, 1750",
        "GLOBAL, F64, 1, 1875",
        "GLOBAL, F32, 2, 1875",
        "GLOBAL, F64, 2, 3125",
        "LOCAL, F32, 1, 1750"
    })
    void aLoadTakesLongerTheMoreRegistersItWrites(StateSpace space, ValueType type, int count, long cycles) {
        assertThat(last(profile, load(space, type, count))).isEqualTo(cycles);
    }

    @Test
    void aStoreToSharedMemoryTakesLongerThanOneToGlobalMemory() {
        assertThat(last(profile, store(StateSpace.SHARED))).isEqualTo(1625);
        assertThat(last(profile, store(StateSpace.GLOBAL))).isEqualTo(1000);
    }

    @Test
    void shufflesAndRootsWriteThroughPortsToo() {
        assertThat(last(profile, shuffle())).isEqualTo(2250);
        assertThat(last(profile, root())).isEqualTo(2500);
    }

    @Test
    void anInstructionAloneIssuesAtOnceAndWhatFollowsItAfterItsTime() {
        WarpScheduler scheduler = WarpScheduler.ofSm(profile, new PipeTiming(profile.pipes()))[0];
        assertThat(scheduler.issue(0, load(StateSpace.GLOBAL, ValueType.F32, 4), 10))
                .isEqualTo(10);
        assertThat(scheduler.issue(1, multiplyAdd(2), 10)).isEqualTo(13);
        assertThat(scheduler.issue(1, multiplyAdd(3), 20)).isEqualTo(20);
        assertThat(scheduler.issue(2, multiplyAdd(2), 30)).isEqualTo(30);
    }

    /** As on Fermi, whose schedulers issue an instruction over two cycles; waits for ports come on top. */
    @Test
    void anInstructionThatIsIssuedOverTwoCyclesKeepsOthersFromIt() {
        GpuProfile slow = RoundNumbers.profile("pipes.fp32.width=64 lanes/cycle", "pipes.issue=2 cycles");
        assertThat(last(slow, multiplyAdd(3))).isEqualTo(2_000);
        GpuProfile ported = RoundNumbers.profile(
                "pipes.fp32.width=64 lanes/cycle", "pipes.issue=2 cycles", "pipes.register_ports.reads_per_cycle=2");
        assertThat(last(ported, multiplyAdd(3))).isEqualTo(2_500);
    }

    /** The GK110 was not asked. */
    @Test
    void withoutFiguresAnInstructionTakesASlot() {
        PipeTiming timing = new PipeTiming(Profiles.load("k20x").pipes());
        assertThat(List.of(
                        multiplyAdd(3),
                        load(StateSpace.SHARED, ValueType.F32, 4),
                        load(StateSpace.GLOBAL, ValueType.F32, 4),
                        store(StateSpace.SHARED),
                        shuffle(),
                        root()))
                .allSatisfy(in -> assertThat(timing.beyondSlot(in)).isZero());
    }

    @Test
    void theH100HasThePortsOfTheH200() {
        assertThat(Profiles.load("h100-sxm").pipes().registerPorts())
                .isEqualTo(Profiles.load("h200").pipes().registerPorts());
        PipeTiming timing = new PipeTiming(Profiles.load("h200").pipes());
        assertThat(timing.beyondSlot(multiplyAdd(3))).isEqualTo(ServiceQueue.fractions(0.5));
    }
}
