package io.cdpsim.kernel.execution;

import io.cdpsim.kernel.builder.CodeEmitter;
import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.ParameterLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Writes random kernels that end: nested ifs, loops with breaks, early returns, and calls of functions whose lanes return one after the
 * other. Registers 0 to 7 hold data, 8 to 15 loop counters; a callee's window starts behind them.
 */
final class RandomProgram {
    /** Registers of a frame. */
    static final int FRAME = 16;

    /** Registers that all frames together can reach. */
    static final int ALL_REGISTERS = 8 * FRAME;

    private static final int DATA = 8;
    private static final int PREDICATES = 4;
    private static final int MOST_DEPTH = 4;
    private static final int NONE = Instruction.NO_OPERAND;

    /** What a program may hold beside arithmetic, ifs and loops. */
    record Features(boolean breaks, boolean exits, boolean calls) {}

    private final SplittableRandom random;
    private final Features features;
    private final CodeEmitter emitter = new CodeEmitter();
    private final List<Integer> topLevel = new ArrayList<>();
    private final List<Integer> breaks = new ArrayList<>();
    private final int[] functions;
    private boolean inFunction;
    private int budget;

    private RandomProgram(long seed, Features features) {
        this.random = new SplittableRandom(seed);
        this.features = features;
        this.functions = new int[features.calls() ? 3 : 0];
        // A caller reaches into the window of its callee to hand over arguments.
        emitter.newRegisters(2 * FRAME);
        for (int i = 0; i < PREDICATES; i++) {
            emitter.newPredicate();
        }
    }

    /** A kernel, and the instructions of it that stand in no if, loop or function. */
    record Written(Kernel kernel, List<Integer> topLevel) {}

    static Written write(long seed, Features features) {
        return new RandomProgram(seed, features).structured();
    }

    private Written structured() {
        for (int i = 0; i < functions.length; i++) {
            functions[i] = emitter.newLabel();
        }
        budget = 60;
        for (int i = random.nextInt(4, 9); i > 0; i--) {
            statement(0, functions.length);
            topLevel.add(emitter.size());
            compute();
        }
        sum();
        readResult();
        emitter.emit(Opcode.EXIT, -1, NONE, NONE, NONE, Modifiers.NONE);
        inFunction = true;
        for (int i = 0; i < functions.length; i++) {
            emitter.place(functions[i]);
            budget = 24;
            for (int k = random.nextInt(1, 5); k > 0; k--) {
                // Functions call only those with a lower number, so that calls end.
                statement(0, i);
            }
            emitter.emit(Opcode.RETURN, -1, NONE, NONE, NONE, Modifiers.NONE);
        }
        return new Written(kernel(), topLevel);
    }

    /** Reads the register that holds the result, as a thread does before it ends: compiled code keeps no value that nobody reads. */
    private void readResult() {
        emitter.emit(Opcode.NANOSLEEP, -1, 0, NONE, NONE, Modifiers.NONE);
    }

    private Kernel kernel() {
        return emitter.build(new KernelAttributes("random", 32, 0, 0, 0, false), ParameterLayout.of(List.of()));
    }

    /** A kernel of blocks that branch anywhere; each lane has fuel for so many blocks. */
    static Kernel writeUnstructured(long seed) {
        return new RandomProgram(seed, new Features(false, false, false)).unstructured();
    }

    private Kernel unstructured() {
        int fuel = DATA;
        emitter.emit(Opcode.MOV, fuel, emitter.constant(40), NONE, NONE, Modifiers.NONE);
        int blocks = random.nextInt(2, 10);
        int[] labels = new int[blocks];
        for (int i = 0; i < blocks; i++) {
            labels[i] = emitter.newLabel();
        }
        int end = emitter.newLabel();
        for (int label : labels) {
            emitter.place(label);
            emitter.emit(Opcode.ADD_I32, fuel, fuel, emitter.constant(-1), NONE, Modifiers.NONE);
            compare(0, fuel, Comparison.LESS, emitter.constant(0));
            branch(0, false, end);
            compute();
            for (int i = random.nextInt(3); i > 0; i--) {
                branch(condition(), random.nextBoolean(), labels[random.nextInt(blocks)]);
                compute();
            }
            if (random.nextInt(4) == 0) {
                emitter.emitTo(Opcode.BRANCH, labels[random.nextInt(blocks)], Modifiers.NONE);
            } else if (random.nextInt(6) == 0) {
                readResult();
                emitter.guardNext(condition(), random.nextBoolean());
                emitter.emit(Opcode.EXIT, -1, NONE, NONE, NONE, Modifiers.NONE);
            }
        }
        emitter.place(end);
        sum();
        readResult();
        return kernel();
    }

    /** Adds all data up in register 0, so that none of it is dead before. */
    private void sum() {
        for (int r = 1; r < DATA; r++) {
            emitter.emit(Opcode.ADD_I32, 0, 0, r, NONE, Modifiers.NONE);
        }
    }

    private void body(int depth, int callable) {
        for (int i = random.nextInt(4); i > 0; i--) {
            statement(depth, callable);
        }
    }

