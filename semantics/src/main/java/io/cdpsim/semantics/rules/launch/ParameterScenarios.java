package io.cdpsim.semantics.rules.launch;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.kernel.code.ValueType.F64;
import static io.cdpsim.kernel.code.ValueType.S16;
import static io.cdpsim.kernel.code.ValueType.S32;
import static io.cdpsim.kernel.code.ValueType.S8;
import static io.cdpsim.kernel.code.ValueType.U64;
import static io.cdpsim.kernel.code.ValueType.U8;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.BOTH;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP1;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.CDP2;
import static io.cdpsim.semantics.rules.scenario.RuleScenario.claim;
import static io.cdpsim.workloads.program.ProgramKernels.kernel;
import static io.cdpsim.workloads.program.ProgramKernels.lasting;
import static io.cdpsim.workloads.program.ProgramKernels.launch;
import static io.cdpsim.workloads.program.ProgramKernels.reference;
import static io.cdpsim.workloads.program.ProgramKernels.spin;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Rules PARM: parameters of a child. */
public final class ParameterScenarios {
    private static final Operand ONE = u32(1);
    private static final int WORDS_OF_4096 = 512;

    private ParameterScenarios() {}

    /** The scenarios, in the order of their rules. */
    public static List<RuleScenario> all() {
        return List.of(
                claim("PARM-1", "a launch and its two calls launch the same child")
                        .must(BOTH, "launched 11 22, two calls 11 22", ParameterScenarios::twoCalls),
                claim("PARM-1", "a kernel without parameters needs no buffer")
                        .must(BOTH, "cudaSuccess", ParameterScenarios::noBuffer),
                claim("PARM-2", "a buffer is aligned to 64 bytes for any requested alignment")
                        .must(BOTH, "0 0 0", ParameterScenarios::alignment),
                claim("PARM-3", "4,096 bytes of parameters reach the child")
                        .must(BOTH, "cudaSuccess, last value 512", machine -> manyParameters(machine, false)),
                claim("PARM-3", "4,097 bytes, which the host could pass, do not, and the child does not run")
                        .must(
                                CDP2,
                                "cudaErrorLaunchOutOfResources, last value 0",
                                machine -> manyParameters(machine, true)),
                claim("PARM-3", "no kernel of a Kepler GPU takes 4,097 bytes")
                        .must(CDP1, "compile error", machine -> machine.outcome(manyParameters(true))),
                claim("PARM-3", "a buffer may be larger, of 4,097 bytes for example")
                        .must(BOTH, "1 1", ParameterScenarios::largeBuffer),
                layout("0 4 8, 16 bytes", S8, S32, F64),
                layout("0 8 16, 17 bytes", S32, F64, S8),
                layout("0 1 2, 4 bytes", S8, S8, S16),
                claim("PARM-5", "changes of the caller's variables after the launch do not reach the child")
                        .must(BOTH, "7", ParameterScenarios::captured));
    }

    /** A child that stores its second and third parameter at its first. */
    private static KernelReference storing(String name, int index) {
        return reference(name, k -> {
            Register out = k.parameter(U64);
            k.memory().store(StateSpace.GLOBAL, S32, out, 8L * index, k.parameter(S32));
            k.memory().store(StateSpace.GLOBAL, S32, out, 8L * index + 8, k.parameter(S32));
        });
    }

    private static String twoCalls(ProgramMachine machine) {
        WordArray answers = new WordArray(machine, 4);
        KernelReference launched = storing("launched", 0);
        KernelReference lowered = storing("lowered", 2);
        machine.run(k -> {
            k.device().launch(launched, ONE, ONE, NULL_STREAM, answers.address(), s32(11), s32(22));
            Register buffer = k.device().getParameterBuffer(u64(8), u64(16));
            k.memory().store(StateSpace.GLOBAL, U64, buffer, 0, answers.address());
            k.memory().store(StateSpace.GLOBAL, S32, buffer, 8, s32(11));
            k.memory().store(StateSpace.GLOBAL, S32, buffer, 12, s32(22));
            k.device().launchDevice(lowered, buffer, ONE, ONE, u32(0), NULL_STREAM);
        });
        int[] seen = answers.ints();
        return "launched " + seen[0] + " " + seen[1] + ", two calls " + seen[2] + " " + seen[3];
    }

    private static String noBuffer(ProgramMachine machine) {
        WordArray answers = new WordArray(machine, 1);
        KernelReference child = lasting("C", 100);
        machine.run(k -> {
            answers.store(k, 0, k.device().launchDevice(child, u64(0), ONE, ONE, u32(0), NULL_STREAM));
        });
        return machine.grid("C").completed() < 0 ? "never ran" : answers.error(0);
    }

    private static String alignment(ProgramMachine machine) {
        WordArray answers = new WordArray(machine, 3);
        machine.run(k -> {
            int[] alignments = {1, 4, 256};
            for (int i = 0; i < alignments.length; i++) {
                Register buffer = k.device().getParameterBuffer(u64(alignments[i]), u64(40));
                answers.store(k, i, k.and(buffer, u64(63)));
            }
        });
        return answers.text();
    }

    private static String largeBuffer(ProgramMachine machine) {
        WordArray answers = new WordArray(machine, 2);
        machine.run(k -> {
            for (int i = 0; i < 2; i++) {
                Register buffer = k.device().getParameterBuffer(u64(64), u64(4096 + i));
                answers.store(k, i, k.select(k.notEqual(buffer, u64(0)), s32(1), s32(0)));
            }
        });
        return answers.text();
    }

    private static Kernel manyParameters(boolean oneMore) {
        return kernel("C", k -> {
            Register out = k.parameter(U64);
            Register last = out;
            for (int i = 1; i < WORDS_OF_4096; i++) {
                last = k.parameter(U64);
            }
            if (oneMore) {
                k.parameter(U8);
            }
            k.memory().store(StateSpace.GLOBAL, S32, out, 8, last);
        });
    }

    private static String manyParameters(ProgramMachine machine, boolean oneMore) {
        WordArray answers = new WordArray(machine, 2);
        Kernel child = manyParameters(oneMore);
        machine.run(k -> {
            List<Operand> parameters = new ArrayList<>(List.of(answers.address()));
            for (int i = 1; i < WORDS_OF_4096; i++) {
                parameters.add(u64(i + 1));
            }
            if (oneMore) {
                parameters.add(u32(1));
            }
            Register error = k.device()
                    .launch(KernelReference.to(child), ONE, ONE, NULL_STREAM, parameters.toArray(new Operand[0]));
            answers.store(k, error);
        });
        return answers.error(0) + ", last value " + answers.read(1);
    }

    private static RuleScenario layout(String outcome, ValueType... types) {
        String names = List.of(types).stream().map(ValueType::name).collect(Collectors.joining(", "));
        return claim("PARM-4", "each of " + names + " is at the next multiple of its size")
                .must(BOTH, outcome, machine -> {
                    Kernel kernel = kernel("K", k -> List.of(types).forEach(k::parameter));
                    String offsets = kernel.parameters().offsetsBytes().stream()
                            .map(String::valueOf)
                            .collect(Collectors.joining(" "));
                    return offsets + ", " + kernel.parameters().totalBytes() + " bytes";
                });
    }

    private static String captured(ProgramMachine machine) {
        WordArray answers = new WordArray(machine, 2);
        KernelReference child = storing("C", 0);
        machine.run(k -> {
            Register value = k.variable(s32(7));
            launch(k, child, NULL_STREAM, answers.address(), value, value);
            k.assign(value, s32(8));
            spin(k, 1_000);
        });
        return Integer.toString(answers.read());
    }
}
