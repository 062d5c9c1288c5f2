package io.cdpsim.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.runtime.version.CudaError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Generic addresses, and accesses of every width that PTX has. */
class GenericAddressTest {
    private final CodeLab lab = new CodeLab();

    private int isSpace(AddressSpace space, long address) {
        int predicate = lab.code().newPredicate();
        lab.into(predicate, Opcode.IS_SPACE, new Modifiers.Space(space), lab.constant(address));
        return lab.truth(predicate);
    }

    @Test
    void anAddressIsInOneSpace() {
        AddressSpace[] spaces = {AddressSpace.GLOBAL, AddressSpace.SHARED, AddressSpace.LOCAL, AddressSpace.CONSTANT};
        long[] addresses = {
            lab.machine().host().malloc(4),
            AddressMap.SHARED_BASE + 8,
            AddressMap.LOCAL_BASE + 8,
            AddressMap.CONSTANT_BASE + 8
        };
        for (int i = 0; i < spaces.length; i++) {
            for (int j = 0; j < addresses.length; j++) {
                lab.give(4 * i + j, isSpace(spaces[i], addresses[j]));
            }
        }
        assertThat(lab.run(1)).isEqualTo(CudaError.SUCCESS);

        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                assertThat(lab.given(4 * i + j, 0)).as("%s of %d", spaces[i], j).isEqualTo(i == j ? 1 : 0);
            }
        }
    }

    @Test
    void pinnedMemoryOfTheHostIsGlobal() {
        lab.give(0, isSpace(AddressSpace.GLOBAL, lab.machine().host().mallocHost(4)));
        assertThat(lab.run(1)).isEqualTo(CudaError.SUCCESS);

        assertThat(lab.given(0, 0)).isEqualTo(1);
    }

    /** {@code cvta.shared} is the base of the window and an addition, {@code cvta.to.shared} a subtraction. */
    @ParameterizedTest
    @EnumSource(names = {"SHARED", "LOCAL"})
    void anOffsetAndItsGenericAddressReachTheSameBytes(StateSpace space) {
        long base = space == StateSpace.SHARED ? AddressMap.SHARED_BASE : AddressMap.LOCAL_BASE;
        int offset = lab.op(Opcode.MOV, Modifiers.NONE, lab.constant(24));
        int generic = lab.op(
                Opcode.ADD_I64,
                Modifiers.NONE,
                lab.op(Opcode.CVT_U32_TO_U64, Modifiers.NONE, offset),
                lab.constant(base));
        lab.store(space, ValueType.S32, 1, offset, lab.constant(11));
        lab.give(0, lab.load(StateSpace.GENERIC, ValueType.S32, generic));
        lab.store(StateSpace.GENERIC, ValueType.S32, 1, generic, lab.constant(12));
        int back = lab.op(Opcode.SUB_I64, Modifiers.NONE, generic, lab.constant(base));
        lab.give(1, lab.load(space, ValueType.S32, back));
        assertThat(lab.run(1)).isEqualTo(CudaError.SUCCESS);

        assertThat(lab.given(0, 0)).isEqualTo(11);
        assertThat(lab.given(1, 0)).isEqualTo(12);
    }

    @Test
    void constantsAreReachedByNameAndByGenericAddress() {
        var host = lab.machine().host();
        long symbol = host.constantSymbol(8);
        host.memcpyToSymbol(symbol, 5, 6);
        lab.give(0, lab.load(StateSpace.GENERIC, ValueType.S32, lab.constant(symbol + 4)));
        lab.give(1, lab.load(StateSpace.CONSTANT, ValueType.S32, lab.constant(symbol - AddressMap.CONSTANT_BASE)));
        assertThat(lab.run(1)).isEqualTo(CudaError.SUCCESS);

        assertThat(lab.given(0, 0)).isEqualTo(6);
        assertThat(lab.given(1, 0)).isEqualTo(5);
    }

    @Test
    void eightWordsMoveAtOnce() {
        long from = lab.machine().host().malloc(32);
        long to = lab.machine().host().malloc(32);
        lab.machine().host().memory().write(from, 1, -2, 3, -4, 5, -6, 7, -8);
        int row = lab.loadRow(StateSpace.GLOBAL, ValueType.S32, 8, lab.constant(from));
        lab.store(StateSpace.GLOBAL, ValueType.S32, 8, lab.constant(to), row);
        assertThat(lab.run(1)).isEqualTo(CudaError.SUCCESS);

        assertThat(lab.machine().host().memory().readInts(to, 8)).containsExactly(1, -2, 3, -4, 5, -6, 7, -8);
    }

    @ParameterizedTest
    @EnumSource(names = {"SHARED", "GLOBAL"})
    void sixteenBitsAreComparedAndSwapped(StateSpace space) {
        // Each lane adds one to the same 16 bits, by a loop of compare-and-swap; the bits beside them stay.
        long address = space == StateSpace.SHARED ? 0 : lab.machine().host().malloc(4);
        int word = lab.op(Opcode.MOV, Modifiers.NONE, lab.constant(address));
        int half = lab.op(Opcode.ADD_I64, Modifiers.NONE, word, lab.constant(2));
        int first = lab.compare(
                io.cdpsim.kernel.code.Comparison.EQUAL, lab.special(SpecialRegister.THREAD_X), lab.constant(0));
        lab.code().guardNext(first, false);
        lab.store(space, ValueType.S32, 1, word, lab.constant(0xFFFE7777));
        Modifiers swap = new Modifiers.Atomic(
                space, ValueType.U16, AtomicOperation.COMPARE_AND_SWAP, true, MemoryOrder.RELAXED, Scope.DEVICE, 0);
        int expected = lab.register();
        lab.into(expected, Opcode.MOV, Modifiers.NONE, lab.load(space, ValueType.U16, half));
        int again = lab.code().newLabel();
        lab.code().place(again);
        // What stands above the 16 bits in a register does not count.
        int next = lab.op(Opcode.ADD_I32, Modifiers.NONE, expected, lab.constant(1));
        int old = lab.op(Opcode.ATOMIC, swap, half, expected, next);
        int failed = lab.compare(io.cdpsim.kernel.code.Comparison.NOT_EQUAL, old, expected);
        lab.into(expected, Opcode.MOV, Modifiers.NONE, old);
        lab.code().guardNext(failed, false);
        lab.code().emitTo(Opcode.BRANCH, again, Modifiers.NONE);
        // Lanes that have swapped do not wait for the others.
        lab.into(-1, Opcode.WARP_SYNC, new Modifiers.WarpSync(lab.constant(-1)));
        lab.give(0, lab.load(space, ValueType.S32, word));
        assertThat(lab.run(32)).isEqualTo(CudaError.SUCCESS);

        assertThat((int) lab.given(0, 0)).isEqualTo((0xFFFE + 32) << 16 | 0x7777);
    }
}
