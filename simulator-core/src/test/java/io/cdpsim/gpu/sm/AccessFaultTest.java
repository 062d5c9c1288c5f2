package io.cdpsim.gpu.sm;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which addresses may be accessed, what a fault says, and what the runtime is told of because it has rules for it. */
class AccessFaultTest {
    private static final int ARRAY = 256;

    private final GpuProfile profile = RoundNumbers.profile();
    private final SmLab lab = new SmLab(profile);
    private final RecordedCalls calls = new RecordedCalls();
    private final long array = lab.global().allocate(ARRAY);

    AccessFaultTest() {
        lab.calls(calls);
    }

    private Warp run(Consumer<KernelBuilder> body) {
        return run(0, body);
    }

    /** Runs a warp of a kernel whose first parameter is an address. */
    private Warp run(long parameter, Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("k");
        body.accept(k);
        Warp warp = lab.block(k.build(), 32, parameter).warp(0);
        lab.run(lab.sms().get(0), 0, warp);
        return warp;
    }

    private void assertFault(DeviceFault.Kind kind, int thread, String what) {
        assertThat(lab.faults()).hasSize(1);
        assertThat(lab.faults().get(0).kind()).isEqualTo(kind);
        assertThat(lab.faults().get(0).message())
                .contains("thread " + thread + ",")
                .endsWith(what);
        assertThat(lab.ended()).isEmpty();
    }

    private void assertEnds() {
        assertThat(lab.faults()).isEmpty();
        assertThat(lab.ended()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"S32, 1, 2", "S32, 1, 1", "S64, 1, 4", "S32, 4, 8", "S16, 1, 1", "S64, 4, 8"})
    void aMisalignedAddressIsAFault(ValueType type, int count, int offset) {
        run(k -> k.memory().loadVector(StateSpace.GLOBAL, type, count, u64(array + offset), 0));
        assertFault(
                DeviceFault.Kind.MISALIGNED_ADDRESS,
                0,
                type.bytes() * count + " bytes at 0x" + Long.toHexString(array + offset));
    }

    @Test
    void thirtyTwoBytesNeedAMultipleOfSixteen() {
        run(k -> k.memory().loadVector(StateSpace.GLOBAL, ValueType.S64, 4, u64(array + 16), 0));
        assertEnds();
    }

    @Test
    void aFaultNamesTheFirstLaneWhoseAddressIsWrong() {
        // Lane 7 is the first that is beyond the array and no multiple of 4.
        run(k -> {
            Register lane = k.threadX();
            Register offset = k.multiply(k.and(lane, u32(7)), u32(4));
            Register wrong = k.select(k.equal(lane, u32(7)), u32(2), u32(0));
            k.memory().store(ValueType.S32, k.element(u64(array), k.add(offset, wrong), 1), s32(1));
        });
        assertFault(DeviceFault.Kind.MISALIGNED_ADDRESS, 7, "4 bytes at 0x" + Long.toHexString(array + 30));
    }

    @ParameterizedTest
    @CsvSource({"0, -1", "4, 31", "8, 30", "128, 0"})
    void anAddressOutsideEveryAllocationIsAFaultOfItsLane(int from, int thread) {
        // So many bytes before the end of the last page.
        long end = array + lastByte();
        run(k -> k.memory().load(ValueType.S32, k.element(u64(end - 128 + from), k.threadX(), 4)));
        if (thread < 0) {
            assertEnds();
        } else {
            assertFault(
                    DeviceFault.Kind.ILLEGAL_ADDRESS,
                    thread,
                    "4 bytes at 0x" + Long.toHexString(end) + ", outside every allocation");
        }
    }

    /** Where what can be reached from the array on ends. */
    private long lastByte() {
        long bytes = ARRAY;
        while (lab.global().contains(array, (int) bytes + 1)) {
            bytes++;
        }
        return bytes;
    }

    private static void storeAndLoad(KernelBuilder k, Operand address) {
        k.memory().storeGeneric(ValueType.S32, address, s32(5));
        k.memory().loadGeneric(ValueType.S32, address);
    }

