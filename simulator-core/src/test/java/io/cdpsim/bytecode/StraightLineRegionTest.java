package io.cdpsim.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.CodeEmitter;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.kernel.execution.LaneArithmetic;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.kernel.semantics.OpcodeForms;
import io.cdpsim.kernel.semantics.SemanticsMethod;
import io.cdpsim.kernel.verification.KernelVerificationException;
import io.cdpsim.warp.Lanes;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A compiled region leaves the registers and predicates that the interpreter leaves, bit by bit, whatever is in them before. */
class StraightLineRegionTest {
    private static final int REGISTERS = 12;
    private static final int PREDICATES = 4;
    private static final int NONE = Instruction.NO_OPERAND;
    private static final List<Opcode> LOGIC = List.of(
            Opcode.PREDICATE_AND, Opcode.PREDICATE_OR, Opcode.PREDICATE_XOR, Opcode.PREDICATE_NOT, Opcode.SELECT);

    private static final int[] FLOATS = {
        0,
        0x80000000,
        1,
        0x80000001,
        0x007FFFFF,
        0x00800000,
        0x3F800000,
        0xBF800000,
        0x7F7FFFFF,
        0x7F800000,
        0xFF800000,
        0x7FC00000,
        0x7F800001,
        0xFFC12345,
        0x7FFFFFFF,
        0x33800000
    };

    private static final long[] WIDE = {
        0,
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        1,
        -1,
        0x7FF0000000000000L,
        0xFFF0000000000000L,
        0x7FF0000000000001L,
        0xFFF8000000012345L,
        0x000FFFFFFFFFFFFFL,
        0x3FF0000000000000L,
        0x369FFFFFFFFFFFFFL
    };

    /** An opcode with a detail that kernels may have. */
    private record Form(Opcode opcode, Modifiers modifiers) {
        void emit(CodeEmitter emitter, int destination, int a, int b, int c) {
            int operands = SemanticsMethod.of(opcode, modifiers).operands();
            emitter.emit(opcode, destination, a, operands > 1 ? b : NONE, operands > 2 ? c : NONE, modifiers);
        }

        boolean isSound() {
            CodeEmitter emitter = emitter();
            emit(emitter, 0, 1, 2, 3);
            try {
                kernel(emitter);
                return true;
            } catch (KernelVerificationException e) {
                return false;
            }
        }
    }

    private static final List<Form> FORMS = OpcodeForms.opcodes()
            .flatMap(opcode -> OpcodeForms.details(opcode).stream().map(modifiers -> new Form(opcode, modifiers)))
            .filter(Form::isSound)
            .toList();

    static List<Form> forms() {
        return FORMS;
    }

    @Test
    void noOpcodeIsLeftOut() {
        assertThat(FORMS.stream().map(Form::opcode).distinct())
                .containsExactlyElementsOf(OpcodeForms.opcodes().toList());
    }

    @ParameterizedTest
    @MethodSource("forms")
    void everyFormComputesTheSame(Form form) {
        boolean isTest = form.opcode().writesPredicate();
        SplittableRandom random = new SplittableRandom(form.opcode().name().hashCode());
        CodeEmitter emitter = emitter();
        form.emit(emitter, isTest ? 0 : 6, 0, 1, 2);
        // Once more with what it gave, if that is a register.
        form.emit(emitter, isTest ? 1 : 7, isTest ? 3 : 6, 4, 5);
        Kernel kernel = kernel(emitter);
        for (int i = 0; i < 20; i++) {
            compare(kernel, random);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 20, 95, 96, 97, 192, 193, 400})
    void randomCodeComputesTheSame(int length) {
        for (int seed = 0; seed < 12; seed++) {
            SplittableRandom random = new SplittableRandom(1_000L * length + seed);
            CodeEmitter emitter = emitter();
            for (int i = 0; i < length; i++) {
                random(emitter, random);
            }
            Kernel kernel = kernel(emitter);
            for (int i = 0; i < 3; i++) {
                compare(kernel, random);
            }
        }
    }

    @Test
    void chainsOfFloatsComputeTheSame() {
        List<Form> floats = FORMS.stream()
                .filter(each -> each.opcode().name().endsWith("_F32")
                        && !each.opcode().writesPredicate()
                        && each.modifiers() == Modifiers.NONE)
                .toList();
        for (int seed = 0; seed < 60; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            CodeEmitter emitter = emitter();
            for (int i = 0; i < 30; i++) {
                if (random.nextInt(6) == 0) {
                    random(emitter, random);
                } else {
                    emit(emitter, random, floats.get(random.nextInt(floats.size())));
                }
            }
            compare(kernel(emitter), random);
        }
    }

    private static void random(CodeEmitter emitter, SplittableRandom random) {
        if (random.nextInt(4) == 0) {
            emitter.guardNext(random.nextInt(PREDICATES), random.nextBoolean());
        }
        if (random.nextInt(5) == 0) {
            logic(emitter, random, LOGIC.get(random.nextInt(LOGIC.size())));
            return;
        }
        if (random.nextInt(20) == 0) {
            emitter.emit(Opcode.MOV, register(random), emitter.constant(value(random)), NONE, NONE, Modifiers.NONE);
            return;
        }
        emit(emitter, random, FORMS.get(random.nextInt(FORMS.size())));
    }

