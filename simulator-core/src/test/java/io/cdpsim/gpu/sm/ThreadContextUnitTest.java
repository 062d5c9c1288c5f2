package io.cdpsim.gpu.sm;

import static io.cdpsim.kernel.code.Operand.u32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.CodeEmitter;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.kernel.code.ParameterLayout.Parameter;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.RoundNumbers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What threads read of themselves, of the time, of their parameters and of addresses. */
class ThreadContextUnitTest {
    private static final int NONE = Instruction.NO_OPERAND;

    /** Each dimension is another number; 42 threads are a warp and 10 more. */
    private static final LaunchShape SHAPE = new LaunchShape(5, 3, 4, 7, 3, 2, 48);

    private static final int STATIC_SHARED = 100;
    private static final long GRID_NUMBER = 17;
    private static final int SM = 1;

    /** Two cycles a nanosecond. */
    private final GpuProfile profile = RoundNumbers.profile("clock.core=2000 MHz");

    private final SmLab lab = new SmLab(profile);

    private Warp run(Kernel kernel, LaunchShape shape, long block, int warp, byte[] parameters, long now) {
        Grid grid = new Grid(0, GRID_NUMBER, kernel, shape, parameters, CachePreference.NONE, false);
        Warp running = lab.block(grid, block, SM).warp(warp);
        lab.run(lab.sms().get(SM), now, running);
        return running;
    }

    private long[] lanes(Warp warp, int register) {
        assertThat(lab.ended()).contains(warp);
        return LongStream.range(0, 32)
                .map(lane -> warp.state().value(register, (int) lane))
                .toArray();
    }

    private long[] read(SpecialRegister special, long block, int warp, long now) {
        KernelBuilder k = new KernelBuilder("k");
        k.sharedArray(STATIC_SHARED);
        Register result = k.special(special);
        return lanes(run(k.build(), SHAPE, block, warp, new byte[0], now), result.index());
    }

