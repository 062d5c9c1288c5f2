package io.cdpsim.semantics.litmus;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Writes the code of one thread of a test: its statements, straight on or, where it jumps, from a loop that chooses the next block. */
final class ThreadCompiler {
    private final KernelBuilder k;
    private final LitmusProgram program;
    private final StatementCompiler statements;
    private final RandomPauses pauses;
    private final Register record;

    ThreadCompiler(
            KernelBuilder k,
            LitmusProgram program,
            StatementCompiler statements,
            RandomPauses pauses,
            Register record) {
        this.k = k;
        this.program = program;
        this.statements = statements;
        this.pauses = pauses;
        this.record = record;
    }

    /** Whether a program has jumps. */
    static boolean jumps(LitmusProgram program) {
        return program.statements().stream()
                .map(LitmusStatement::instruction)
                .anyMatch(each -> each instanceof LitmusInstruction.Branch || each instanceof LitmusInstruction.Goto);
    }

    void emit() {
        if (!jumps(program)) {
            emit(0, program.statements().size());
            return;
        }
        List<Integer> leaders = leaders();
        Register next = k.variable(Operand.s32(0));
        Operand end = Operand.s32(leaders.size() - 1);
        k.doWhile(() -> {
            for (int i = 0; i + 1 < leaders.size(); i++) {
                int block = i;
                k.ifThen(k.equal(next, Operand.s32(block)), () -> block(leaders, block, next));
            }
            return k.notEqual(next, end);
        });
    }

    /** Where blocks start, and the end. */
    private List<Integer> leaders() {
        TreeSet<Integer> leaders = new TreeSet<>();
        leaders.add(0);
        int size = program.statements().size();
        for (int i = 0; i < size; i++) {
            LitmusInstruction instruction = program.statements().get(i).instruction();
            if (instruction instanceof LitmusInstruction.Branch branch) {
                leaders.add(branch.target());
                leaders.add(i + 1);
            } else if (instruction instanceof LitmusInstruction.Goto jump) {
                leaders.add(jump.target());
                leaders.add(i + 1);
            }
        }
        leaders.add(size);
        return new ArrayList<>(leaders);
    }

    private void block(List<Integer> leaders, int block, Register next) {
        int from = leaders.get(block);
        int to = leaders.get(block + 1);
        LitmusInstruction last = program.statements().get(to - 1).instruction();
        if (last instanceof LitmusInstruction.Branch branch) {
            emit(from, to - 1);
            Predicate taken = k.compare(
                    Comparison.valueOf(branch.comparison().name()),
                    statements.value(branch.left()),
                    statements.value(branch.right()));
            k.assign(next, k.select(taken, Operand.s32(leaders.indexOf(branch.target())), Operand.s32(block + 1)));
        } else if (last instanceof LitmusInstruction.Goto jump) {
            emit(from, to - 1);
            k.assign(next, Operand.s32(leaders.indexOf(jump.target())));
        } else {
            emit(from, to);
            k.assign(next, Operand.s32(block + 1));
        }
    }

    private void emit(int from, int to) {
        for (int i = from; i < to; i++) {
            pauses.emit(k, record);
            LitmusStatement statement = program.statements().get(i);
            k.at(statement.text());
            statements.emit(statement.instruction());
        }
    }

    /** Registers that start as 0. */
    static List<Register> zeros(KernelBuilder k, int count) {
        List<Register> registers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            registers.add(k.variable(Operand.s64(0)));
        }
        return registers;
    }

    static Register parameter(KernelBuilder k) {
        return k.parameter(ValueType.S64);
    }
}
