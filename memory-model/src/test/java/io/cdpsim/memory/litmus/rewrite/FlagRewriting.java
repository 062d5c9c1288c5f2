package io.cdpsim.memory.litmus.rewrite;

import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.litmus.Condition;
import io.cdpsim.memory.litmus.IntegerComparison;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import io.cdpsim.memory.litmus.LitmusScope;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import io.cdpsim.memory.litmus.LitmusTest.FinalCondition;
import io.cdpsim.memory.litmus.LitmusTest.OutcomeDeclaration;
import io.cdpsim.memory.litmus.LitmusTest.TestThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Rewrites a test of dynamic parallelism as a plain one: all threads run from the start, and where a launch or a completion puts what one
 * thread has done before what another goes on to do, the one releases a flag of its own at system scope and the other acquires it. A
 * filter keeps the executions in which every flag was seen.
 *
 * <p>The plain test has the same final states by another way: its checker needs to know nothing of grids. Only tests can be rewritten whose
 * grids and their order are the same in every execution.
 */
public final class FlagRewriting {
    private final LitmusTest original;
    private final StaticInstances instances;
    private final PlainVariables variables;
    private final PlainConditions conditions;
    private final List<PointOrder> orders;
    private final List<Integer> flags = new ArrayList<>();

    private FlagRewriting(LitmusTest original) throws NotStaticException {
        this.original = original;
        this.instances = new StaticInstances(original);
        this.variables = new PlainVariables(original);
        this.conditions = new PlainConditions(original, instances, variables);
        this.orders = new FlagPruning(instances.threads(), new GridOrder(original, instances).ofPoints()).pruned();
        for (int i = 0; i < orders.size(); i++) {
            flags.add(variables.flag(i));
        }
    }

    /**
     * Rewrites a test.
     *
     * @return the plain test; empty if grids or their order differ between executions: where threads jump, launch what a register holds, or
     *     use one stream or event together
     */
    public static Optional<RewrittenTest> rewrite(LitmusTest test) {
        try {
            return Optional.of(new FlagRewriting(test).rewritten());
        } catch (NotStaticException e) {
            return Optional.empty();
        }
    }

    private RewrittenTest rewritten() throws NotStaticException {
        List<TestThread> threads = new ArrayList<>();
        for (int i = 0; i < instances.threads().size(); i++) {
            threads.add(thread(i));
        }
        FinalCondition question = new FinalCondition(
                original.question().quantifier(),
                conditions.condition(original.question().condition()),
                original.question().text());
        for (OutcomeDeclaration each : original.declarations()) {
            conditions.condition(each.condition());
        }
        for (Condition.Term each : original.observed()) {
            conditions.term(each);
        }
        List<Condition> seen = new ArrayList<>();
        seen.add(conditions.condition(original.filter()));
        for (int i = 0; i < orders.size(); i++) {
            String reader = instances.threads().get(orders.get(i).to().thread()).name();
            seen.add(new Condition.Compare(
                    IntegerComparison.EQUAL, new Condition.Register(reader, flagRegister(i)), new Condition.Value(1)));
        }
        LitmusTest plain = new LitmusTest(
                original.file(),
                original.name() + " with flags",
                Dialect.PLAIN,
                original.text(),
                variables.all(),
                threads,
                Optional.empty(),
                List.of(),
                List.of(),
                conditions.terms(),
                new Condition.All(seen),
                question,
                List.of());
        return new RewrittenTest(plain, conditions.labels(), orders.size());
    }

    private static String flagRegister(int flag) {
        return "flag" + flag;
    }

