package io.cdpsim.gpu.sm;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.bytecode.CompiledKernels;
import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.builder.CodeEmitter;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.kernel.code.RegisterType;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.observe.RunListeners;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a visibility checker finds in what the warps of an SM do: it is told of all that matters, and of nothing else. */
class WatchedSmTest {
    private static final int NONE = Instruction.NO_OPERAND;
    private static final int OLD = 5;
    private static final int NEW = 6;

    private final SmLab lab = new SmLab(RoundNumbers.profile(), RunListeners.NONE, true, true, CompiledKernels.none());
    private final Sm sm = lab.sms().get(0);
    private final long words = lab.global().allocate(256);
    private final long flag = words + 128;
    private long now;

    WatchedSmTest() {
        lab.global().storeInt(words, OLD);
    }

    /** Runs a grid of one block, when all that ran before it has ended. */
    private Block run(int threads, Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("k");
        body.accept(k);
        Block block = lab.block(k.build(), threads);
        Warp[] warps = new Warp[block.warpCount()];
        for (int i = 0; i < warps.length; i++) {
            warps[i] = block.warp(i);
        }
        now += 100_000;
        lab.run(sm, now, warps);
        assertThat(lab.ended()).contains(warps);
        return block;
    }

    private void store(KernelBuilder k) {
        k.memory().store(ValueType.S32, u64(words), s32(NEW));
    }

    private Register load(KernelBuilder k) {
        return k.memory().load(ValueType.S32, u64(words));
    }

    private static void inThread(KernelBuilder k, int thread, Runnable body) {
        k.ifThen(k.equal(k.threadX(), u32(thread)), body);
    }

    @Test
    void aStoreAndALoadThatNothingOrdersRaceAndTheLoadSeesTheOldestValueItMay() {
        Register[] seen = new Register[2];
        run(1, this::store);
        Warp reader = run(1, k -> {
                    seen[0] = load(k);
                    seen[1] = k.memory().loadVolatile(ValueType.S32, u64(words));
                })
                .warp(0);
        assertThat(lab.races()).isNotEmpty();
        assertThat(lab.races().get(0).address()).isEqualTo(words);
        assertThat(reader.state().value(seen[0].index(), 0)).isEqualTo(OLD);
        assertThat(reader.state().value(seen[1].index(), 0)).isEqualTo(NEW);
    }

