package io.cdpsim.kernel.analysis;

import static io.cdpsim.kernel.code.Operand.s32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers.ShuffleMode;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ValueType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LivenessTest {
    private static final int MOST_READS = 16;

    private static boolean reads(Instruction in, int register) {
        int[] read = new int[MOST_READS];
        int count = OperandUse.registersRead(in.opcode(), in.a(), in.b(), in.c(), in.modifiers(), read);
        return IntStream.range(0, count).anyMatch(i -> read[i] == register);
    }

    /** The definition itself: there is a way from an instruction to one that reads a register, and none on it writes it in all lanes. */
    private static boolean isLive(Instruction[] code, int register, int from) {
        Deque<Integer> ahead = new ArrayDeque<>();
        BitSet seen = new BitSet();
        ahead.push(from);
        while (!ahead.isEmpty()) {
            int at = ahead.pop();
            if (at >= code.length || seen.get(at)) {
                continue;
            }
            seen.set(at);
            Instruction in = code[at];
            if (reads(in, register)) {
                return true;
            }
            boolean writes = in.guard() < 0 && in.registerWrites() > 0 && in.destination() == register;
            if (writes || (in.opcode() == Opcode.EXIT && in.guard() < 0)) {
                continue;
            }
            ahead.push(at + 1);
            if (in.opcode() == Opcode.BRANCH) {
                ahead.push(in.target());
            }
        }
        return false;
    }

    /** Loops in conditions in loops, on few registers that are written again and again. */
    private static Kernel random(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        KernelBuilder k = new KernelBuilder("random");
        Register[] variables = new Register[5];
        for (int i = 0; i < variables.length; i++) {
            variables[i] = k.variable(s32(i));
        }
        body(k, variables, random, 3);
        return k.build();
    }

    private static void body(KernelBuilder k, Register[] variables, SplittableRandom random, int depth) {
        for (int i = 0; i < 3; i++) {
            Register to = variables[random.nextInt(variables.length)];
            Register from = variables[random.nextInt(variables.length)];
            switch (depth == 0 ? 0 : random.nextInt(3)) {
                case 0 -> k.assign(to, k.add(from, s32(1)));
                case 1 -> k.ifThen(k.less(from, to), () -> body(k, variables, random, depth - 1));
                default ->
                    k.doWhile(() -> {
                        body(k, variables, random, depth - 1);
                        return k.less(to, from);
                    });
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void aRegisterIsLiveWhereSomeWayLeadsToAReadBeforeAWrite(long seed) {
        Kernel kernel = random(seed);
        Instruction[] code = kernel.code();
        Liveness liveness = new Liveness(code, kernel.registers(), kernel.predicates());
        List<String> wrong = new ArrayList<>();
        for (int at = 0; at < code.length; at++) {
            for (int register = 0; register < kernel.registers(); register++) {
                if (liveness.isRegisterLive(register, at) != isLive(code, register, at)) {
                    wrong.add("register " + register + " before " + at);
                }
            }
            int from = at;
            if (!Arrays.equals(
                    liveness.liveRegisters(at),
                    IntStream.range(0, kernel.registers())
                            .filter(each -> isLive(code, each, from))
                            .toArray())) {
                wrong.add("all before " + at);
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void whatAnotherLaneMayFetchStaysLive() {
        KernelBuilder k = new KernelBuilder("shuffle");
        Register mine = k.variable(k.threadX());
        Register got = k.shuffle(ShuffleMode.BUTTERFLY, mine, s32(1));
        k.memory().store(ValueType.S32, k.parameter(ValueType.U64), got);
        Kernel kernel = k.build();
        Instruction[] code = kernel.code();
        int shuffle = IntStream.range(0, code.length)
                .filter(i -> code[i].opcode() == Opcode.SHUFFLE)
                .findFirst()
                .orElseThrow();

        assertThat(new Liveness(code, kernel.registers(), kernel.predicates())
                        .isRegisterLive(code[shuffle].a(), shuffle + 1))
                .isTrue();
    }
}