    private TestThread thread(int number) {
        StaticThread thread = instances.threads().get(number);
        List<String> registers = new ArrayList<>(thread.program().registers());
        List<LitmusStatement> statements = new ArrayList<>();
        List<LitmusStatement> source = thread.program().statements();
        for (int i = 0; i <= source.size(); i++) {
            flagsAt(new ProgramPoint(number, i), registers, statements);
            if (i < source.size() && !isCall(source.get(i).instruction())) {
                LitmusStatement each = source.get(i);
                statements.add(
                        new LitmusStatement(each.line(), each.text(), instruction(each.instruction(), number, thread)));
            }
        }
        List<TestThread.InitialRegister> initial = new ArrayList<>();
        for (int i = 0; i < thread.first().size(); i++) {
            initial.add(new TestThread.InitialRegister(i, operand(thread.first().get(i), number, thread)));
        }
        return new TestThread(
                thread.block(),
                OptionalInt.of(thread.cluster()),
                thread.gpu(),
                new LitmusProgram(thread.name(), statements, registers),
                initial);
    }

    private void flagsAt(ProgramPoint point, List<String> registers, List<LitmusStatement> statements) {
        for (int i = 0; i < orders.size(); i++) {
            if (orders.get(i).to().equals(point)) {
                registers.add(flagRegister(i));
                LitmusInstruction load = new LitmusInstruction.Load(
                        MemoryOrder.ACQUIRE,
                        LitmusScope.SYSTEM,
                        registers.size() - 1,
                        new LitmusOperand.Symbol(flags.get(i)));
                statements.add(new LitmusStatement(0, "ld.acquire.sys " + flagRegister(i) + ", flag" + i, load));
            }
        }
        for (int i = 0; i < orders.size(); i++) {
            if (orders.get(i).from().equals(point)) {
                LitmusInstruction store = new LitmusInstruction.Store(
                        MemoryOrder.RELEASE,
                        LitmusScope.SYSTEM,
                        new LitmusOperand.Symbol(flags.get(i)),
                        new LitmusOperand.Immediate(1));
                statements.add(new LitmusStatement(0, "st.release.sys flag" + i + ", 1", store));
            }
        }
    }

    private static boolean isCall(LitmusInstruction instruction) {
        return instruction instanceof LitmusInstruction.Launch
                || instruction instanceof LitmusInstruction.GraphLaunch
                || instruction instanceof LitmusInstruction.DependentLaunch
                || instruction instanceof LitmusInstruction.DependencyWait
                || instruction instanceof LitmusInstruction.GridBarrier
                || instruction instanceof LitmusInstruction.ClusterArrival
                || instruction instanceof LitmusInstruction.ClusterWait
                || instruction instanceof LitmusInstruction.Synchronize
                || instruction instanceof LitmusInstruction.RecordEvent
                || instruction instanceof LitmusInstruction.WaitEvent;
    }

    private LitmusInstruction instruction(LitmusInstruction instruction, int number, StaticThread thread) {
        if (instruction instanceof LitmusInstruction.Load load) {
            return new LitmusInstruction.Load(
                    load.order(), load.scope(), load.register(), operand(load.address(), number, thread));
        }
        if (instruction instanceof LitmusInstruction.Store store) {
            return new LitmusInstruction.Store(
                    store.order(),
                    store.scope(),
                    operand(store.address(), number, thread),
                    operand(store.value(), number, thread));
        }
        if (instruction instanceof LitmusInstruction.Atomic atomic) {
            return new LitmusInstruction.Atomic(
                    atomic.order(),
                    atomic.scope(),
                    atomic.operation(),
                    atomic.register(),
                    operand(atomic.address(), number, thread),
                    operand(atomic.operand(), number, thread),
                    operand(atomic.replacement(), number, thread));
        }
        if (instruction instanceof LitmusInstruction.Move move) {
            return new LitmusInstruction.Move(move.register(), operand(move.value(), number, thread));
        }
        if (instruction instanceof LitmusInstruction.Arithmetic arithmetic) {
            return new LitmusInstruction.Arithmetic(
                    arithmetic.operation(),
                    arithmetic.register(),
                    operand(arithmetic.left(), number, thread),
                    operand(arithmetic.right(), number, thread));
        }
        return instruction;
    }

    private LitmusOperand operand(LitmusOperand operand, int number, StaticThread thread) {
        return operand instanceof LitmusOperand.Symbol symbol
                ? new LitmusOperand.Symbol(variables.of(symbol.variable(), number, thread))
                : operand;
    }
}