    private static void logic(CodeEmitter emitter, SplittableRandom random, Opcode opcode) {
        int p = random.nextInt(PREDICATES);
        if (opcode == Opcode.SELECT) {
            emitter.emit(
                    opcode, register(random), operand(emitter, random), operand(emitter, random), p, Modifiers.NONE);
        } else {
            int q = opcode == Opcode.PREDICATE_NOT ? NONE : random.nextInt(PREDICATES);
            emitter.emit(opcode, random.nextInt(PREDICATES), p, q, NONE, Modifiers.NONE);
        }
    }

    private static void emit(CodeEmitter emitter, SplittableRandom random, Form form) {
        int destination = form.opcode().writesPredicate() ? random.nextInt(PREDICATES) : register(random);
        form.emit(emitter, destination, operand(emitter, random), operand(emitter, random), operand(emitter, random));
    }

    private static int register(SplittableRandom random) {
        return random.nextInt(REGISTERS);
    }

    private static int operand(CodeEmitter emitter, SplittableRandom random) {
        return random.nextInt(5) == 0
                ? emitter.constant(value(random) << Integer.SIZE >> Integer.SIZE)
                : register(random);
    }

    /** What registers of all types hold: words with their sign, wide ones, floats of every kind. */
    private static long value(SplittableRandom random) {
        return switch (random.nextInt(5)) {
            case 0 -> FLOATS[random.nextInt(FLOATS.length)];
            case 1 -> WIDE[random.nextInt(WIDE.length)];
            case 2 -> random.nextLong();
            case 3 -> random.nextInt(-40, 40);
            default -> Float.floatToRawIntBits((float) random.nextDouble(-100, 100));
        };
    }

    private static CodeEmitter emitter() {
        CodeEmitter emitter = new CodeEmitter();
        emitter.newRegisters(REGISTERS);
        for (int i = 0; i < PREDICATES; i++) {
            emitter.newPredicate();
        }
        return emitter;
    }

    /** With an end after which all registers may still be read. */
    private static Kernel kernel(CodeEmitter emitter) {
        emitter.emit(Opcode.RETURN, NONE, NONE, NONE, NONE, Modifiers.NONE);
        return emitter.build(new KernelAttributes("random", 32, 0, 0, 0, false), ParameterLayout.of(List.of()));
    }

    /** Runs the kernel's arithmetic both ways in a window of its own, in lanes that are all or some. */
    private static void compare(Kernel kernel, SplittableRandom random) {
        int lanes = random.nextBoolean() ? Lanes.ALL : random.nextInt() | 1 << random.nextInt(Lanes.COUNT);
        int window = random.nextInt(3) * 5;
        int predicateWindow = random.nextInt(3);
        LaneState interpreted = new LaneState(kernel);
        interpreted.start(kernel, lanes);
        interpreted.stack().call(0, window, predicateWindow);
        interpreted.reserve(window + REGISTERS, predicateWindow + PREDICATES);
        long[] registers = interpreted.registers();
        for (int i = 0; i < registers.length; i++) {
            registers[i] = value(random);
        }
        int[] predicates = interpreted.predicates();
        for (int i = 0; i < predicates.length; i++) {
            predicates[i] = random.nextInt();
        }
        long[] compiledRegisters = registers.clone();
        int[] compiledPredicates = predicates.clone();

        LaneArithmetic arithmetic = new LaneArithmetic();
        int end = arithmetic(kernel);
        long counted = 0;
        for (int i = 0; i < end; i++) {
            int running = interpreted.lanesOf(kernel.code()[i]);
            counted += Integer.bitCount(running);
            if (running != 0) {
                arithmetic.execute(kernel.code()[i], interpreted, running);
            }
        }
        // In two parts, of which the first leaves what the second reads.
        CompiledKernel compiled = new CompiledKernel(kernel, 1);
        int middle = random.nextInt(end + 1);
        long compiledCount = 0;
        for (int start = 0, to; start < end; start = to) {
            to = start < middle ? middle : end;
            StraightLineRegion region = Objects.requireNonNull(compiled.region(start, to));
            compiledCount +=
                    region.run(compiledRegisters, window * Lanes.COUNT, compiledPredicates, predicateWindow, lanes);
        }

        assertThat(compiledRegisters).as("registers").isEqualTo(registers);
        assertThat(compiledPredicates).as("predicates").isEqualTo(predicates);
        assertThat(compiledCount).as("instructions of lanes").isEqualTo(counted);
    }

    private static int arithmetic(Kernel kernel) {
        int end = 0;
        while (end < kernel.code().length && kernel.code()[end].opcode().isArithmetic()) {
            end++;
        }
        return end;
    }

    @Test
    void nothingIsCompiledBeforeItHasRunOftenOrAtAllWhereAllIsInterpreted() {
        CodeEmitter emitter = emitter();
        emitter.emit(Opcode.ADD_I32, 0, 1, 2, NONE, Modifiers.NONE);
        emitter.emit(Opcode.ADD_I32, 0, 0, 2, NONE, Modifiers.NONE);
        Kernel kernel = kernel(emitter);
        CompiledKernel soon = new CompiledKernel(kernel, 3);
        assertThat(soon.region(0, 2)).isNull();
        assertThat(soon.region(0, 2)).isNull();
        assertThat(soon.region(0, 2)).isNotNull();
        CompiledKernel never = CompiledKernels.none().of(kernel);
        for (int i = 0; i < 2_000; i++) {
            assertThat(never.region(0, 2)).isNull();
        }
    }
}
