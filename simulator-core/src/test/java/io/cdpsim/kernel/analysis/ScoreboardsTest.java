package io.cdpsim.kernel.analysis;

import static io.cdpsim.kernel.code.Operand.u32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The scoreboards of the SASS of {@code loads.cu}, {@code dependent.cu}, {@code pointer.cu} and {@code unused.cu} in {@code measurements/programs}, CUDA 13.0. */
class ScoreboardsTest {
    private static final Modifiers.Access WORD = new Modifiers.Access(
            StateSpace.GLOBAL, ValueType.U32, 1, Modifiers.CachePolicy.ALL, MemoryOrder.WEAK, Scope.SYSTEM, 0);

    /** Of each load and atomic in their order. */
    private static List<Boolean> share(Consumer<KernelBuilder> body) {
        return boards(body).stream().map(board -> board == Scoreboards.LAST).toList();
    }

    private static List<Integer> boards(Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("k");
        body.accept(k);
        Kernel kernel = k.build();
        return Arrays.stream(kernel.code())
                .filter(in -> in.opcode() == Opcode.LOAD || in.opcode() == Opcode.ATOMIC)
                .map(Instruction::scoreboard)
                .toList();
    }

    private static Register load(KernelBuilder k, Register address) {
        return k.memory().load(ValueType.U32, address);
    }

    /** {@code edges<0>}: both values are compared at once. */
    @Test
    void aLoadWhoseValueItsBlockUsesHasAScoreboardOfItsOwn() {
        assertThat(share(k -> {
                    Register words = k.parameter(ValueType.U64);
                    k.memory().store(ValueType.U32, words, k.add(load(k, words), load(k, words)));
                }))
                .containsExactly(false, false);
    }

    /** {@code after<6, 0>}: the value is used behind a loop. */
    @Test
    void aLoadWhoseValueOnlyAnotherBlockUsesShares() {
        assertThat(share(k -> {
                    Register words = k.parameter(ValueType.U64);
                    Register value = load(k, words);
                    k.ifThen(k.less(k.threadX(), u32(7)), () -> k.memory().store(ValueType.U32, words, value));
                }))
                .containsExactly(true);
    }

    /** {@code later}: the walk's last load is that of the address with which the loop goes on. */
    @Test
    void aLoadForTheNextTurnOfALoopShares() {
        assertThat(share(k -> {
                    Register next = k.parameter(ValueType.U64);
                    Register at = k.variable(u32(0));
                    k.doWhile(() -> {
                        Register place = k.element(next, at, 4);
                        k.memory().store(ValueType.U32, place, u32(1));
                        k.memory().loadInto(at, place, WORD);
                        return k.less(k.threadX(), u32(7));
                    });
                }))
                .containsExactly(true);
    }

    /** {@code walkUpdate<1>} and {@code edges<3>}; {@code order} for the reduction. */
    @Test
    void anAtomicWhoseValueNobodyUsesSharesAndAReductionHasNone() {
        assertThat(share(k -> {
                    Register words = k.parameter(ValueType.U64);
                    k.memory().atomic(AtomicOperation.MINIMUM, ValueType.U32, words, k.threadX());
                    k.memory().reduce(StateSpace.GLOBAL, AtomicOperation.ADD, ValueType.U32, words, u32(1));
                }))
                .containsExactly(true, false);
    }

    /** {@code claiming}: the swap's value decides at once. */
    @Test
    void anAtomicWhoseValueItsBlockUsesHasAScoreboardOfItsOwn() {
        assertThat(share(k -> {
                    Register words = k.parameter(ValueType.U64);
                    Register old = k.memory().compareAndSwap(ValueType.U32, words, u32(0), u32(1));
                    k.ifThen(k.less(old, u32(1)), () -> k.memory().store(ValueType.U32, words, u32(2)));
                }))
                .containsExactly(false);
    }

    /** {@code warpRows} of {@code spmv.cu}, whose first loads have one each and the others one together. */
    @Test
    void ofLoadsForWhichSomebodyWaitsTheFifthAndLaterOnesShare() {
        assertThat(boards(k -> {
                    Register words = k.parameter(ValueType.U64);
                    List<Register> values = new ArrayList<>();
                    for (int i = 0; i < 7; i++) {
                        values.add(load(k, words));
                    }
                    values.forEach(each -> k.memory().store(ValueType.U32, words, each));
                }))
                .containsExactly(0, 1, 2, 3, 4, 4, 4);
    }

    @Test
    void aScoreboardIsUsedAgainOnceSomebodyHasWaitedForIt() {
        assertThat(boards(k -> {
                    Register words = k.parameter(ValueType.U64);
                    Register first = load(k, words);
                    Register second = load(k, words);
                    k.memory().store(ValueType.U32, words, first);
                    Register third = load(k, words);
                    k.memory().store(ValueType.U32, words, k.add(second, third));
                }))
                .containsExactly(0, 1, 0);
    }
}
