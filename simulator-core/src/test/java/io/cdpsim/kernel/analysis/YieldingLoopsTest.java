package io.cdpsim.kernel.analysis;

import static io.cdpsim.kernel.code.Operand.u32;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.lower.PtxLowering;
import io.cdpsim.ptx.read.PtxReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which loops have a YIELD: SASS that ptxas 13.0 makes of {@code yields.cu} for compute capability 9.0, and kernels of the same forms. */
class YieldingLoopsTest {
    private static final KernelReference CHILD = KernelReference.to(new KernelBuilder("child").build());

    /** What a kernel has at hand: the words that atomics change, those that loads read, and a bound. */
    private record Parts(KernelBuilder k, Register words, Register others, Register bound) {
        Register add(Register index) {
            return k.memory().atomic(AtomicOperation.ADD, ValueType.U32, k.element(words, index, 4), u32(1));
        }

        Register load(Register index) {
            return k.memory().load(ValueType.U32, k.element(others, index, 4));
        }

        /** {@code for (i = threadIdx.x; i < bound; i += 7) body}. */
        void loop(Consumer<Register> body) {
            k.forLoop(k.threadX(), bound, u32(7), body);
        }

        void launch() {
            k.device().launch(CHILD, u32(1), u32(32), DeviceRuntimeCalls.FIRE_AND_FORGET);
        }
    }

    /** The operations before which lanes yield, in their order. */
    private static List<Opcode> yields(Consumer<Parts> body) {
        KernelBuilder k = new KernelBuilder("k");
        body.accept(new Parts(k, k.parameter(ValueType.U64), k.parameter(ValueType.U64), k.parameter(ValueType.U32)));
        return Arrays.stream(k.build().code())
                .filter(Instruction::yields)
                .map(Instruction::opcode)
                .toList();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(YieldingLoopsTest.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static Stream<Arguments> kernels() throws IOException {
        PtxProgram program = PtxProgram.link(List.of(PtxReader.read("yields.ptx", resource("yields.ptx"))));
        Map<String, Kernel> kernels = PtxLowering.kernels(program, symbol -> 0x7000_0000L);
        return resource("yields.csv")
                .lines()
                .skip(1)
                .map(line -> line.split(","))
                .map(cells -> arguments(
                        cells[0], Objects.requireNonNull(kernels.get(cells[0])).code(), !"0".equals(cells[1])));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("kernels")
    void aKernelYieldsIfItDoesInSass(String name, Instruction[] code, boolean yieldsInSass) {
        assertThat(Arrays.stream(code).anyMatch(Instruction::yields)).as(name).isEqualTo(yieldsInSass);
    }

    @Test
    void lanesYieldAtTheAtomicOfALoopBeforeALaunch() {
        assertThat(yields(p -> {
                    p.loop(p::add);
                    p.launch();
                }))
                .containsExactly(Opcode.ATOMIC);
    }

    @Test
    void theyYieldAtTheFirstBranchOfATurnIfTheAtomicIsBehindIt() {
        assertThat(yields(p -> {
                    p.loop(i -> p.k().ifThen(p.k().less(p.load(i), u32(4)), () -> p.add(i)));
                    p.launch();
                }))
                .containsExactly(Opcode.BRANCH);
    }

    @Test
    void aLoopBehindTheLastLaunchOrInAKernelWithoutOneDoesNotYield() {
        assertThat(yields(p -> {
                    p.launch();
                    p.loop(p::add);
                }))
                .isEmpty();
        assertThat(yields(p -> p.loop(p::add))).isEmpty();
    }

    @Test
    void aPrintIsACallToo() {
        assertThat(yields(p -> {
                    p.loop(p::add);
                    p.k().printf("%d\n", p.bound());
                }))
                .hasSize(1);
    }

    /** {@code if (d > 1000) launch; else loop}: the branch goes to the launch. */
    @Test
    void theSideOfABranchThatIsNotTakenComesBeforeTheOther() {
        assertThat(yields(p -> p.k().ifThenElse(
                                p.k().less(p.load(p.k().threadX()), u32(1000)), () -> p.loop(p::add), p::launch)))
                .hasSize(1);
        assertThat(yields(p -> p.k().ifThenElse(
                                p.k().less(p.load(p.k().threadX()), u32(1000)), p::launch, () -> p.loop(p::add))))
                .isEmpty();
    }

    @Test
    void loadsAndStoresYieldOnlyIfTheyAreStrong() {
        assertThat(yields(p -> {
                    p.loop(i -> p.k().memory().store(ValueType.U32, p.k().element(p.words(), i, 4), p.load(i)));
                    p.launch();
                }))
                .isEmpty();
        assertThat(yields(p -> {
                    p.loop(i -> p.k().memory()
                            .store(
                                    ValueType.U32,
                                    p.k().element(p.words(), i, 4),
                                    p.k().memory().loadVolatile(ValueType.U32, p.k().element(p.others(), i, 4))));
                    p.launch();
                }))
                .containsExactly(Opcode.LOAD);
    }

    @Test
    void atomicsInSharedMemoryYield() {
        assertThat(yields(p -> {
                    p.k().sharedArray(128);
                    p.loop(i -> p.k().memory()
                            .reduce(StateSpace.SHARED, AtomicOperation.ADD, ValueType.U32, p.k().variable(u32(0)), i));
                    p.launch();
                }))
                .containsExactly(Opcode.ATOMIC);
    }

    @Test
    void aLoopThatAllLanesLeaveTogetherDoesNotYield() {
        assertThat(yields(p -> {
                    p.k().forLoop(u32(0), p.bound(), u32(1), p::add);
                    p.launch();
                }))
                .isEmpty();
    }

    /** {@code while ((i = atomicAdd(head, 1)) < n)}, and a loop around a compare-and-swap. */
    @Test
    void aLoopThatEndsByAnAtomicsValueYieldsWithoutALaunch() {
        assertThat(yields(p -> p.k().doWhile(() -> p.k().less(p.add(p.k().variable(u32(0))), p.bound()))))
                .containsExactly(Opcode.ATOMIC);
        assertThat(yields(p -> p.k().doWhile(() ->
                        p.k().less(u32(0), p.k().memory().compareAndSwap(ValueType.U32, p.words(), u32(0), u32(1))))))
                .containsExactly(Opcode.ATOMIC);
    }

    @Test
    void soDoesALoopWhoseBoundComesFromTheAtomicOfTheLoopAroundIt() {
        Consumer<Parts> body = p -> p.k().forLoop(u32(0), p.bound(), u32(1), j -> {
            Register end = p.add(p.k().add(j, p.k().threadX()));
            p.k().forLoop(u32(0), end, u32(1), p::add);
        });
        assertThat(yields(body)).hasSize(1);
    }

    @Test
    void aLoopWhoseBoundIsLoadedDoesNotYieldWithinAnotherEither() {
        Consumer<Parts> body = p -> p.k().forLoop(u32(0), p.bound(), u32(1), j -> {
            Register end = p.load(p.k().add(j, p.k().threadX()));
            p.k().forLoop(u32(0), end, u32(1), p::add);
        });
        assertThat(yields(body)).isEmpty();
    }

    @Test
    void beforeALaunchTheLoopAroundAYieldingOneYieldsToo() {
        assertThat(yields(p -> {
                    p.loop(j -> p.k().forLoop(u32(0), p.load(j), u32(1), p::add));
                    p.launch();
                }))
                .hasSize(2);
    }
}
