package io.cdpsim.kernel.analysis;

import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicElection;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** As ptxas of CUDA 13.0 does, seen in the SASS of {@code answers.cu}, {@code atomics.cu} and {@code bfs.cu} in {@code measurements}. */
class ElectedAtomicsTest {
    private static boolean isElected(Consumer<KernelBuilder> body) {
        return election(body).electsOn(true);
    }

    private static AtomicElection election(Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("k");
        body.accept(k);
        Kernel kernel = k.build();
        return Arrays.stream(kernel.code())
                .filter(in -> in.opcode() == Opcode.ATOMIC)
                .reduce((first, last) -> last)
                .map(Instruction::election)
                .orElseThrow();
    }

    private static void add(KernelBuilder k, Operand address, Operand value) {
        k.memory().atomic(AtomicOperation.ADD, ValueType.U32, address, value);
    }

    @Test
    void oneLaneAddsForAllWhereTheAddressIsAParameter() {
        assertThat(isElected(k -> add(k, k.parameter(ValueType.U64), u32(1)))).isTrue();
    }

    @Test
    void soItDoesWithAReduction() {
        assertThat(isElected(k -> k.memory()
                        .reduce(
                                StateSpace.GLOBAL,
                                AtomicOperation.ADD,
                                ValueType.U32,
                                k.parameter(ValueType.U64),
                                u32(1))))
                .isTrue();
    }

    @Test
    void soItDoesWhereSomeThreadsGoAnotherWay() {
        assertThat(isElected(k -> {
                    Register word = k.parameter(ValueType.U64);
                    k.ifThen(k.less(k.threadX(), u32(7)), () -> add(k, word, u32(1)));
                }))
                .isTrue();
    }

    /** How lanes update shared memory: at one word, or each at its own. */
    private static AtomicElection inShared(
            AtomicOperation operation, ValueType type, boolean atOne, Function<KernelBuilder, Operand> value) {
        return election(k -> {
            Operand word = k.sharedArray(256);
            Operand at = atOne ? word : k.multiply(k.threadX(), u32(8));
            k.memory().reduce(StateSpace.SHARED, operation, type, at, value.apply(k));
        });
    }

    /** SASS of CUDA 13.0. */
    @Test
    void soItDoesWithAWordOfSharedMemory() {
        assertThat(inShared(AtomicOperation.ADD, ValueType.U32, true, k -> u32(5)))
                .isEqualTo(AtomicElection.SAME_VALUE);
        assertThat(inShared(AtomicOperation.MAXIMUM, ValueType.U32, true, KernelBuilder::threadX))
                .isEqualTo(AtomicElection.REDUCTION);
        assertThat(inShared(AtomicOperation.ADD, ValueType.U32, false, k -> u32(5)))
                .isEqualTo(AtomicElection.NONE);
    }

    /** {@code ATOMS.POPC.INC}. */
    @Test
    void sharedMemoryCountsTheLanesThatAddOneAndUseNoOldValue() {
        assertThat(inShared(AtomicOperation.ADD, ValueType.U32, false, k -> u32(1)))
                .isEqualTo(AtomicElection.COUNT);
        assertThat(inShared(AtomicOperation.ADD, ValueType.U64, false, k -> u64(1)))
                .isEqualTo(AtomicElection.NONE);
    }

    /** {@code atomics.cu}, walk. */
    @Test
    void soItDoesIfAllThreadsScanAnArray() {
        assertThat(isElected(k -> {
                    Register words = k.parameter(ValueType.U64);
                    Register i = k.variable(u32(0));
                    k.doWhile(() -> {
                        add(k, k.element(words, i, 4), u32(1));
                        k.increment(i, u32(1));
                        return k.less(i, u32(100));
                    });
                }))
                .isTrue();
    }

    @Test
    void eachLaneAddsForItselfWhereTheAddressComesOfTheThread() {
        assertThat(isElected(k -> add(k, k.element(k.parameter(ValueType.U64), k.threadX(), 4), u32(1))))
                .isFalse();
    }

