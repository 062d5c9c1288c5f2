package io.cdpsim.ptx.read;

import io.cdpsim.ptx.syntax.Directive;
import io.cdpsim.ptx.syntax.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what declarations of variables, registers and parameters share: types, alignment, dimensions, attributes. */
final class TypeParser {
    private static final Set<String> TYPES = Set.of(
            "b8",
            "b16",
            "b32",
            "b64",
            "b128",
            "u8",
            "u16",
            "u32",
            "u64",
            "s8",
            "s16",
            "s32",
            "s64",
            "f16",
            "f16x2",
            "f32",
            "f64",
            "bf16",
            "bf16x2",
            "tf32",
            "e4m3",
            "e5m2",
            "pred",
            "texref",
            "samplerref",
            "surfref");
    private static final int MOST_ALIGN = 1 << 20;

    private final Lexer lexer;
    private final ConstantParser constants;

    TypeParser(Lexer lexer, ConstantParser constants) {
        this.lexer = lexer;
        this.constants = constants;
    }

    /** The part of a declaration that has been read. */
    static final class Shape {
        @Nullable
        String type;

        int align;
        int vector = 1;
    }

    /** Consumes a type, {@code .v4} or {@code .align}, each of which may appear once. */
    void takeInto(Shape shape) {
        String name = lexer.name();
        if (shape.type == null && TYPES.contains(name)) {
            shape.type = name;
            lexer.next();
        } else if (shape.vector == 1 && vector(name) > 1) {
            shape.vector = vector(name);
            lexer.next();
        } else if (shape.align == 0 && name.equals("align")) {
            lexer.next();
            shape.align = align();
        } else {
            throw lexer.expected(shape.type == null ? "a type such as .u32" : "a name");
        }
    }

    /** The number after {@code .align}. */
    int align() {
        int at = lexer.start();
        int align = (int) constants.count("the alignment in bytes", 1, MOST_ALIGN);
        if (Integer.bitCount(align) != 1) {
            throw lexer.error(at, "found an alignment of " + align + ", expected a power of two");
        }
        return align;
    }

    private static int vector(String name) {
        return switch (name) {
            case "v2" -> 2;
            case "v4" -> 4;
            case "v8" -> 8;
            default -> 0;
        };
    }

    /** The dimensions of an array; none for a scalar. */
    List<Long> dimensions() {
        if (!lexer.is('[')) {
            return List.of();
        }
        List<Long> dimensions = new ArrayList<>(1);
        while (lexer.take('[')) {
            dimensions.add(
                    lexer.is(']') ? Variable.UNSIZED : constants.count("the number of elements", 0, Long.MAX_VALUE));
            lexer.expect(']', "after the number of elements");
        }
        return List.copyOf(dimensions);
    }

    /** Attributes, from {@code .attribute} on: {@code .attribute(.managed)}. */
    void attributes(List<Directive> attributes) {
        lexer.next();
        lexer.expect('(', "after .attribute");
        do {
            int at = lexer.start();
            if (!lexer.is(Lexer.DIRECTIVE)) {
                throw lexer.expected("an attribute such as .managed");
            }
            String name = lexer.name();
            lexer.next();
            List<Long> numbers = List.of();
            if (lexer.take('(')) {
                numbers = numbers();
                lexer.expect(')', "after the attribute's numbers");
            }
            attributes.add(new Directive(name, numbers, at));
        } while (lexer.take(','));
        lexer.expect(')', "after the attributes");
    }

    /** Numbers with commas between; at least one. */
    List<Long> numbers() {
        List<Long> numbers = new ArrayList<>(3);
        do {
            numbers.add(constants.integer().value());
        } while (lexer.take(','));
        return List.copyOf(numbers);
    }
}
