package io.cdpsim.gpu.sm;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.KernelProperty;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each kind of access by itself: where it may go, what is told of it, and that nothing happens behind a fault. */
class AccessRulesTest {
    /** The kinds of access. */
    private enum Kind {
        LOAD,
        STORE,
        ATOMIC
    }

    private final GpuProfile profile = RoundNumbers.profile("sm.schedulers=1");
    private final SmLab lab = new SmLab(profile);
    private final RecordedCalls calls = new RecordedCalls();
    private final long array = lab.global().allocate(1 << 18);

    AccessRulesTest() {
        lab.calls(calls);
    }

    /** Runs a warp of a kernel with an address as its parameter, and a store behind what it does. */
    private Warp run(long parameter, BiConsumer<KernelBuilder, Register> body) {
        KernelBuilder k = new KernelBuilder("k");
        Register address = k.parameter(ValueType.U64);
        body.accept(k, address);
        k.memory().store(ValueType.S32, u64(array + 128), s32(1));
        Warp warp = lab.block(k.build(), 32, parameter).warp(0);
        lab.run(lab.sms().get(0), 0, warp);
        return warp;
    }

    private static void access(KernelBuilder k, Kind kind, Register address) {
        switch (kind) {
            case LOAD -> k.memory().loadGeneric(ValueType.S32, address);
            case STORE -> k.memory().storeGeneric(ValueType.S32, address, s32(5));
            case ATOMIC -> k.memory().reduce(StateSpace.GENERIC, AtomicOperation.ADD, ValueType.S32, address, s32(5));
        }
    }

    private void assertFault(DeviceFault.Kind kind, String what) {
        assertThat(lab.faults()).hasSize(1);
        assertThat(lab.faults().get(0).kind()).isEqualTo(kind);
        assertThat(lab.faults().get(0).message()).endsWith(what);
        assertThat(lab.ended()).isEmpty();
        assertThat(lab.global().loadInt(array + 128))
                .as("stored behind a fault")
                .isZero();
    }