    @Test
    void soItDoesWhereTheAddressComesFromMemory() {
        assertThat(isElected(k -> add(k, k.memory().load(ValueType.U64, k.parameter(ValueType.U64)), u32(1))))
                .isFalse();
    }

    @Test
    void soItDoesWhereWhatIsAddedComesOfTheThread() {
        assertThat(isElected(k -> add(k, k.parameter(ValueType.U64), k.threadX())))
                .isFalse();
    }

    @Test
    void soItDoesWhereTheThreadDecidesBetweenTwoAddresses() {
        assertThat(isElected(k -> {
                    Register one = k.parameter(ValueType.U64);
                    Register other = k.parameter(ValueType.U64);
                    Predicate low = k.less(k.threadX(), u32(7));
                    add(k, k.select(low, one, other), u32(1));
                }))
                .isFalse();
    }

    @Test
    void soItDoesBehindALoopThatCarriesAnAddressOfTheThreadBack() {
        assertThat(isElected(k -> {
                    Register word = k.variable(k.parameter(ValueType.U64));
                    Register own = k.element(k.parameter(ValueType.U64), k.threadX(), 4);
                    Register i = k.variable(u32(0));
                    k.doWhile(() -> {
                        add(k, word, u32(1));
                        k.assign(word, own);
                        k.increment(i, u32(1));
                        return k.less(i, u32(2));
                    });
                }))
                .isFalse();
    }

    private static boolean joins(AtomicOperation operation, ValueType type) {
        return isElected(k -> k.memory()
                .reduce(
                        StateSpace.GLOBAL,
                        operation,
                        type,
                        k.parameter(ValueType.U64),
                        type == ValueType.U64 ? k.memory().load(type, k.parameter(ValueType.U64)) : k.threadX()));
    }

    /** SASS of {@code causes.cu}: {@code REDUX} and one addition. */
    @Test
    void oneLaneAddsWhatTheOthersBringWhereNobodyUsesTheOldValue() {
        assertThat(joins(AtomicOperation.ADD, ValueType.U32)).isTrue();
        assertThat(joins(AtomicOperation.MAXIMUM, ValueType.U32)).isTrue();
        assertThat(joins(AtomicOperation.OR, ValueType.U32)).isTrue();
        assertThat(joins(AtomicOperation.EXCHANGE, ValueType.U32)).isFalse();
        assertThat(joins(AtomicOperation.ADD, ValueType.U64)).isFalse();
    }

    /** PTX ISA: {@code redux.sync} requires {@code sm_80}. */
    @Test
    void onlyGpusWithReductionsJoinWhatLanesBring() {
        Consumer<KernelBuilder> ofThreads = k -> k.memory()
                .reduce(StateSpace.GLOBAL, AtomicOperation.ADD, ValueType.U32, k.parameter(ValueType.U64), k.threadX());

        assertThat(election(ofThreads).electsOn(true)).isTrue();
        assertThat(election(ofThreads).electsOn(false)).isFalse();
        assertThat(election(k -> add(k, k.parameter(ValueType.U64), u32(1))).electsOn(false))
                .isTrue();
    }

    /** {@code answers.cu}: as long from an address that ptxas sees to be one as from one that it does not. */
    @Test
    void nothingElseThanAnAdditionOfIntegersIsElected() {
        assertThat(isElected(k ->
                        k.memory().atomic(AtomicOperation.MAXIMUM, ValueType.U32, k.parameter(ValueType.U64), u32(1))))
                .isFalse();
        assertThat(isElected(k -> k.memory()
                        .atomic(AtomicOperation.ADD, ValueType.F32, k.parameter(ValueType.U64), Operand.f32(1))))
                .isFalse();
        assertThat(isElected(k -> k.memory().compareAndSwap(ValueType.U32, k.parameter(ValueType.U64), u32(0), u32(1))))
                .isFalse();
    }
}
