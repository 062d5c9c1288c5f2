package io.cdpsim.ptx.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.cdpsim.ptx.syntax.Block;
import io.cdpsim.ptx.syntax.Directive;
import io.cdpsim.ptx.syntax.FloatLiteral;
import io.cdpsim.ptx.syntax.Initializer.AddressOf;
import io.cdpsim.ptx.syntax.Initializer.Items;
import io.cdpsim.ptx.syntax.IntegerLiteral;
import io.cdpsim.ptx.syntax.Linkage;
import io.cdpsim.ptx.syntax.Location;
import io.cdpsim.ptx.syntax.Parameter;
import io.cdpsim.ptx.syntax.PtxFunction;
import io.cdpsim.ptx.syntax.PtxInstruction;
import io.cdpsim.ptx.syntax.PtxModule;
import io.cdpsim.ptx.syntax.PtxModule.IsaVersion;
import io.cdpsim.ptx.syntax.PtxModule.SourceFile;
import io.cdpsim.ptx.syntax.PtxOperand;
import io.cdpsim.ptx.syntax.PtxOperand.Address;
import io.cdpsim.ptx.syntax.PtxOperand.Element;
import io.cdpsim.ptx.syntax.PtxOperand.Group;
import io.cdpsim.ptx.syntax.PtxOperand.Name;
import io.cdpsim.ptx.syntax.PtxOperand.Not;
import io.cdpsim.ptx.syntax.PtxOperand.Pair;
import io.cdpsim.ptx.syntax.PtxOperand.Sink;
import io.cdpsim.ptx.syntax.PtxOperand.Sum;
import io.cdpsim.ptx.syntax.PtxOperand.Vector;
import io.cdpsim.ptx.syntax.Space;
import io.cdpsim.ptx.syntax.Statement;
import io.cdpsim.ptx.syntax.Statement.BranchTargets;
import io.cdpsim.ptx.syntax.Statement.CallPrototype;
import io.cdpsim.ptx.syntax.Statement.Label;
import io.cdpsim.ptx.syntax.Statement.RegisterNames;
import io.cdpsim.ptx.syntax.Statement.Registers;
import io.cdpsim.ptx.syntax.Variable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PtxReaderTest {
    private static final String HEAD = ".version 7.10\n.target sm_90, texmode_independent\n.address_size 64\n";

    @Test
    void aModuleSaysWhatItIsWrittenFor() {
        PtxModule module = read(".file 2 \"C:\\a\\b.cu\", 17, 4\n.pragma \"a\", \"b\";\n.alias f, g;");
        assertThat(module.version()).isEqualTo(new IsaVersion(7, 10));
        assertThat(module.targets()).containsExactly("sm_90", "texmode_independent");
        assertThat(module.addressSize()).isEqualTo(64);
        assertThat(module.files()).containsExactly(new SourceFile(2, "C:\\a\\b.cu"));
        assertThat(module.pragmas().get(0).texts()).containsExactly("a", "b");
        assertThat(module.aliases().get(0).name()).isEqualTo("f");
        assertThat(module.aliases().get(0).function()).isEqualTo("g");
    }

    @Test
    void addressesHave32BitsWhereNothingIsSaid() {
        assertThat(PtxReader.read("t", ".version 6.0\n.target sm_70").addressSize())
                .isEqualTo(32);
    }

    @Test
    void variablesOfOneDeclarationShareItsSpecifiers() {
        List<Variable> variables =
                read(".weak .align 8 .const .v2 .f32 a, b[2][], c = {1, 2};").variables();
        assertThat(variables).extracting(Variable::name).containsExactly("a", "b", "c");
        assertThat(variables).allSatisfy(each -> {
            assertThat(each.linkage()).isEqualTo(Linkage.WEAK);
            assertThat(each.space()).isEqualTo(Space.CONST);
            assertThat(each.align()).isEqualTo(8);
            assertThat(each.vector()).isEqualTo(2);
            assertThat(each.type()).isEqualTo("f32");
        });
        assertThat(variables.get(1).dimensions()).containsExactly(2L, Variable.UNSIZED);
        assertThat(variables.get(2).initializer()).isInstanceOf(Items.class);
    }

    @Test
    void initialisersAreNumbersAndAddresses() {
        Variable variable = read(".global .u64 x[9] = {-1, 0f3F800000, y, y+4, generic(y)+-8, 0xFF00(generic(y)), {}};")
                .variables()
                .get(0);
        int at = variable.at() + "x[9] = {".length();
        assertThat(((Items) Objects.requireNonNull(variable.initializer())).items())
                .containsExactly(
                        new IntegerLiteral(-1, false, at),
                        new FloatLiteral(0x3F800000, 32, at + 4),
                        new AddressOf("y", 0, false, AddressOf.WHOLE, at + 16),
                        new AddressOf("y", 4, false, AddressOf.WHOLE, at + 19),
                        new AddressOf("y", -8, true, AddressOf.WHOLE, at + 24),
                        new AddressOf("y", 0, true, 0xFF00, at + 39),
                        new Items(List.of(), at + 59));
    }

    @Test
    void anAttributeMayHaveNumbers() {
        assertThat(read(".global .attribute(.managed, .unified(1, 2)) .u32 x;")
                        .variables()
                        .get(0)
                        .attributes())
                .extracting(Directive::name, Directive::numbers)
                .containsExactly(tuple("managed", List.of()), tuple("unified", List.of(1L, 2L)));
    }

    @Test
    void aKernelHasParametersAndDirectives() {
        PtxFunction kernel = read(".visible .entry k(.param .u64 .ptr .global .align 16 p, .param .align 4 .b8 s[12])\n"
                        + ".maxntid 16, 4, 2 .minnctapersm 2 .pragma \"q\"; { ret; }")
                .functions()
                .get(0);
        assertThat(kernel.kind()).isEqualTo(PtxFunction.Kind.ENTRY);
        assertThat(kernel.linkage()).isEqualTo(Linkage.VISIBLE);
        assertThat(kernel.name()).isEqualTo("k");
        Parameter pointer = kernel.parameters().get(0);
        assertThat(pointer.pointer()).isEqualTo(new Parameter.Pointer(Space.GLOBAL, 16));
        Parameter struct = kernel.parameters().get(1);
        assertThat(struct.align()).isEqualTo(4);
        assertThat(struct.dimensions()).containsExactly(12L);
        assertThat(kernel.directives())
                .extracting(Directive::name, Directive::numbers)
                .containsExactly(tuple("maxntid", List.of(16L, 4L, 2L)), tuple("minnctapersm", List.of(2L)));
        assertThat(kernel.pragmas()).hasSize(1);
    }

    @Test
    void aPrototypeHasNoBody() {
        PtxFunction prototype = read(".extern .func (.param .b32 r) f(.param .b64 p) .noreturn ;")
                .functions()
                .get(0);
        assertThat(prototype.body()).isNull();
        assertThat(prototype.results()).extracting(Parameter::name).containsExactly("r");
        assertThat(prototype.directives()).extracting(Directive::name).containsExactly("noreturn");
    }

    @Test
    void anOpcodeIsPartedAtItsDots() {
        PtxInstruction load =
                instruction("ld.global.nc.L1::no_allocate.L2::128B.v4.f32 {%f1, _, %f2, %f3}, [%rd1+-16];");
        assertThat(load.opcode().base()).isEqualTo("ld");
        assertThat(load.opcode().modifiers())
                .containsExactly("global", "nc", "L1::no_allocate", "L2::128B", "v4", "f32");
        assertThat(instruction("tex .2d\n.v4.f32 a;").opcode().text()).isEqualTo("tex.2d.v4.f32");
    }

    @Test
    void theSameOpcodeIsTheSameObject() {
        List<Statement> statements = statements("add.u32 a, b, c; add .u32 d, e, f;");
        assertThat(((PtxInstruction) statements.get(0)).opcode())
                .isSameAs(((PtxInstruction) statements.get(1)).opcode());
    }

    @Test
    void operandsHaveTheirForms() {
        assertOperands(
                "x %r1, %tid.x, _, v+4, v[3], p|q, _|q, !p;",
                name("%r1", 2),
                new Name("%tid", "x", 7),
                new Sink(15),
                new Sum(name("v", 18), 4, 18),
                new Element(name("v", 23), 3, 23),
                new Pair(name("p", 29), name("q", 31), 29),
                new Pair(new Sink(34), name("q", 36), 34),
                new Not(name("p", 40), 39));
    }

    @Test
    void addressesHaveABaseAnOffsetOrBoth() {
        assertOperands(
                "x [a], [a+8], [a+-8], [16], [a, {b, 1}], {a, _};",
                new Address(name("a", 3), 0, List.of(), 2),
                new Address(name("a", 8), 8, List.of(), 7),
                new Address(name("a", 15), -8, List.of(), 14),
                new Address(null, 16, List.of(), 22),
                new Address(
                        name("a", 29),
                        0,
                        List.of(new Vector(List.of(name("b", 33), new IntegerLiteral(1, false, 36)), 32)),
                        28),
                new Vector(List.of(name("a", 42), new Sink(45)), 41));
    }

    @Test
    void aCallHasGroups() {
        assertOperands(
                "call.uni (r), f, (a, 3), p;",
                new Group(List.of(name("r", 10)), 9),
                name("f", 14),
                new Group(List.of(name("a", 18), new IntegerLiteral(3, false, 21)), 17),
                name("p", 25));
        assertOperands("call f;", name("f", 5));
        assertOperands("call f, ();", name("f", 5), new Group(List.of(), 8));
    }

    @Test
    void aGuardIsAPredicateOrItsOpposite() {
        assertThat(Objects.requireNonNull(instruction("@%p1 bra L;").guard()))
                .extracting(PtxInstruction.Guard::predicate, PtxInstruction.Guard::negated)
                .containsExactly("%p1", false);
        assertThat(Objects.requireNonNull(instruction("@ ! %p1 bra L;").guard()).negated())
                .isTrue();
        assertThat(instruction("bra L;").guard()).isNull();
    }

    @Test
    void bodiesHoldDeclarationsLabelsListsAndScopes() {
        List<Statement> statements = statements(
                ".reg .b32 %r<12>, s; .shared .u32 a, b; L: M: { ret; } T: .branchtargets L, M; P: .callprototype"
                        + " (.param .b32 _) _ ();");
        assertThat(statements)
                .extracting(each -> (Object) each.getClass().getSimpleName())
                .containsExactly(
                        "Registers",
                        "Variable",
                        "Variable",
                        "Label",
                        "Label",
                        "Block",
                        "BranchTargets",
                        "CallPrototype");
        assertThat(((Registers) statements.get(0)).names())
                .extracting(RegisterNames::name, RegisterNames::count)
                .containsExactly(tuple("%r", 12), tuple("s", RegisterNames.ONE));
        assertThat(((Label) statements.get(4)).name()).isEqualTo("M");
        assertThat(((BranchTargets) statements.get(6)).name()).isEqualTo("T");
        assertThat(((BranchTargets) statements.get(6)).labels()).containsExactly("L", "M");
        assertThat(((CallPrototype) statements.get(7)).results()).hasSize(1);
    }

    @Test
    void anInstructionKnowsTheLineThatItComesOf() {
        List<PtxInstruction> instructions = statements("exit; .loc 1 7 3\n"
                        + "ret; { exit; .loc 2 9 1, function_name n+3, inlined_at 1 7 3\n"
                        + "trap; } bar;")
                .stream()
                .flatMap(each -> each instanceof Block block ? block.statements().stream() : Stream.of(each))
                .map(PtxInstruction.class::cast)
                .toList();
        Location outer = new Location(1, 7, 3, null);
        Location inner = new Location(2, 9, 1, new Location.Inlining("n", 3, 1, 7, 3));
        assertThat(instructions).extracting(PtxInstruction::location).containsExactly(null, outer, outer, inner, inner);
    }

    @Test
    void inlinedCodeKnowsTheCallsThatItWasInlinedInto() {
        PtxInstruction instruction = (PtxInstruction) statements(".loc 2 9 1, function_name n, inlined_at 1 7 3\n"
                        + ".loc 3 4 2, function_name m, inlined_at 2 9 1\nret;")
                .get(0);

        assertThat(instruction.location())
                .isEqualTo(new Location(
                        3, 4, 2, new Location.Inlining("m", 0, 2, 9, 1, new Location.Inlining("n", 0, 1, 7, 3))));
    }

    @Test
    void aFunctionStartsWithoutALine() {
        PtxModule module = read(".func f { .loc 1 7 3\nret; } .func g { ret; }");
        assertThat(((PtxInstruction)
                                Objects.requireNonNull(module.functions().get(1).body())
                                        .statements()
                                        .get(0))
                        .location())
                .isNull();
    }

    @Test
    void ofDebugSectionsTheStringsAreKept() {
        PtxModule module = read(".section .debug_str { a: .b8 104,105,0\nb:\n.b8 195\n.b8 188,0\n } "
                + ".section .debug_info { .b32 .debug_str+4, {x: .b8 1 } } .func f;");
        assertThat(module.debugStrings())
                .containsOnlyKeys("a", "b")
                .containsEntry("a", "hi")
                .containsEntry("b", "ü");
        assertThat(module.functions()).hasSize(1);
    }

    @Test
    void commentsAndOldDebugLinesAreBlanks() {
        assertThat(instruction("add /* } ; */ .u32 a; // }\n@@DWARF }\n")
                        .opcode()
                        .text())
                .isEqualTo("add.u32");
    }

    @Test
    void whatNvccWritesForLaunchesIsRead() {
        assertThat(calls("cdp2.ptx")).contains("__cudaCDP2GetParameterBufferV2", "__cudaCDP2LaunchDeviceV2", "vprintf");
        assertThat(calls("cdp1.ptx"))
                .contains("cudaGetParameterBufferV2", "cudaLaunchDeviceV2", "cudaDeviceSynchronize");
    }

    private static Stream<String> calls(String name) {
        return PtxTexts.read(name).functions().stream()
                .flatMap(each ->
                        each.body() == null ? Stream.empty() : all(each.body().statements()))
                .filter(each -> each.opcode().base().equals("call"))
                .flatMap(each -> each.operands().stream())
                .flatMap(each -> each instanceof Name called ? Stream.of(called.text()) : Stream.empty());
    }

    private static Stream<PtxInstruction> all(List<Statement> statements) {
        return statements.stream()
                .flatMap(each -> each instanceof Block block
                        ? all(block.statements())
                        : each instanceof PtxInstruction instruction ? Stream.of(instruction) : Stream.empty());
    }

    private static Name name(String text, int at) {
        return new Name(text, "", at);
    }

    private static PtxModule read(String items) {
        return PtxReader.read("t", (HEAD + items).getBytes(StandardCharsets.UTF_8));
    }

    private static List<Statement> statements(String body) {
        return Objects.requireNonNull(
                        read(".func f {" + body + "}").functions().get(0).body())
                .statements();
    }

    private static PtxInstruction instruction(String text) {
        return (PtxInstruction) statements(text).get(0);
    }

    /** Compares the operands of an instruction, whose offsets count from its opcode. */
    private static void assertOperands(String text, PtxOperand... expected) {
        int from = HEAD.length() + ".func f {".length();
        String found = Pattern.compile("at=(\\d+)")
                .matcher(instruction(text).operands().toString())
                .replaceAll(each -> "at=" + (Integer.parseInt(each.group(1)) - from));
        assertThat(found).isEqualTo(List.of(expected).toString());
    }
}