    private void assertEnds() {
        assertThat(lab.faults()).isEmpty();
        assertThat(lab.ended()).hasSize(1);
        assertThat(lab.global().loadInt(array + 128)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void localMemoryOfAnotherThreadIsAFaultWhereTheRuntimeSaysSo(Kind kind) {
        calls.faults = true;
        run(AddressMap.LOCAL_BASE, (k, address) -> {
            k.localArray(64);
            access(k, kind, address);
        });
        assertFault(
                DeviceFault.Kind.INVALID_ADDRESS_SPACE,
                "local memory of another thread at 0x" + Long.toHexString(AddressMap.LOCAL_BASE));
        assertThat(calls.told).containsExactly("foreign LOCAL");
    }

    @ParameterizedTest
    @EnumSource
    void aMisalignedAddressIsAFaultOfEachKind(Kind kind) {
        run(array + 2, (k, address) -> access(k, kind, address));
        assertFault(DeviceFault.Kind.MISALIGNED_ADDRESS, "4 bytes at 0x" + Long.toHexString(array + 2));
    }

    @ParameterizedTest
    @EnumSource
    void onlyALoadOfConstantMemoryIsFreeOfRules(Kind kind) {
        long constant = lab.constant().allocate(64);
        run(constant, (k, address) -> access(k, kind, address));
        assertEnds();
        if (kind == Kind.LOAD) {
            assertThat(calls.told).isEmpty();
        } else {
            assertThat(calls.told).containsExactly("store to constant");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"STORE", "ATOMIC"})
    void whatWritesToConstantMemoryIsAFaultWhereTheRuntimeSaysSo(Kind kind) {
        calls.faults = true;
        long constant = lab.constant().allocate(64);
        run(constant, (k, address) -> access(k, kind, address));
        assertFault(DeviceFault.Kind.ILLEGAL_ADDRESS, "a store to constant memory at 0x" + Long.toHexString(constant));
        assertThat(lab.constant().loadInt(constant)).isZero();
    }

    @Test
    void aSharedAddressOfAnotherBlockReachesTheOwnMemory() {
        Register[] loaded = new Register[1];
        Warp warp = run(AddressMap.SHARED_BASE + 8, (k, address) -> {
            k.sharedArray(64);
            access(k, Kind.STORE, address);
            loaded[0] = k.memory().loadGeneric(ValueType.S32, address);
        });
        assertEnds();
        assertThat(calls.told).containsExactly("foreign SHARED", "foreign SHARED");
        assertThat(warp.state().value(loaded[0].index(), 0)).isEqualTo(5);
    }

    /** PTX's ld.shared takes an address within shared memory, which is the block's own wherever it comes from. */
    @ParameterizedTest
    @EnumSource(
            value = StateSpace.class,
            names = {"SHARED", "LOCAL"})
    void anAccessThatNamesItsSpaceGoesToTheOwnMemory(StateSpace space) {
        calls.faults = true;
        run(16, (k, address) -> {
            k.sharedArray(64);
            k.localArray(64);
            k.memory().load(space, ValueType.S32, address, 0);
            k.memory().store(space, ValueType.S32, address, 4, s32(5));
        });
        assertEnds();
        assertThat(calls.told).isEmpty();
    }

    /** Lane 0 is at the last word of the stack, and the others behind it. */
    @Test
    void anotherThreadsStackEndsForEachLane() {
        long last = AddressMap.LOCAL_BASE + profile.limits().stackBytes() - 4;
        run(last, (k, address) -> {
            k.localArray(64);
            access(k, Kind.LOAD, k.element(address, k.threadX(), 4));
        });
        assertFault(
                DeviceFault.Kind.ILLEGAL_ADDRESS,
                "4 bytes at 0x" + Long.toHexString(last) + ", outside every allocation");
    }

    /** Lanes lie far from each other, in several pages of one array. */
    @Test
    void lanesMayBeFarFromEachOther() {
        run(
                array,
                (k, address) -> k.memory()
                        .store(ValueType.S32, k.element(address, k.multiply(k.threadX(), u32(7_000)), 1), k.threadX()));
        assertEnds();
        for (int lane = 1; lane < 32; lane++) {
            assertThat(lab.global().loadInt(array + 7_000L * lane)).isEqualTo(lane);
        }
    }

    @Test
    void localMemoryAtOneAddressIsAnotherOneInEachLane() {
        Register[] loaded = new Register[1];
        Warp warp = run(0, (k, address) -> {
            k.memory().store(StateSpace.LOCAL, ValueType.S32, k.localArray(64), 8, k.threadX());
            loaded[0] = k.memory().load(StateSpace.LOCAL, ValueType.S32, u64(0), 8);
        });
        for (int lane = 0; lane < 32; lane++) {
            assertThat(warp.state().value(loaded[0].index(), lane)).isEqualTo(lane);
        }
    }

    /** A kernel whose functions call themselves has as much stack as the limit says, and no less than it declares. */
    @ParameterizedTest
    @EnumSource(
            value = KernelProperty.class,
            names = {"RECURSIVE", "NOT_RELOCATABLE"})
    void onlyWhatCallsItselfHasAStackBesideItsVariables(KernelProperty property) {
        int stack = 512;
        KernelBuilder k = new KernelBuilder("k");
        k.declare(property);
        k.localArray(64);
        Register loaded = loadBehindStore(k, stack - 4);
        Block block = lab.block(k.build(), 32);
        block.warp(0).start(block, 0, block.warp(0).scheduler(), stack, 0);
        lab.run(lab.sms().get(0), 0, block.warp(0));
        assertThat(lab.faults()).hasSize(property == KernelProperty.RECURSIVE ? 0 : 1);
        assertThat(block.warp(0).state().value(loaded.index(), 7))
                .isEqualTo(property == KernelProperty.RECURSIVE ? 42 : 0);
    }

    private static Register loadBehindStore(KernelBuilder k, long offset) {
        k.memory().store(StateSpace.LOCAL, ValueType.S32, u64(offset), 0, s32(42));
        return k.memory().load(StateSpace.LOCAL, ValueType.S32, u64(offset), 0);
    }

    /** Two values a lane, of which the second is fetched alone afterwards, when memory holds something else. */
    @Test
    void aTextureKeepsEachOfTheValuesThatALaneFetchesAtOnce() {
        for (int i = 0; i < 64; i++) {
            lab.global().storeInt(array + 4L * i, 100 + i);
        }
        List<List<Register>> fetched = new ArrayList<>();
        Warp warp = run(array, (k, address) -> {
            Register own = k.element(address, k.threadX(), 8);
            Consumer<Integer> fetch = count -> {
                List<Register> values = k.registers(ValueType.S32, count);
                fetched.add(values);
                k.memory()
                        .loadInto(
                                values.get(0),
                                count == 2 ? own : k.element(own, u32(1), 4),
                                new Modifiers.Access(
                                        StateSpace.GLOBAL,
                                        ValueType.S32,
                                        count,
                                        CachePolicy.TEXTURE,
                                        MemoryOrder.WEAK,
                                        Scope.BLOCK,
                                        0));
            };
            fetch.accept(2);
            k.memory().store(StateSpace.GLOBAL, ValueType.S32, own, 0, s32(-1));
            k.memory().store(StateSpace.GLOBAL, ValueType.S32, own, 4, s32(-2));
            fetch.accept(1);
        });
        for (int lane = 0; lane < 32; lane++) {
            assertThat(warp.state().value(fetched.get(0).get(0).index(), lane)).isEqualTo(100 + 2 * lane);
            assertThat(warp.state().value(fetched.get(0).get(1).index(), lane)).isEqualTo(101 + 2 * lane);
            assertThat(warp.state().value(fetched.get(1).get(0).index(), lane)).isEqualTo(101 + 2 * lane);
        }
    }
}