    @Test
    void sharedMemoryByAnAddressThatTheKernelMadeIsItsOwn() {
        run(k -> storeAndLoad(k, k.memory().addressOf(StateSpace.SHARED, k.sharedArray(64))));
        assertEnds();
        assertThat(calls.told).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"SHARED, 64, 0", "LOCAL, 0, 64"})
    void sharedOrLocalMemoryByAForeignAddressIsReported(StateSpace space, int shared, int local) {
        long base = space == StateSpace.SHARED ? AddressMap.SHARED_BASE : AddressMap.LOCAL_BASE;
        run(base, k -> {
            k.sharedArray(shared);
            k.localArray(local);
            storeAndLoad(k, k.parameter(ValueType.U64));
        });
        assertEnds();
        assertThat(calls.told).containsExactly("foreign " + space, "foreign " + space);
    }

    @Test
    void globalMemoryByAnAddressFromOutsideIsWhatParametersAreFor() {
        run(array, k -> storeAndLoad(k, k.parameter(ValueType.U64)));
        assertEnds();
        assertThat(calls.told).isEmpty();
        assertThat(lab.global().loadInt(array)).isEqualTo(5);
    }

    @Test
    void anAtomicBySuchAnAddressIsReportedToo() {
        run(AddressMap.SHARED_BASE, k -> {
            k.sharedArray(64);
            k.memory()
                    .reduce(StateSpace.GENERIC, AtomicOperation.ADD, ValueType.S32, k.parameter(ValueType.U64), s32(1));
        });
        assertThat(calls.told).containsExactly("foreign SHARED");
    }

    @Test
    void whereThatIsAFaultItIsOneOfTheAddressSpace() {
        calls.faults = true;
        run(AddressMap.LOCAL_BASE, k -> {
            k.localArray(64);
            storeAndLoad(k, k.parameter(ValueType.U64));
        });
        assertFault(
                DeviceFault.Kind.INVALID_ADDRESS_SPACE,
                0,
                "local memory of another thread at 0x" + Long.toHexString(AddressMap.LOCAL_BASE));
        assertThat(calls.told).hasSize(1);
    }

    @Test
    void anotherThreadsStackCanBeReachedUpToItsEndButKeepsNoValues() {
        int stack = profile.limits().stackBytes();
        Register[] loaded = new Register[1];
        Warp warp = run(AddressMap.LOCAL_BASE + stack - 4, k -> {
            k.localArray(64);
            Register address = k.parameter(ValueType.U64);
            k.memory().storeGeneric(ValueType.S32, address, s32(5));
            loaded[0] = k.memory().loadGeneric(ValueType.S32, address);
        });
        assertEnds();
        assertThat(warp.state().value(loaded[0].index(), 0)).isZero();
    }

    @Test
    void beyondTheStackThereIsNothing() {
        int stack = profile.limits().stackBytes();
        run(AddressMap.LOCAL_BASE + stack, k -> {
            k.localArray(64);
            storeAndLoad(k, k.parameter(ValueType.U64));
        });
        assertFault(
                DeviceFault.Kind.ILLEGAL_ADDRESS,
                0,
                "4 bytes at 0x" + Long.toHexString(AddressMap.LOCAL_BASE + stack) + ", outside every allocation");
    }

    @Test
    void aStoreToConstantMemoryIsReported() {
        long constant = lab.constant().allocate(64);
        run(constant, k -> k.memory().storeGeneric(ValueType.S32, k.parameter(ValueType.U64), s32(5)));
        assertEnds();
        assertThat(calls.told).containsExactly("store to constant");
    }

    @Test
    void whereAStoreToConstantMemoryIsAFaultItSaysSo() {
        calls.faults = true;
        long constant = lab.constant().allocate(64);
        run(constant, k -> k.memory().storeGeneric(ValueType.S32, k.parameter(ValueType.U64), s32(5)));
        assertFault(
                DeviceFault.Kind.ILLEGAL_ADDRESS, 0, "a store to constant memory at 0x" + Long.toHexString(constant));
        assertThat(lab.constant().loadInt(constant)).isZero();
    }

    @Test
    void aFaultNamesThePlaceOrElseTheInstruction() {
        run(k -> {
            k.add(s32(1), s32(1));
            k.memory().load(ValueType.S32, u64(array + 1));
        });
        assertThat(lab.faults().get(0).message())
                .isEqualTo("kernel k, block 0, thread 0, instruction 1: 4 bytes at 0x" + Long.toHexString(array + 1));
    }
}
