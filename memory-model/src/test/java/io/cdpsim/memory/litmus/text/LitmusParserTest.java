package io.cdpsim.memory.litmus.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.litmus.Condition;
import io.cdpsim.memory.litmus.IntegerComparison;
import io.cdpsim.memory.litmus.LaunchAttributes;
import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusInstruction.StreamOperand;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import io.cdpsim.memory.litmus.LitmusScope;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import io.cdpsim.memory.litmus.LitmusTest.FinalCondition.Quantifier;
import io.cdpsim.memory.litmus.LitmusTest.KernelProgram;
import io.cdpsim.memory.litmus.LitmusTest.LitmusVariable;
import io.cdpsim.memory.litmus.LitmusTest.OutcomeDeclaration;
import io.cdpsim.memory.litmus.LitmusTest.TestThread;
import io.cdpsim.memory.litmus.ReadModifyWrite;
import java.util.List;
import java.util.Optional;
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
    private static LitmusInstruction instruction(String text) {
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
                .extracting(LitmusVariable::name, LitmusVariable::initial)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("x", new LitmusOperand.Immediate(0)),
                        org.assertj.core.groups.Tuple.tuple("y", new LitmusOperand.Immediate(16)),
                        org.assertj.core.groups.Tuple.tuple("z", new LitmusOperand.Immediate(0)));
        TestThread reader = test.threads().get(1);
        assertThat(reader.block()).isEqualTo(1);
        assertThat(reader.gpu()).isEqualTo(2);
        assertThat(reader.initialRegisters())
                .containsExactly(
                        new TestThread.InitialRegister(0, new LitmusOperand.Immediate(-1)),
                        new TestThread.InitialRegister(1, new LitmusOperand.Symbol(0)),
                        new TestThread.InitialRegister(2, new LitmusOperand.Immediate(0)));
        assertThat(reader.program().statements())
                .extracting(LitmusStatement::instruction)
                .startsWith(
                        new LitmusInstruction.Load(
                                MemoryOrder.RELAXED, LitmusScope.DEVICE, 0, new LitmusOperand.Symbol(1)),
                        new LitmusInstruction.Branch(
                                IntegerComparison.NOT_EQUAL,
                                new LitmusOperand.Register(0),
                                new LitmusOperand.Immediate(1),
                                0));
        assertThat(test.question().quantifier()).isEqualTo(Quantifier.NOT_EXISTS);
        assertThat(test.question().condition())
                .isEqualTo(new Condition.All(List.of(
                        new Condition.Compare(
                                IntegerComparison.EQUAL, new Condition.Register("P1", "r0"), new Condition.Value(1)),
                        new Condition.Compare(
                                IntegerComparison.EQUAL, new Condition.Register("P1", "r1"), new Condition.Value(0)))));
    }

    @Test
    void loadsAndStoresHaveTheirOrderAndScopeWhereverTheyStandInTheName() {
        LitmusOperand x = new LitmusOperand.Symbol(0);
        LitmusOperand one = new LitmusOperand.Immediate(1);
        assertThat(instruction("ld.acquire.sys r0, x"))
                .isEqualTo(new LitmusInstruction.Load(MemoryOrder.ACQUIRE, LitmusScope.SYSTEM, 0, x));
        assertThat(instruction("ld.relaxed.cta.global.u32 r0, [x]"))
                .isEqualTo(new LitmusInstruction.Load(MemoryOrder.RELAXED, LitmusScope.BLOCK, 0, x));
        assertThat(instruction("ld r0, 7")).isEqualTo(new LitmusInstruction.Move(0, new LitmusOperand.Immediate(7)));
        assertThat(instruction("ld r0, r1")).isEqualTo(new LitmusInstruction.Move(0, new LitmusOperand.Register(1)));
        assertThat(instruction("ld r0, x"))
                .isEqualTo(new LitmusInstruction.Load(MemoryOrder.WEAK, LitmusScope.SYSTEM, 0, x));
        assertThat(instruction("st.release.gpu x, 1"))
                .isEqualTo(new LitmusInstruction.Store(MemoryOrder.RELEASE, LitmusScope.DEVICE, x, one));
        assertThat(instruction("st.weak x, r5"))
                .isEqualTo(new LitmusInstruction.Store(
                        MemoryOrder.WEAK, LitmusScope.DEVICE, x, new LitmusOperand.Register(0)));
        assertThat(instruction("st.volatile x, 1"))
                .isEqualTo(new LitmusInstruction.Store(MemoryOrder.RELAXED, LitmusScope.SYSTEM, x, one));
    }

    @Test
    void anAtomicIsRelaxedAndOfTheDeviceWhereItDoesNotSay() {
        LitmusOperand x = new LitmusOperand.Symbol(0);
        LitmusOperand one = new LitmusOperand.Immediate(1);
        OptionalInt r0 = OptionalInt.of(0);
        assertThat(instruction("atom.add r0, x, 1"))
                .isEqualTo(new LitmusInstruction.Atomic(
                        MemoryOrder.RELAXED, LitmusScope.DEVICE, ReadModifyWrite.ADD, r0, x, one, one));
        assertThat(instruction("atom.acq_rel.sys.exch r0, x, 1"))
                .isEqualTo(new LitmusInstruction.Atomic(
                        MemoryOrder.ACQUIRE_RELEASE, LitmusScope.SYSTEM, ReadModifyWrite.EXCHANGE, r0, x, one, one));
        assertThat(instruction("atom.acquire.cta.cas r0, x, 0, 1"))
                .isEqualTo(new LitmusInstruction.Atomic(
                        MemoryOrder.ACQUIRE,
                        LitmusScope.BLOCK,
                        ReadModifyWrite.COMPARE_AND_SWAP,
                        r0,
                        x,
                        new LitmusOperand.Immediate(0),
                        one));
        assertThat(instruction("red.relaxed.gpu.plus x, 1"))
                .isEqualTo(new LitmusInstruction.Atomic(
                        MemoryOrder.RELAXED,
                        LitmusScope.DEVICE,
                        ReadModifyWrite.ADD,
                        OptionalInt.empty(),
                        x,
                        one,
                        one));
    }

    @ParameterizedTest
    @CsvSource({
        "fence.sc.cta, true, BLOCK",
        "fence.acq_rel.sys, false, SYSTEM",
        "membar.cta, true, BLOCK",
        "membar.gl, true, DEVICE",
        "membar.sys, true, SYSTEM"
    })
    void membarIsASequentiallyConsistentFence(String text, boolean sequentiallyConsistent, LitmusScope scope) {
        assertThat(instruction(text)).isEqualTo(new LitmusInstruction.Fence(sequentiallyConsistent, scope));
    }

    @Test
    void aBarrierHasAnIdAResourceAndACount() {
        LitmusOperand one = new LitmusOperand.Immediate(1);
        assertThat(instruction("bar.cta.sync 1"))
                .isEqualTo(new LitmusInstruction.Barrier(true, one, one, Optional.empty()));
        assertThat(instruction("bar.cta.arrive 1, 2, 3"))
                .isEqualTo(new LitmusInstruction.Barrier(
                        false, one, new LitmusOperand.Immediate(2), Optional.of(new LitmusOperand.Immediate(3))));
        assertThat(instruction("bar.cta.sync 1, r2"))
                .isEqualTo(new LitmusInstruction.Barrier(true, one, new LitmusOperand.Register(0), Optional.empty()));
        assertThat(instruction("bar.cta.sync 1, r2, r3"))
                .isEqualTo(new LitmusInstruction.Barrier(
                        true, one, new LitmusOperand.Register(0), Optional.of(new LitmusOperand.Register(1))));
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
                .extracting(LitmusVariable::space)
                .containsExactly(AddressSpace.GLOBAL, AddressSpace.SHARED, AddressSpace.MAPPED);
        assertThat(test.threads()).hasSize(2);
        assertThat(test.host()).isPresent();
        LitmusInstruction launch =
                test.threads().get(0).program().statements().get(0).instruction();
        assertThat(launch)
                .isEqualTo(new LitmusInstruction.Launch(
                        "c",
                        0,
                        1,
                        2,
                        List.of(
                                new LitmusOperand.Symbol(0),
                                new LitmusOperand.Immediate(1),
                                new LitmusOperand.StreamHandle("A")),
                        LaunchAttributes.NONE,
                        new StreamOperand.Named("A")));
        KernelProgram child = test.kernels().get(0);
        assertThat(child.parameters()).isEqualTo(3);
        assertThat(((LitmusInstruction.Launch)
                                child.programOf(1).statements().get(1).instruction())
                        .stream())
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
        LitmusTest test = parse("PTX t\n{x=0}\nP0;\nld.weak r0,x; ld.weak r1,x;\n" + question);
        assertThat(test.threads()).hasSize(1);
    }

    @Test
    void whatIsUsedAndNotDeclaredStartsAtZero() {
        LitmusTest test =
                parse("PTX t\n{ }\nP0;\nst.weak y, 1; ld.weak r0, [x]; ld r1, &z;\nexists (y == 1 /\\ x == 0)");
        assertThat(test.variables())
                .containsExactly(
                        new LitmusVariable("y", AddressSpace.GLOBAL, new LitmusOperand.Immediate(0)),
                        new LitmusVariable("x", AddressSpace.GLOBAL, new LitmusOperand.Immediate(0)),
                        new LitmusVariable("z", AddressSpace.GLOBAL, new LitmusOperand.Immediate(0)));
    }

    @Test
    void whereNothingIsAskedAllRegistersAndVariablesAreSeen() {
        LitmusTest test = parse("PTX t\n{x=0; P0:r7=1;}\nP0;\nld.weak r0, x;");
        assertThat(test.question().quantifier()).isEqualTo(Quantifier.NONE);
        assertThat(test.observed())
                .containsExactly(
                        new Condition.Register("P0", "r7"),
                        new Condition.Register("P0", "r0"),
                        new Condition.Memory("", 0));
    }

    /** Files from Windows, and from Macs of long ago. */
    @ParameterizedTest
    @ValueSource(strings = {"\r\n", "\r"})
    void linesMayEndAsTheyDoElsewhere(String end) {
        String text = "PTX t\n\"two\nlines\"\n{x=0}\nP0;\nld.weak r0, x; // flag\nst.weak x, 1;\nexists (P0:r0 == 1)\n";
        assertThat(parse(text.replace("\n", end))).isEqualTo(parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "~", "~("})
    void conditionsThatNestTooDeepAreRefusedWithTheirPlace(String open) {
        String text = "PTX t\n{x=0}\nP0;\nst.weak x, 1;\nexists " + open.repeat(2000) + "x == 1" + ")".repeat(2000);
        assertThatThrownBy(() -> parse(text))
                .isInstanceOf(LitmusException.class)
                .hasMessageMatching("t\\.litmus:5:\\d+: parentheses and negations nest deeper than 200 here;.*");
    }

    @Test
    void aConditionMayNestAsDeepAsPeopleWriteThem() {
        assertThat(parse("PTX t\n{x=0}\nP0;\nst.weak x, 1;\nexists " + "(".repeat(150) + "x == 1" + ")".repeat(150))
                        .question()
                        .condition())
                .isInstanceOf(Condition.Compare.class);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
        X86 t                                      => 1: found 'X86 t', expected a header as 'PTX name'
        PTX t                                      => 1: no '{' found; write the initial values between braces, as in { x=0; }
        PTX t/{x=0; y -> x}                        => 2:7: 'y ->' is not a declaration; write y @ generic aliases x for another address of x
        PTX t/{x=0; y @ tex aliases x}             => 2:11: 'tex' is not a proxy, expected generic, texture, surface or constant
        PTX t/{x=0; y @ texture x}                 => 2:19: found 'x', expected 'aliases' and a variable after a proxy
        PTX t/{x=0; y @ texture aliases z}         => 2:27: 'z' is not a variable declared before; declare it, as in z=0;
        PTX t/{x=0; x @ texture aliases x}         => 2:7: 'x' is declared twice; give the alias a name of its own
        PTX t/{x=0; y @ texture aliases x=1}       => 2:28: an alias has the value of 'x'; write the value there
        PTX t/{x=0}/P0;/fence.proxy.async;         => 4:1: 'fence.proxy.async': expected a proxy: alias, texture, surface or constant;
        PTX t/{x=0}/P0;/fence.proxy.generic;       => 4:1: 'fence.proxy.generic': expected a proxy
        PTX t/{x=0}/P0;/barrier.cluster.sync;      => 4:1: 'barrier.cluster.sync': the barrier of a cluster is arrive or wait
        PTX t/{x=0}/P0;/barrier.cluster.wait.release; => 4:1: 'barrier.cluster.wait.release': an arrival is release or relaxed, a wait acquire
        PTX t/{x=0}/P0;/bar.cta.red.xor r0, 0, 1;  => 4:1: 'bar.cta.red.xor': expected a reduction: popc, and or or
        PTX t/{x=0}/P0;/bar.cta.red.or r0, 1;      => 4:1: 'bar.cta.red.or': expected a register, a barrier with its resource and count if wanted, and a predicate
        PTX t/{x=0}/P0;/bar.cta.red.or r0, 1, 1;/bar.cta.sync 1; => 5: 'bar.cta.sync 1' uses barrier 1 with and without a reduction
        PTX t/{x=0}/P0;/mbarrier.inval x;          => 4:1: 'mbarrier.inval': expected an operation: init, arrive,
        PTX t/{x=0}/P0;/mbarrier.init x, 0;        => 4:18: found 0, expected a number of arrivals from 1 to 4095
        PTX t/{x=0}/P0;/mbarrier.arrive.acquire r0, x; => 4:1: 'mbarrier.arrive.acquire': an arrival is release or relaxed, a test acquire or relaxed
        PTX t/{mbarrier b}                         => 2:12: found '}', expected '=' after an mbarrier, with its number of arrivals
        PTX t/{x=0}/P0;/isst.weak x, 1;            => 4:1: 'isst.weak': this instruction is not supported; expected one of ld, tld,
        PTX t cdp2/{x=0}/P0;//ld.weak r0, z;       => 5:13: 'z' is neither a register of P0 nor a variable; name it between the braces, as in { z=0; }
        PTX t/{x=0}/P0;/st.acquire.gpu x, 1;       => 4:1: 'st.acquire.gpu': a store is weak, relaxed or release
        PTX t/{x=0}/P0;/goto L;                    => 4:6: 'L' is not a label of P0
        PTX t/{x=0}/P0;/st.weak x 1;               => 4:11: found '1', expected ',' between operands
        PTX t/{x=0}/P0;/st.weak x, 1 | ;           => 4:1: this row has more cells than there are threads: 1
        PTX t/{x=0}/P0;/st.weak x, 1;/exists (y=1) => 5:9: 'y' is not a variable of this test;
        PTX t/{x=0}/P0;/st.weak x, 1;/exists (P0:r0=1) => 5:12: a condition names the register 'r0' of P0, but P0 has none; write to one in its column
        PTX t/{x=0}/P0;/ld.weak r0, x;/exists (P0:r1=1) => 5:12: a condition names the register 'r1' of P0, but P0 has r0; name one of these
        PTX t/{x=0}/P0;/ld.weak r0, x;/exists (P1:r0=1) => 5:9: a condition names the thread 'P1', but there are only P0; name one of these
        PTX t/{x=0}/P0;/ld.weak r0, x;/locations [1:r0;] => 5:12: a condition names the thread 'P1', but there are only P0; name one of these
        PTX t/{x=0}/P0;/bar.cta.sync x;            => 4:14: found 'x', expected a barrier: a number or a register
        PTX t/{x=0}/P0;/sync;                      => 4: 'sync' has no effect in a plain test; write cdp1 or cdp2 behind the test's name in the header
        PTX t cdp2/{x=0}/P0;/launch c k<<<1,1>>>;  => 4:10: there is no kernel 'k'; add 'kernel k ()' below the threads
        PTX t cdp2/{x=0}/P0;/launch c k<<<1,1>>> stream nul;/kernel k ()/T; => 4:28: 'nul' is not a stream of P0: there are null, perthread, faf and tail, a
        PTX t cdp2/{x=0}/P0;/record E, a;          => 4:11: 'a' is not a stream of P0: there are null,
        PTX t cdp2/{x=0}/P0;/launch c k<<<2,1>>>;/kernel k ()/T;/ld.weak r0, x;/exists (c.2:r0=1) => 8:9: a condition names the thread 'c.2', but there are only P0, c.0 to c.1; name one of these
        PTX t cdp2/{x=0}/P0;/launch c k<<<2,1>>>;/kernel k ()/T;/ld.weak r0, x;/exists (c.1:r1=1) => 8:13: a condition names the register 'r1' of c.1, but c.1 has r0; name one of these
        """)
    void whatIsWrongOrUnsupportedIsNamedWithItsLine(String text, String message) {
        assertThatThrownBy(() -> parse(text.replace("/", "\n")))
                .isInstanceOf(LitmusException.class)
                .hasMessageStartingWith("t.litmus:" + message);
    }
}
