package io.cdpsim.workloads.rules.launch;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.Programs;
import io.cdpsim.workloads.program.WordArray;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Rules PARM-1 to PARM-5. */
final class ParameterScenarios {
    private static final Operand ONE = Operand.u32(1);
    private static final int WORDS_OF_4096 = 512;

    private ParameterScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                RuleScenario.must(
                        "PARM-1",
                        "a launch and the two calls it is lowered to give the same child",
                        RuleScenario.BOTH,
                        "launched 11 22, two calls 11 22",
                        ParameterScenarios::twoCalls),
                RuleScenario.must(
                        "PARM-1",
                        "a kernel without parameters needs no buffer",
                        RuleScenario.BOTH,
                        "cudaSuccess",
                        ParameterScenarios::noBuffer),
                RuleScenario.must(
                        "PARM-2",
                        "a buffer is aligned to 64 bytes whatever is asked for",
                        RuleScenario.BOTH,
                        "0 0 0",
                        ParameterScenarios::alignment),
                RuleScenario.must(
                        "PARM-3",
                        "4,096 bytes of parameters reach the child",
                        RuleScenario.BOTH,
                        "cudaSuccess, last value 512",
                        lab -> manyParameters(lab, false)),
                RuleScenario.must(
                        "PARM-3",
                        "4,097 bytes, which a kernel launched by the host may take, do not, and the child does not run",
                        RuleScenario.CDP2,
                        "cudaErrorLaunchOutOfResources, last value 0",
                        lab -> manyParameters(lab, true)),
                RuleScenario.must(
                        "PARM-3",
                        "no kernel of a Kepler GPU takes 4,097 bytes",
                        RuleScenario.CDP1,
                        "compile error",
                        lab -> Programs.outcome(lab, manyParameters(true))),
                RuleScenario.must(
                        "PARM-3",
                        "nor is there a buffer of 4,097 bytes",
                        RuleScenario.BOTH,
                        "1 0",
                        ParameterScenarios::largeBuffer),
                layout("0 4 8, 16 bytes", ValueType.S8, ValueType.S32, ValueType.F64),
                layout("0 8 16, 17 bytes", ValueType.S32, ValueType.F64, ValueType.S8),
                layout("0 1 2, 4 bytes", ValueType.S8, ValueType.S8, ValueType.S16),
                RuleScenario.must(
                        "PARM-5",
                        "what the caller does to its variables after the launch does not reach the child",
                        RuleScenario.BOTH,
                        "7",
                        ParameterScenarios::captured));
    }

    /** A child that stores its second parameter at its first. */
    private static KernelReference storing(String name, int index) {
        return KernelReference.to(ProgramKernels.kernel(name, k -> {
            Register out = k.parameter(ValueType.U64);
            k.memory().store(StateSpace.GLOBAL, ValueType.S32, out, 8L * index, k.parameter(ValueType.S32));
            k.memory().store(StateSpace.GLOBAL, ValueType.S32, out, 8L * index + 8, k.parameter(ValueType.S32));
        }));
    }

    private static String twoCalls(ProgramMachine lab) {
        WordArray answers = new WordArray(lab, 4);
        KernelReference launched = storing("launched", 0);
        KernelReference lowered = storing("lowered", 2);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            k.device()
                    .launch(
                            launched,
                            ONE,
                            ONE,
                            DeviceRuntimeCalls.NULL_STREAM,
                            answers.address(),
                            Operand.s32(11),
                            Operand.s32(22));
            Register buffer = k.device().getParameterBuffer(Operand.u64(8), Operand.u64(16));
            k.memory().store(StateSpace.GLOBAL, ValueType.U64, buffer, 0, answers.address());
            k.memory().store(StateSpace.GLOBAL, ValueType.S32, buffer, 8, Operand.s32(11));
            k.memory().store(StateSpace.GLOBAL, ValueType.S32, buffer, 12, Operand.s32(22));
            k.device().launchDevice(lowered, buffer, ONE, ONE, Operand.u32(0), DeviceRuntimeCalls.NULL_STREAM);
        }));
        int[] seen = answers.ints();
        return "launched " + seen[0] + " " + seen[1] + ", two calls " + seen[2] + " " + seen[3];
    }

    private static String noBuffer(ProgramMachine lab) {
        WordArray answers = new WordArray(lab, 1);
        KernelReference child = ProgramKernels.lasting("C", 100);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            answers.store(
                    k,
                    0,
                    k.device()
                            .launchDevice(
                                    child, Operand.u64(0), ONE, ONE, Operand.u32(0), DeviceRuntimeCalls.NULL_STREAM));
        }));
        return lab.grid("C").completed() < 0 ? "never ran" : answers.error(0);
    }

    private static String alignment(ProgramMachine lab) {
        WordArray answers = new WordArray(lab, 3);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            int[] alignments = {1, 4, 256};
            for (int i = 0; i < alignments.length; i++) {
                Register buffer = k.device().getParameterBuffer(Operand.u64(alignments[i]), Operand.u64(40));
                answers.store(k, i, k.and(buffer, Operand.u64(63)));
            }
        }));
        return answers.text();
    }

    private static String largeBuffer(ProgramMachine lab) {
        WordArray answers = new WordArray(lab, 2);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            for (int i = 0; i < 2; i++) {
                Register buffer = k.device().getParameterBuffer(Operand.u64(64), Operand.u64(4096 + i));
                answers.store(k, i, k.select(k.notEqual(buffer, Operand.u64(0)), Operand.s32(1), Operand.s32(0)));
            }
        }));
        return answers.text();
    }

    private static Kernel manyParameters(boolean oneMore) {
        return ProgramKernels.kernel("C", k -> {
            Register out = k.parameter(ValueType.U64);
            Register last = out;
            for (int i = 1; i < WORDS_OF_4096; i++) {
                last = k.parameter(ValueType.U64);
            }
            if (oneMore) {
                k.parameter(ValueType.U8);
            }
            k.memory().store(StateSpace.GLOBAL, ValueType.S32, out, 8, last);
        });
    }

    private static String manyParameters(ProgramMachine lab, boolean oneMore) {
        WordArray answers = new WordArray(lab, 2);
        Kernel child = manyParameters(oneMore);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            List<Operand> parameters = new ArrayList<>(List.of(answers.address()));
            for (int i = 1; i < WORDS_OF_4096; i++) {
                parameters.add(Operand.u64(i + 1));
            }
            if (oneMore) {
                parameters.add(Operand.u32(1));
            }
            Register error = k.device()
                    .launch(
                            KernelReference.to(child),
                            ONE,
                            ONE,
                            DeviceRuntimeCalls.NULL_STREAM,
                            parameters.toArray(new Operand[0]));
            answers.store(k, error);
        }));
        return answers.error(0) + ", last value " + answers.read(1);
    }

    private static RuleScenario layout(String outcome, ValueType... types) {
        String names = List.of(types).stream().map(ValueType::name).collect(Collectors.joining(", "));
        return RuleScenario.must(
                "PARM-4",
                "each of " + names + " lies at the next multiple of its size",
                RuleScenario.BOTH,
                outcome,
                lab -> {
                    Kernel kernel =
                            ProgramKernels.kernel("K", k -> List.of(types).forEach(k::parameter));
                    String offsets = kernel.parameters().offsetsBytes().stream()
                            .map(String::valueOf)
                            .collect(Collectors.joining(" "));
                    return offsets + ", " + kernel.parameters().totalBytes() + " bytes";
                });
    }

    private static String captured(ProgramMachine lab) {
        WordArray answers = new WordArray(lab, 2);
        KernelReference child = storing("C", 0);
        Programs.run(lab, ProgramKernels.kernel("P", k -> {
            Register value = k.variable(Operand.s32(7));
            ProgramKernels.launch(k, child, DeviceRuntimeCalls.NULL_STREAM, answers.address(), value, value);
            k.assign(value, Operand.s32(8));
            ProgramKernels.spin(k, 1_000);
        }));
        return Integer.toString(answers.read());
    }
}
