package io.cdpsim.ptx.read;

import io.cdpsim.ptx.syntax.Block;
import io.cdpsim.ptx.syntax.Directive;
import io.cdpsim.ptx.syntax.FloatLiteral;
import io.cdpsim.ptx.syntax.Initializer;
import io.cdpsim.ptx.syntax.IntegerLiteral;
import io.cdpsim.ptx.syntax.Linkage;
import io.cdpsim.ptx.syntax.Location;
import io.cdpsim.ptx.syntax.Parameter;
import io.cdpsim.ptx.syntax.Pragma;
import io.cdpsim.ptx.syntax.PtxFunction;
import io.cdpsim.ptx.syntax.PtxFunction.Kind;
import io.cdpsim.ptx.syntax.PtxInstruction;
import io.cdpsim.ptx.syntax.PtxModule;
import io.cdpsim.ptx.syntax.PtxOpcode;
import io.cdpsim.ptx.syntax.PtxOperand;
import io.cdpsim.ptx.syntax.SourceText;
import io.cdpsim.ptx.syntax.Space;
import io.cdpsim.ptx.syntax.Statement;
import io.cdpsim.ptx.syntax.Statement.RegisterNames;
import io.cdpsim.ptx.syntax.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Draws trees of every form that a text can have. They mean nothing. */
final class RandomModules {
    private static final List<String> NAMES = List.of(
            "%r1", "%rd12", "x", "$L__BB0_1", "_Z3fooi", "%tid", "__shared$", "ld", "b8", "e5", "f32", "a0", "U", "_1");
    private static final List<String> BASES = List.of("ld", "mov", "setp", "bar", "tex", "L2", "ret", "brx", "cp");
    private static final List<String> MODIFIERS =
            List.of("global", "u32", "1d", "L1::no_allocate", "L2::128B", "v4", "2x", "async", "e4m3x2");
    private static final List<String> TYPES = List.of("u8", "b32", "s64", "f16x2", "f64", "pred", "b128", "texref");
    private static final List<Space> SPACES =
            List.of(Space.CONST, Space.GLOBAL, Space.LOCAL, Space.SHARED, Space.PARAM);
    private static final int MOST_DEPTH = 3;

    private final Random random;
    private @Nullable Location location;

    RandomModules(Random random) {
        this.random = random;
    }

    PtxModule module() {
        return new PtxModule(
                new SourceText("drawn", new int[] {0}),
                new PtxModule.IsaVersion(1 + random.nextInt(12), random.nextInt(20)),
                some(1, () -> pick(List.of("sm_90", "sm_100a", "texmode_unified"))),
                random.nextBoolean() ? 64 : 32,
                some(0, () -> new PtxModule.SourceFile(random.nextInt(99), "über/a \\file.cu")),
                some(0, () -> variable(linkage())),
                some(0, this::function),
                some(0, () -> new PtxModule.Alias(name(), name(), 0)),
                some(0, this::pragma),
                Map.of("$L__info_string0", "größe"));
    }

    private PtxFunction function() {
        Kind kind = pick(List.of(Kind.values()));
        location = null;
        return new PtxFunction(
                kind,
                linkage(),
                name(),
                kind == Kind.FUNC ? some(0, this::parameter) : List.of(),
                some(0, this::parameter),
                some(0, this::directive),
                some(0, this::attribute),
                some(0, this::pragma),
                random.nextInt(4) == 0 ? null : block(0),
                0);
    }

    private Parameter parameter() {
        Space pointee = random.nextBoolean() ? pick(SPACES) : null;
        return new Parameter(
                random.nextInt(4) == 0 ? Space.REG : Space.PARAM,
                align(),
                pick(List.of(1, 2, 4, 8)),
                pick(TYPES),
                random.nextInt(4) == 0 ? "_" : name(),
                some(0, this::dimension),
                random.nextInt(3) == 0 ? new Parameter.Pointer(pointee, align()) : null,
                0);
    }

    private Variable variable(Linkage linkage) {
        return new Variable(
                linkage,
                pick(SPACES),
                align(),
                pick(List.of(1, 2, 4, 8)),
                pick(TYPES),
                name(),
                some(0, this::dimension),
                random.nextBoolean() ? initializer(0) : null,
                some(0, this::attribute),
                0);
    }

    private Initializer initializer(int depth) {
        return switch (random.nextInt(depth < MOST_DEPTH ? 4 : 3)) {
            case 0 -> integer();
            case 1 -> decimal();
            case 2 ->
                new Initializer.AddressOf(
                        name(),
                        random.nextBoolean() ? 0 : number(),
                        random.nextBoolean(),
                        random.nextBoolean() ? Initializer.AddressOf.WHOLE : 0xFFL << (8 * random.nextInt(8)),
                        0);
            default -> new Initializer.Items(some(0, () -> initializer(depth + 1)), 0);
        };
    }

    private Block block(int depth) {
        List<Statement> statements = new ArrayList<>();
        int count = random.nextInt(8);
        for (int i = 0; i < count; i++) {
            statements.add(statement(depth));
        }
        return new Block(statements, 0, 0);
    }