    private long read(SpecialRegister special, long block) {
        long[] lanes = read(special, block, 0, 0);
        assertThat(lanes).containsOnly(lanes[0]);
        return lanes[0];
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void theThreadsOfABlockAreCountedXFirst(int warp) {
        long[] x = read(SpecialRegister.THREAD_X, 0, warp, 0);
        long[] y = read(SpecialRegister.THREAD_Y, 0, warp, 0);
        long[] z = read(SpecialRegister.THREAD_Z, 0, warp, 0);
        for (int lane = 0; lane < (warp == 0 ? 32 : 10); lane++) {
            assertThat(x[lane]).isBetween(0L, 6L);
            assertThat(y[lane]).isBetween(0L, 2L);
            assertThat(x[lane] + 7 * (y[lane] + 3 * z[lane])).isEqualTo(32 * warp + lane);
        }
    }

    @Test
    void theBlocksOfAGridAreCountedXFirst() {
        for (long block = 0; block < SHAPE.blocks(); block += 7) {
            long x = read(SpecialRegister.BLOCK_X, block);
            long y = read(SpecialRegister.BLOCK_Y, block);
            long z = read(SpecialRegister.BLOCK_Z, block);
            assertThat(x).isBetween(0L, 4L);
            assertThat(y).isBetween(0L, 2L);
            assertThat(x + 5 * (y + 3 * z)).isEqualTo(block);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "BLOCK_DIM_X, 7",
        "BLOCK_DIM_Y, 3",
        "BLOCK_DIM_Z, 2",
        "GRID_DIM_X, 5",
        "GRID_DIM_Y, 3",
        "GRID_DIM_Z, 4",
        "SM, 1",
        "SM_COUNT, 2",
        "GRID_ID, 17",
        "DYNAMIC_SHARED_BYTES, 48",
        "TOTAL_SHARED_BYTES, 256"
    })
    void allThreadsOfABlockReadTheSameOfTheirLaunchAndTheirDevice(SpecialRegister special, long value) {
        assertThat(read(special, 0)).isEqualTo(value);
    }

    @Test
    void anSmHasAsManyPlacesForWarpsAsTheProfileSays() {
        assertThat(read(SpecialRegister.WARP_SLOT_COUNT, 0))
                .isEqualTo(profile.sm().maxWarps());
    }

    @Test
    void eachWarpOfABlockHasItsPlace() {
        assertThat(read(SpecialRegister.WARP_SLOT, 0, 0, 0)[0]).isZero();
        assertThat(read(SpecialRegister.WARP_SLOT, 0, 1, 0)[0]).isEqualTo(1);
    }

    /** PTX: bit i of %lanemask_lt is set if i is less than the own lane, and so on; a register of 32 bits is held sign-extended. */
    @Test
    void aMaskOfLanesHasTheBitsOfTheLanesThatAreSoToTheOwn() {
        long[] lane = read(SpecialRegister.LANE, 0, 0, 0);
        long[] equal = read(SpecialRegister.LANE_MASK_EQUAL, 0, 0, 0);
        long[] less = read(SpecialRegister.LANE_MASK_LESS, 0, 0, 0);
        long[] notGreater = read(SpecialRegister.LANE_MASK_LESS_OR_EQUAL, 0, 0, 0);
        long[] greater = read(SpecialRegister.LANE_MASK_GREATER, 0, 0, 0);
        long[] notLess = read(SpecialRegister.LANE_MASK_GREATER_OR_EQUAL, 0, 0, 0);
        for (int i = 0; i < 32; i++) {
            int own = i;
            assertThat(lane[i]).isEqualTo(i);
            assertThat(equal[i]).isEqualTo(bits(other -> other == own));
            assertThat(less[i]).isEqualTo(bits(other -> other < own));
            assertThat(notGreater[i]).isEqualTo(bits(other -> other <= own));
            assertThat(greater[i]).isEqualTo(bits(other -> other > own));
            assertThat(notLess[i]).isEqualTo(bits(other -> other >= own));
        }
    }

    private static int bits(java.util.function.IntPredicate holds) {
        int bits = 0;
        for (int i = 0; i < 32; i++) {
            bits |= holds.test(i) ? 1 << i : 0;
        }
        return bits;
    }

    @Test
    void onlyTheLanesThatExecuteAReadAreInItsActiveMaskAndGetIt() {
        KernelBuilder k = new KernelBuilder("k");
        Register mask = k.variable(u32(5));
        Register lane = k.special(SpecialRegister.LANE);
        k.ifThen(k.less(k.and(lane, u32(3)), u32(1)), () -> k.assign(mask, k.special(SpecialRegister.ACTIVE_MASK)));
        long[] masks = lanes(run(k.build(), SHAPE, 0, 0, new byte[0], 0), mask.index());
        for (int i = 0; i < 32; i++) {
            assertThat(masks[i]).isEqualTo(i % 4 == 0 ? 0x11111111 : 5);
        }
    }

    /** The low half has its top bit set. An odd number of cycles ends in the middle of a nanosecond. */
    private static final long LATE = 0x35_9000_0005L;

    /** The low half as a register of 32 bits holds it. */
    private static final long LATE_LOW = 0xFFFF_FFFF_9000_0005L;

    @Test
    void aClockReturnsTheCycleOfItsReadAndATimerItsNanoseconds() {
        assertThat(read(SpecialRegister.CLOCK, 0, 0, LATE)).containsOnly(LATE);
        assertThat(read(SpecialRegister.GLOBAL_TIMER, 0, 0, LATE)).containsOnly(LATE / 2);
    }

    @Test
    void halvesOfATimeAreReadOneByOne() {
        assertThat(read(SpecialRegister.CLOCK_LOW, 0, 0, LATE)).containsOnly(LATE_LOW);
        assertThat(read(SpecialRegister.CLOCK_HIGH, 0, 0, LATE)).containsOnly(0x35);
        assertThat(read(SpecialRegister.GLOBAL_TIMER_LOW, 0, 0, 2 * LATE + 1)).containsOnly(LATE_LOW);
        assertThat(read(SpecialRegister.GLOBAL_TIMER_HIGH, 0, 0, 2 * LATE + 1)).containsOnly(0x35);
    }

    private static final int PARAMETERS = 32;

    /** A kernel that reads a value of its one parameter, an array of bytes, and the register that it reads it into. */
    private Warp readParameter(ValueType type, int offset, byte[] parameters, boolean byLane) {
        CodeEmitter code = new CodeEmitter();
        int result = code.newRegisters(2);
        int index = NONE;
        if (byLane) {
            index = result + 1;
            code.emit(Opcode.READ_SPECIAL, index, NONE, NONE, NONE, new Modifiers.Special(SpecialRegister.LANE));
            code.emit(Opcode.SHL_B32, index, index, code.constant(2), NONE, Modifiers.NONE);
        }
        code.emit(Opcode.LOAD_PARAMETER, result, index, NONE, NONE, new Modifiers.Parameter(offset, type));
        Kernel kernel = code.build(
                new KernelAttributes("k", 32, 0, 0, 0, false),
                ParameterLayout.ofParameters(List.of(new Parameter(ValueType.U8, PARAMETERS, 8))));
        return run(kernel, LaunchShape.of(1, 32), 0, 0, parameters, 0);
    }

    private static byte[] filled() {
        byte[] bytes = new byte[PARAMETERS];
        for (int i = 0; i < PARAMETERS; i++) {
            bytes[i] = (byte) (0x81 + 3 * i);
        }
        return bytes;
    }

    private static boolean isUnsigned(ValueType type) {
        return type == ValueType.U8 || type == ValueType.U16;
    }

    /** What has 32 bits or is narrower is sign-extended in a register, but for narrow unsigned numbers. All bytes have their top bit set. */
    @ParameterizedTest
    @EnumSource
    void aParameterIsReadInItsTypeLowestByteFirst(ValueType type) {
        byte[] bytes = filled();
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long signed = switch (type.bytes()) {
            case 1 -> buffer.get(8);
            case 2 -> buffer.getShort(8);
            case 4 -> buffer.getInt(8);
            default -> buffer.getLong(8);
        };
        long expected = isUnsigned(type) ? signed & 0xFFFF >>> (16 - 8 * type.bytes()) : signed;
        assertThat(lanes(readParameter(type, 8, bytes, false), 0)).containsOnly(expected);
    }

    /** Lanes 0 to 7 read what is there, and lane 8 what is behind it. */
    @Test
    void aParameterAtAnOffsetOfTheLanesOwnMustBeThere() {
        byte[] bytes = new byte[4 * 32];
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < 32; i++) {
            buffer.putInt(4 * i, 1_000 - 100 * i);
        }
        Warp whole = readParameter(ValueType.S32, 0, bytes, true);
        assertThat(lanes(whole, 0))
                .containsExactly(
                        LongStream.range(0, 32).map(i -> 1_000 - 100 * i).toArray());
        assertThat(lab.faults()).isEmpty();

        readParameter(ValueType.S32, 0, Arrays.copyOf(bytes, 4 * 8), true);
        assertThat(lab.faults()).hasSize(1);
        assertThat(lab.faults().get(0).kind()).isEqualTo(DeviceFault.Kind.ILLEGAL_ADDRESS);
        assertThat(lab.faults().get(0).message())
                .contains("thread 8,")
                .endsWith(
                        "a parameter at an offset that holds none: 32 bytes are there, at multiples of a value's size");
    }

