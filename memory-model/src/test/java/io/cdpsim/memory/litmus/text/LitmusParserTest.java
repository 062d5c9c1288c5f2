package io.cdpsim.memory.litmus.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.memory.litmus.AtomicOperation;
import io.cdpsim.memory.litmus.Comparison;
import io.cdpsim.memory.litmus.Condition;
import io.cdpsim.memory.litmus.Dialect;
import io.cdpsim.memory.litmus.FinalCondition.Quantifier;
import io.cdpsim.memory.litmus.Instruction;
import io.cdpsim.memory.litmus.KernelProgram;
import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.Operand;
import io.cdpsim.memory.litmus.OutcomeDeclaration;
import io.cdpsim.memory.litmus.Statement;
import io.cdpsim.memory.litmus.StreamOperand;
import io.cdpsim.memory.litmus.TestThread;
import io.cdpsim.memory.litmus.Variable;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LitmusParserTest {
    private static LitmusTest parse(String text) {
        return LitmusParser.parse("t.litmus", text);
    }

    /** The only instruction of a test of one thread with variables x and y. */
    private static Instruction instruction(String text) {
        return parse("PTX t\n{ x=0; y=0; }\n P0@cta 0,gpu 0 ;\n " + text + " ;\nexists (x == 0)")
                .threads()
                .get(0)
                .program()
                .statements()
                .get(0)
                .instruction();
    }

    @Test
    void aPlainTestIsReadAsTheFieldWritesIt() {
        LitmusTest test = parse("""
                ptx MP-rlx+loop
                "Message passing, with {braces} in 'its' text"
                "and a second line"
                {
                x=0; y = 0x10; z;
                P1:r0=-1; P1:%r3=x; P1:r9;
                }
                 P0@cta 0,gpu 0 | P1@cta 1, gpu 2 ;
                 st.weak x, 1 (* data (* nested *) *) | LC00: ;
                 fence.acq_rel.gpu      | ld.relaxed.gpu %r0, [y] ; // flag
                 st.relaxed.gpu y, 1    | bne r0, 1, LC00 ;
                                        | ld.weak r1, x ;
                ~exists
                (P1:r0 == 1 /\\ P1:r1 == 0)
                """);
        assertThat(test.name()).isEqualTo("MP-rlx+loop");
        assertThat(test.dialect()).isEqualTo(Dialect.PLAIN);
        assertThat(test.variables())
                .extracting(Variable::name, Variable::initial)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("x", new Operand.Immediate(0)),
                        org.assertj.core.groups.Tuple.tuple("y", new Operand.Immediate(16)),
                        org.assertj.core.groups.Tuple.tuple("z", new Operand.Immediate(0)));
        TestThread reader = test.threads().get(1);
        assertThat(reader.block()).isEqualTo(1);
        assertThat(reader.gpu()).isEqualTo(2);
        assertThat(reader.initialRegisters())
                .containsExactly(
                        new TestThread.InitialRegister(0, new Operand.Immediate(-1)),
                        new TestThread.InitialRegister(1, new Operand.Symbol(0)),
                        new TestThread.InitialRegister(2, new Operand.Immediate(0)));
        assertThat(reader.program().statements())
                .extracting(Statement::instruction)
                .startsWith(
                        new Instruction.Load(MemoryOrder.RELAXED, Scope.DEVICE, 0, new Operand.Symbol(1)),
                        new Instruction.Branch(
                                Comparison.NOT_EQUAL, new Operand.Register(0), new Operand.Immediate(1), 0));
        assertThat(test.question().quantifier()).isEqualTo(Quantifier.NOT_EXISTS);
        assertThat(test.question().condition())
                .isEqualTo(new Condition.All(List.of(
                        new Condition.Compare(
                                Comparison.EQUAL, new Condition.Register("P1", "r0"), new Condition.Value(1)),
                        new Condition.Compare(
                                Comparison.EQUAL, new Condition.Register("P1", "r1"), new Condition.Value(0)))));
    }

    @Test
    void loadsAndStoresHaveTheirOrderAndScopeWhereverTheyStandInTheName() {
        Operand x = new Operand.Symbol(0);
        Operand one = new Operand.Immediate(1);
        assertThat(instruction("ld.acquire.sys r0, x"))
                .isEqualTo(new Instruction.Load(MemoryOrder.ACQUIRE, Scope.SYSTEM, 0, x));
        assertThat(instruction("ld.relaxed.cta.global.u32 r0, [x]"))
                .isEqualTo(new Instruction.Load(MemoryOrder.RELAXED, Scope.BLOCK, 0, x));
        assertThat(instruction("ld r0, 7")).isEqualTo(new Instruction.Move(0, new Operand.Immediate(7)));
        assertThat(instruction("ld r0, r1")).isEqualTo(new Instruction.Move(0, new Operand.Register(1)));
        assertThat(instruction("ld r0, x")).isEqualTo(new Instruction.Load(MemoryOrder.WEAK, Scope.SYSTEM, 0, x));
        assertThat(instruction("st.release.gpu x, 1"))
                .isEqualTo(new Instruction.Store(MemoryOrder.RELEASE, Scope.DEVICE, x, one));
        assertThat(instruction("st.weak x, r5"))
                .isEqualTo(new Instruction.Store(MemoryOrder.WEAK, Scope.DEVICE, x, new Operand.Register(0)));
        assertThat(instruction("st.volatile x, 1"))
                .isEqualTo(new Instruction.Store(MemoryOrder.RELAXED, Scope.SYSTEM, x, one));
    }

    @Test
    void anAtomicIsRelaxedAndOfTheDeviceWhereItDoesNotSay() {
        Operand x = new Operand.Symbol(0);
        Operand one = new Operand.Immediate(1);
        OptionalInt r0 = OptionalInt.of(0);
        assertThat(instruction("atom.add r0, x, 1"))
                .isEqualTo(new Instruction.Atomic(
                        MemoryOrder.RELAXED, Scope.DEVICE, AtomicOperation.ADD, r0, x, one, one));
        assertThat(instruction("atom.acq_rel.sys.exch r0, x, 1"))
                .isEqualTo(new Instruction.Atomic(
                        MemoryOrder.ACQUIRE_RELEASE, Scope.SYSTEM, AtomicOperation.EXCHANGE, r0, x, one, one));
        assertThat(instruction("atom.acquire.cta.cas r0, x, 0, 1"))
                .isEqualTo(new Instruction.Atomic(
                        MemoryOrder.ACQUIRE,
                        Scope.BLOCK,
                        AtomicOperation.COMPARE_AND_SWAP,
                        r0,
                        x,
                        new Operand.Immediate(0),
                        one));
        assertThat(instruction("red.relaxed.gpu.plus x, 1"))
                .isEqualTo(new Instruction.Atomic(
                        MemoryOrder.RELAXED, Scope.DEVICE, AtomicOperation.ADD, OptionalInt.empty(), x, one, one));
    }

    @ParameterizedTest
    @CsvSource({
        "fence.sc.cta, true, BLOCK",
        "fence.acq_rel.sys, false, SYSTEM",
        "membar.cta, true, BLOCK",
        "membar.gl, true, DEVICE",
        "membar.sys, true, SYSTEM"
    })
    void membarIsASequentiallyConsistentFence(String text, boolean sequentiallyConsistent, Scope scope) {
        assertThat(instruction(text)).isEqualTo(new Instruction.Fence(sequentiallyConsistent, scope));
    }

    @Test
    void aBarrierHasAnIdAResourceAndACount() {
        assertThat(instruction("bar.cta.sync 1")).isEqualTo(new Instruction.Barrier(true, 1, 1, OptionalInt.empty()));
        assertThat(instruction("bar.cta.arrive 1, 2, 3"))
                .isEqualTo(new Instruction.Barrier(false, 1, 2, OptionalInt.of(3)));
    }

    @Test
    void aTestOfDynamicParallelismHasKernelsLaunchesAHostAndDeclarations() {
        LitmusTest test = parse("""
                PTX nested cdp1
                { x=0; shared s=0; mapped m=3; }
                 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | host ;
                 launch c child<<<1,2>>> (x, 1, stream A) stream A | | ld.weak r0, m ;
                 sync | record E, null | sync ;
                 | wait E, perthread | ;
                kernel child (p, v, q)
                 T ;
                 ld.weak r0, p ;
                 launch d leaf<<<2,1>>> stream q ;
                kernel leaf ()
                 T ;
                exists (c.1:r0 == 1 /\\ c.0.d.1:s == 0)
                allowed (c.0:r0 == 0) "E1"
                undefined (true) "STR-3"
                """);
        assertThat(test.dialect()).isEqualTo(Dialect.CDP1);
        assertThat(test.variables())
                .extracting(Variable::space)
                .containsExactly(AddressSpace.GLOBAL, AddressSpace.SHARED, AddressSpace.MAPPED);
        assertThat(test.threads()).hasSize(2);
        assertThat(test.host()).isPresent();
        Instruction launch = test.threads().get(0).program().statements().get(0).instruction();
        assertThat(launch)
                .isEqualTo(new Instruction.Launch(
                        "c",
                        0,
                        1,
                        2,
                        List.of(new Operand.Symbol(0), new Operand.Immediate(1), new Operand.StreamHandle("A")),
                        new StreamOperand.Named("A")));
        KernelProgram child = test.kernels().get(0);
        assertThat(child.parameters()).isEqualTo(3);
        assertThat(((Instruction.Launch) child.programOf(1).statements().get(1).instruction()).stream())
                .isEqualTo(new StreamOperand.Handle(2));
        assertThat(test.declarations()).extracting(OutcomeDeclaration::rule).containsExactly("E1", "STR-3");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exists (x == 1)",
                "exists x = 1",
                "not exists ([x] != 1)",
                "filter (P0:r0 == 1) exists (x == 1 \\/ ~(P0:r0 < P0:r1) && true)",
                "locations [x; P0:r0;] forall (0:r0 == -1)",
                "locations [x;]",
                ""
            })
    void theQuestionMayBeAskedInEveryWayInUse(String question) {
        LitmusTest test = parse("PTX t\n{x=0}\nP0;\nld.weak r0,x;\n" + question);
        assertThat(test.threads()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            X86 t                                      => 1: found 'X86 t', expected a header as 'PTX name'
            PTX t                                      => 1: no '{' found; the initial values stand between braces, as in { x=0; }
            PTX t/{x=0; y -> x}                        => 2: aliases and proxies are not supported, as 'y ->' asks for; use one name for one location
            PTX t/{x=0}/P0;/fence.proxy.alias;         => 4: 'fence.proxy.alias': proxies are not supported
            PTX t/{x=0}/P0;/sust.weak x, 1;            => 4: 'sust.weak': this instruction is not supported; expected one of ld, st,
            PTX t/{x=0}/P0;//ld.weak r0, z;            => 5: 'z' is neither a register of P0 nor a variable; name it between the braces, as in { z=0; }
            PTX t/{x=0}/P0;/st.acquire.gpu x, 1;       => 4: 'st.acquire.gpu': a store is weak, relaxed or release
            PTX t/{x=0}/P0;/goto L;                    => 4: 'L' is no label of P0
            PTX t/{x=0}/P0;/st.weak x 1;               => 4: found '1', expected ',' between operands
            PTX t/{x=0}/P0;/st.weak x, 1 | ;           => 4: this row has more cells than there are threads, which are 1
            PTX t/{x=0}/P0;/st.weak x, 1;/exists (y=1) => 5: 'y' is no variable of this test;
            PTX t/{x=0}/P0;/sync;                      => 4: 'sync' says nothing in a plain test; write cdp1 or cdp2 behind the test's name in the header
            PTX t cdp2/{x=0}/P0;/launch c k<<<1,1>>>;  => 4: there is no kernel 'k'; add 'kernel k ()' below the threads
            """)
    void whatIsWrongOrUnsupportedIsNamedWithItsLine(String text, String message) {
        assertThatThrownBy(() -> parse(text.replace("/", "\n")))
                .isInstanceOf(LitmusException.class)
                .hasMessageStartingWith("t.litmus:" + message);
    }
}