    private Statement statement(int depth) {
        return switch (random.nextInt(16)) {
            case 0 -> new Statement.Label(name(), 0);
            case 1 ->
                new Statement.Registers(
                        pick(TYPES),
                        pick(List.of(1, 2, 4)),
                        some(1, () -> new RegisterNames(name(), random.nextInt(20) - 1, 0)),
                        0);
            case 2 -> variable(Linkage.NONE);
            case 3 -> depth < MOST_DEPTH ? block(depth + 1) : pragma();
            case 4 -> new Statement.BranchTargets(name(), some(1, this::name), 0);
            case 5 -> new Statement.CallTargets(name(), some(1, this::name), 0);
            case 6 ->
                new Statement.CallPrototype(
                        name(), some(0, this::parameter), some(0, this::parameter), some(0, this::directive), 0);
            case 7 -> call();
            default -> instruction(opcode(pick(BASES)), some(0, this::operand));
        };
    }

    private PtxInstruction call() {
        List<PtxOperand> operands = Stream.of(group(), plainName(), group(), plainName())
                .filter(each -> random.nextInt(4) > 0)
                .toList();
        return instruction(opcode("call"), operands);
    }

    private PtxOperand group() {
        return new PtxOperand.Group(some(0, this::plain), 0);
    }

    private PtxInstruction instruction(PtxOpcode opcode, List<PtxOperand> operands) {
        if (random.nextInt(3) == 0) {
            location = location();
        }
        PtxInstruction.Guard guard =
                random.nextInt(4) == 0 ? new PtxInstruction.Guard(name(), random.nextBoolean(), 0) : null;
        return new PtxInstruction(guard, opcode, operands, 0, location);
    }

    private PtxOpcode opcode(String base) {
        List<String> modifiers = some(0, () -> pick(MODIFIERS));
        return new PtxOpcode(
                base
                        + String.join(
                                "", modifiers.stream().map(each -> "." + each).toList()),
                base,
                modifiers);
    }

    private Location location() {
        return new Location(
                random.nextInt(9),
                random.nextInt(9999),
                random.nextInt(200),
                random.nextBoolean()
                        ? null
                        : new Location.Inlining("$L__info_string0", random.nextInt(3), 1, random.nextInt(99), 7));
    }

    private PtxOperand operand() {
        return switch (random.nextInt(8)) {
            case 0 ->
                new PtxOperand.Address(
                        random.nextInt(4) == 0 ? null : plainName(),
                        random.nextBoolean() ? 0 : number(),
                        some(0, () -> random.nextBoolean() ? vector() : plain()),
                        0);
            case 1 -> vector();
            case 2 -> new PtxOperand.Sum(plainName(), number(), 0);
            case 3 -> new PtxOperand.Element(plainName(), number(), 0);
            case 4 -> new PtxOperand.Pair(nameOrSink(), nameOrSink(), 0);
            default -> plain();
        };
    }

    private PtxOperand vector() {
        return new PtxOperand.Vector(some(1, this::plain), 0);
    }

    private PtxOperand plain() {
        return switch (random.nextInt(5)) {
            case 0 -> integer();
            case 1 -> decimal();
            case 2 -> new PtxOperand.Not(plainName(), 0);
            default -> nameOrSink();
        };
    }

    private PtxOperand nameOrSink() {
        return random.nextInt(4) == 0 ? new PtxOperand.Sink(0) : plainName();
    }

    private PtxOperand.Name plainName() {
        return new PtxOperand.Name(name(), random.nextInt(4) == 0 ? pick(List.of("x", "w", "b0")) : "", 0);
    }

    private IntegerLiteral integer() {
        long value = number();
        return new IntegerLiteral(value, random.nextBoolean(), 0);
    }

    private FloatLiteral decimal() {
        return random.nextBoolean()
                ? new FloatLiteral(random.nextInt() & 0xFFFFFFFFL, 32, 0)
                : new FloatLiteral(random.nextLong(), 64, 0);
    }

    private long number() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(100);
            case 1 -> -random.nextInt(100);
            case 2 -> pick(List.of(Long.MIN_VALUE, Long.MAX_VALUE, -1L));
            default -> random.nextLong();
        };
    }

    private Directive directive() {
        return new Directive(
                pick(List.of("maxntid", "noreturn", "maxnreg", "explicitcluster")),
                some(0, () -> (long) random.nextInt(1024)),
                0);
    }

    private Directive attribute() {
        return new Directive(pick(List.of("managed", "unified")), some(0, this::number), 0);
    }

    private Pragma pragma() {
        return new Pragma(some(1, () -> pick(List.of("nounroll", "", "a // b ; }"))), 0);
    }

    private long dimension() {
        return random.nextInt(5) == 0 ? Variable.UNSIZED : random.nextInt(1 << 20);
    }

    private int align() {
        return random.nextBoolean() ? 0 : 1 << random.nextInt(8);
    }

    private Linkage linkage() {
        return pick(List.of(Linkage.values()));
    }

    private String name() {
        return pick(NAMES);
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private <T> List<T> some(int least, Supplier<T> supplier) {
        int count = least + Math.max(0, random.nextInt(5) - 2);
        return Stream.generate(supplier).limit(count).toList();
    }
}