    /** Lane 1 reads behind half of a value. */
    @Test
    void aParameterAtAnOffsetOfTheLanesOwnIsReadAtMultiplesOfItsSize() {
        readParameter(ValueType.S64, 0, new byte[8 * 32], true);
        assertThat(lab.faults()).hasSize(1);
        assertThat(lab.faults().get(0).message()).contains("thread 1,");
    }

    /** Reading takes no issue slot: the clock behind it is read in the cycle in which the warp starts. */
    @Test
    void readingAParameterTakesNoTime() {
        KernelBuilder k = new KernelBuilder("k");
        k.parameter(ValueType.S32);
        k.parameter(ValueType.S32);
        Register clock = k.special(SpecialRegister.CLOCK);
        assertThat(lanes(run(k.build(), SHAPE, 0, 0, new byte[8], 500), clock.index()))
                .containsOnly(500);
    }

    /** Lanes take turns on the bases of windows, each a bit beyond it. Pinned memory of the host is global to PTX. */
    @ParameterizedTest
    @CsvSource({"GLOBAL, 0, 1", "SHARED, 2, 2", "LOCAL, 3, 3", "CONSTANT, 4, 4", "MAPPED, -1, -1"})
    void anAddressIsInTheSpaceOfItsWindow(AddressSpace asked, int window, int orWindow) {
        long[] bases = {
            AddressMap.globalBase(0),
            AddressMap.HOST_BASE,
            AddressMap.SHARED_BASE,
            AddressMap.LOCAL_BASE,
            AddressMap.CONSTANT_BASE
        };
        ByteBuffer addresses = ByteBuffer.allocate(8 * 32).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < 32; i++) {
            addresses.putLong(8 * i, bases[i % 5] + 100L * i);
        }
        CodeEmitter code = new CodeEmitter();
        int at = code.newRegisters(3);
        int isThere = code.newPredicate();
        code.emit(Opcode.READ_SPECIAL, at, NONE, NONE, NONE, new Modifiers.Special(SpecialRegister.LANE));
        code.emit(Opcode.SHL_B32, at, at, code.constant(3), NONE, Modifiers.NONE);
        code.emit(Opcode.LOAD_PARAMETER, at + 1, at, NONE, NONE, new Modifiers.Parameter(0, ValueType.U64));
        code.emit(Opcode.IS_SPACE, isThere, at + 1, NONE, NONE, new Modifiers.Space(asked));
        code.emit(Opcode.SELECT, at + 2, code.constant(1), code.constant(0), isThere, Modifiers.NONE);
        Kernel kernel = code.build(
                new KernelAttributes("k", 32, 0, 0, 0, false),
                ParameterLayout.ofParameters(List.of(new Parameter(ValueType.U8, 8 * 32, 8))));
        long[] held = lanes(run(kernel, LaunchShape.of(1, 32), 0, 0, addresses.array(), 0), at + 2);
        for (int i = 0; i < 32; i++) {
            assertThat(held[i]).isEqualTo(i % 5 == window || i % 5 == orWindow ? 1 : 0);
        }
    }

    /** The predicate held in odd lanes before; the first half of the warp asks of an address that is in global memory. */
    @ParameterizedTest
    @CsvSource({"GLOBAL, 1", "SHARED, 0"})
    void onlyLanesThatAskLearnWhereAnAddressIs(AddressSpace asked, int answer) {
        EmittedCode k = new EmittedCode();
        int lane = k.special(SpecialRegister.LANE);
        int odd = k.op(Opcode.AND_B32, Modifiers.NONE, lane, k.constant(1));
        int half = k.compare(Comparison.LESS, lane, k.constant(16));
        int held = k.compare(Comparison.EQUAL, odd, k.constant(1));
        int address = k.op(Opcode.MOV, Modifiers.NONE, k.address(AddressMap.globalBase(0)));
        k.onlyWhere(half);
        k.into(held, Opcode.IS_SPACE, new Modifiers.Space(asked), address);
        int truth = k.truth(held);
        long[] learned = lanes(run(k.build(), LaunchShape.of(1, 32), 0, 0, new byte[0], 0), truth);
        for (int i = 0; i < 32; i++) {
            assertThat(learned[i]).isEqualTo(i < 16 ? answer : i % 2);
        }
    }
}