    private void statement(int depth, int callable) {
        int kind = budget-- <= 0 || depth >= MOST_DEPTH ? 0 : random.nextInt(11);
        switch (kind) {
            case 3 -> ifThen(depth, callable);
            case 4, 5 -> ifThenElse(depth, callable);
            case 6, 7 -> loop(depth, callable);
            case 8 -> leaveLoop();
            case 9 -> leave();
            case 10 -> call(callable);
            default -> compute();
        }
    }

    private void ifThen(int depth, int callable) {
        int end = emitter.newLabel();
        branch(condition(), random.nextBoolean(), end);
        body(depth + 1, callable);
        emitter.place(end);
    }

    private void ifThenElse(int depth, int callable) {
        int otherwise = emitter.newLabel();
        int end = emitter.newLabel();
        branch(condition(), random.nextBoolean(), otherwise);
        body(depth + 1, callable);
        emitter.emitTo(Opcode.BRANCH, end, Modifiers.NONE);
        emitter.place(otherwise);
        body(depth + 1, callable);
        emitter.place(end);
    }

    /** A lane goes round at most 3 times, a number of its own. */
    private void loop(int depth, int callable) {
        int counter = DATA + depth;
        int start = emitter.newLabel();
        int end = emitter.newLabel();
        boolean testsFirst = random.nextBoolean();
        emitter.emit(Opcode.AND_B32, counter, data(), emitter.constant(3), NONE, Modifiers.NONE);
        emitter.place(start);
        int test = PREDICATES - 1;
        if (testsFirst) {
            compare(test, counter, Comparison.LESS_OR_EQUAL, emitter.constant(0));
            branch(test, false, end);
        }
        emitter.emit(Opcode.ADD_I32, counter, counter, emitter.constant(-1), NONE, Modifiers.NONE);
        breaks.add(end);
        body(depth + 1, callable);
        breaks.remove(breaks.size() - 1);
        if (testsFirst) {
            emitter.emitTo(Opcode.BRANCH, start, Modifiers.NONE);
        } else {
            compare(test, counter, Comparison.GREATER, emitter.constant(0));
            branch(test, false, start);
        }
        emitter.place(end);
    }

    private void leaveLoop() {
        if (features.breaks() && !breaks.isEmpty()) {
            branch(condition(), random.nextBoolean(), breaks.get(breaks.size() - 1));
        } else {
            compute();
        }
    }

    private void leave() {
        if (inFunction || features.exits()) {
            readResult();
            emitter.guardNext(condition(), random.nextBoolean());
            boolean returns = inFunction && (!features.exits() || random.nextInt(4) != 0);
            emitter.emit(returns ? Opcode.RETURN : Opcode.EXIT, -1, NONE, NONE, NONE, Modifiers.NONE);
        } else {
            compute();
        }
    }

    private void call(int callable) {
        if (callable == 0) {
            compute();
            return;
        }
        int target = functions[random.nextInt(callable)];
        for (int i = 0; i < DATA; i++) {
            emitter.emit(Opcode.MOV, FRAME + i, i, NONE, NONE, Modifiers.NONE);
        }
        if (random.nextBoolean()) {
            emitter.guardNext(condition(), random.nextBoolean());
        }
        emitter.emitTo(Opcode.CALL, target, new Modifiers.Call(FRAME, PREDICATES));
        emitter.emit(Opcode.XOR_B32, data(), data(), FRAME + random.nextInt(DATA), NONE, Modifiers.NONE);
    }

    private void compute() {
        int target = 1 + random.nextInt(DATA - 1);
        if (random.nextInt(3) == 0) {
            // Some instructions are for some lanes only.
            emitter.guardNext(condition(), random.nextBoolean());
        }
        switch (random.nextInt(3)) {
            case 0 -> emitter.emit(Opcode.MAD_I32, target, data(), operand(), operand(), Modifiers.NONE);
            case 1 -> emitter.emit(Opcode.XOR_B32, target, data(), operand(), NONE, Modifiers.NONE);
            default -> emitter.emit(Opcode.ADD_I32, target, data(), operand(), NONE, Modifiers.NONE);
        }
    }

    private int data() {
        return random.nextInt(DATA);
    }

    private int operand() {
        return random.nextBoolean() ? data() : emitter.constant(random.nextInt(-40, 41));
    }

    private int condition() {
        int predicate = random.nextInt(PREDICATES - 1);
        int masked = FRAME - 1;
        emitter.emit(Opcode.AND_B32, masked, data(), emitter.constant(7), NONE, Modifiers.NONE);
        // Those that integers need.
        List<Comparison> all = List.of(Comparison.values()).subList(0, 6);
        compare(predicate, masked, all.get(random.nextInt(all.size())), emitter.constant(random.nextInt(8)));
        return predicate;
    }

    private void compare(int predicate, int a, Comparison comparison, int b) {
        emitter.emit(Opcode.COMPARE_S32, predicate, a, b, NONE, new Modifiers.Compare(comparison));
    }

    private void branch(int predicate, boolean negated, int label) {
        emitter.guardNext(predicate, negated);
        emitter.emitTo(Opcode.BRANCH, label, Modifiers.NONE);
    }
}