    @Test
    void loadsDoNotRaceAndSeeWhatIsThere() {
        Register[] seen = new Register[1];
        run(1, this::load);
        Warp reader = run(1, k -> seen[0] = load(k)).warp(0);
        assertThat(lab.races()).isEmpty();
        assertThat(reader.state().value(seen[0].index(), 0)).isEqualTo(OLD);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBarrierOrdersWhatTheThreadsOfABlockDoBeforeAndBehindIt(boolean withBarrier) {
        run(64, k -> {
            inThread(k, 40, () -> store(k));
            if (withBarrier) {
                k.syncThreads();
            } else {
                k.nanosleep(u32(5_000));
            }
            inThread(k, 3, () -> load(k));
        });
        assertThat(lab.races().isEmpty()).isEqualTo(withBarrier);
    }

    /** Warps 0 and 1 meet; warp 2 stored before that, but does not come. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aBarrierOfSomeWarpsOrdersOnlyWhatTheyDo(int storingWarp) {
        run(96, k -> {
            inThread(k, 32 * storingWarp, () -> store(k));
            k.ifThen(k.less(k.threadX(), u32(64)), () -> {
                k.nanosleep(u32(5_000));
                k.barrier(1, 64, false);
            });
            inThread(k, 3, () -> load(k));
        });
        assertThat(lab.races().isEmpty()).isEqualTo(storingWarp == 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void lanesThatMeetKnowWhatTheyHaveDone(boolean meet) {
        run(32, k -> {
            inThread(k, 9, () -> store(k));
            if (meet) {
                k.syncWarp();
            }
            inThread(k, 3, () -> load(k));
        });
        assertThat(lab.races().isEmpty()).isEqualTo(meet);
    }

    /** The first eight lanes meet, and the others do. */
    @ParameterizedTest
    @CsvSource({"3, 4", "3, 5", "9, 10", "9, 31", "3, 9", "9, 3", "3, 31"})
    void lanesThatMeetWithAMaskKnowThoseThatItNames(int writer, int reader) {
        CodeEmitter code = new CodeEmitter();
        int lane = code.newRegisters(3);
        int mask = lane + 1;
        int isFirst = code.newPredicate();
        int isWriter = code.newPredicate();
        int isReader = code.newPredicate();
        int word = code.constant(words, RegisterType.INTEGER_64);
        Modifiers weak = new Modifiers.Access(
                StateSpace.GLOBAL, ValueType.S32, 1, CachePolicy.ALL, MemoryOrder.WEAK, Scope.BLOCK, 0);
        code.emit(Opcode.READ_SPECIAL, lane, NONE, NONE, NONE, new Modifiers.Special(SpecialRegister.LANE));
        compare(code, isFirst, Comparison.LESS, lane, 8);
        compare(code, isWriter, Comparison.EQUAL, lane, writer);
        compare(code, isReader, Comparison.EQUAL, lane, reader);
        code.emit(Opcode.SELECT, mask, code.constant(0xFF), code.constant(~0xFF), isFirst, Modifiers.NONE);
        code.guardNext(isWriter, false);
        code.emit(Opcode.STORE, -1, word, lane, NONE, weak);
        code.emit(Opcode.WARP_SYNC, -1, NONE, NONE, NONE, new Modifiers.WarpSync(mask));
        code.guardNext(isReader, false);
        code.emit(Opcode.LOAD, lane + 2, word, NONE, NONE, weak);
        Warp warp = lab.block(
                        code.build(new KernelAttributes("k", 32, 0, 0, 0, false), ParameterLayout.of(List.of())), 32)
                .warp(0);
        lab.run(sm, 0, warp);
        assertThat(lab.ended()).contains(warp);
        assertThat(lab.races().isEmpty()).isEqualTo(writer < 8 == reader < 8);
    }

    private static void compare(CodeEmitter code, int predicate, Comparison comparison, int a, int b) {
        code.emit(Opcode.COMPARE_S32, predicate, a, code.constant(b), NONE, new Modifiers.Compare(comparison));
    }

    /** Sender and receiver are different grids. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fencesAroundAFlagOrderWhatIsBeforeAndBehindThem(boolean withFence) {
        run(1, k -> {
            store(k);
            if (withFence) {
                k.memory().fence(Scope.DEVICE);
            }
            k.memory().storeVolatile(ValueType.S32, u64(flag), s32(1));
        });
        run(1, k -> {
            k.memory().atomic(AtomicOperation.ADD, ValueType.S32, u64(flag), s32(1));
            k.memory().fence(Scope.DEVICE);
            load(k);
        });
        assertThat(lab.races().isEmpty()).isEqualTo(withFence);
    }

    /** Rule SYNC-4: also by generic addresses. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBarrierOrdersTheAccessesOfTwoWarpsToSharedMemory(boolean withBarrier) {
        run(64, k -> {
            Operand shared = k.memory().addressOf(StateSpace.SHARED, k.sharedArray(4));
            inThread(k, 40, () -> {
                k.memory().storeGeneric(ValueType.S32, shared, s32(1));
                k.memory().reduce(StateSpace.GENERIC, AtomicOperation.ADD, ValueType.S32, shared, s32(1));
            });
            if (withBarrier) {
                k.syncThreads();
            }
            inThread(k, 3, () -> {
                k.memory().loadGeneric(ValueType.S32, shared);
                k.memory().storeGeneric(ValueType.S32, shared, s32(2));
            });
        });
        assertThat(lab.races().isEmpty()).isEqualTo(withBarrier);
    }

    private static Register own(KernelBuilder k, long array) {
        return k.element(u64(array), k.threadX(), 4);
    }

    /** Each lane expects its number in a word of its own, and finds it or one more. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aCompareAndSwapWritesWhereItFindsWhatItExpects(int more) {
        for (int i = 0; i < 32; i++) {
            lab.global().storeInt(words + 4L * i, i + more);
        }
        run(32, k -> k.memory().compareAndSwap(ValueType.S32, own(k, words), k.threadX(), s32(100)));
        run(32, k -> k.memory().load(ValueType.S32, own(k, words)));
        assertThat(lab.races().stream().mapToLong(race -> race.count()).sum()).isEqualTo(more == 0 ? 32 : 0);
        for (int i = 0; i < 32; i++) {
            assertThat(lab.global().loadInt(words + 4L * i)).isEqualTo(more == 0 ? 100 : i + 1);
        }
    }

    @Test
    void anAtomicOfAnotherKindWritesWhateverItFinds() {
        run(1, k -> k.memory().reduce(StateSpace.GLOBAL, AtomicOperation.ADD, ValueType.S32, u64(words), s32(7)));
        run(1, this::load);
        assertThat(lab.races()).hasSize(1);
        assertThat(lab.global().loadInt(words)).isEqualTo(OLD + 7);
    }

    @Test
    void atomicsDoNotRaceWithEachOther() {
        for (int i = 0; i < 2; i++) {
            run(32, k -> k.memory().atomic(AtomicOperation.ADD, ValueType.S32, u64(words), s32(1)));
        }
        assertThat(lab.races()).isEmpty();
        assertThat(lab.global().loadInt(words)).isEqualTo(OLD + 64);
    }
}
