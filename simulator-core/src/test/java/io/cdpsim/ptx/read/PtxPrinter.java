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
import io.cdpsim.ptx.syntax.PtxInstruction;
import io.cdpsim.ptx.syntax.PtxModule;
import io.cdpsim.ptx.syntax.PtxOperand;
import io.cdpsim.ptx.syntax.Statement;
import io.cdpsim.ptx.syntax.Statement.RegisterNames;
import io.cdpsim.ptx.syntax.Variable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes a tree as PTX, with blanks and comments between tokens as drawn, and numbers in a radix as drawn. */
final class PtxPrinter {
    private static final List<String> BLANKS =
            List.of(" ", " ", " ", "\t", "\n", "\r\n", " /* a { comment; */ ", " // another \" }\n", "\\\n");

    private final Random random;
    private final StringBuilder text = new StringBuilder();
    private @Nullable Location location;

    PtxPrinter(Random random) {
        this.random = random;
    }

    String print(PtxModule module) {
        words(".version", module.version().major() + "." + module.version().minor(), ".target");
        list(module.targets(), this::word);
        words(".address_size", "" + module.addressSize());
        module.pragmas().forEach(this::pragma);
        module.files().forEach(each -> words(".file", "" + each.index(), quoted(each.name())));
        module.variables().forEach(this::variable);
        module.functions().forEach(this::function);
        module.aliases().forEach(each -> words(".alias", each.name(), ",", each.function(), ";"));
        words(".section", ".debug_str", "{");
        module.debugStrings().forEach(this::debugString);
        word("}");
        return text.toString();
    }

    private void debugString(String label, String content) {
        words(label, ":", ".b8");
        for (byte each : content.getBytes(StandardCharsets.UTF_8)) {
            words("" + (each & 0xFF), ",");
        }
        word("0");
    }

    private void function(PtxFunction function) {
        linkage(function.linkage());
        word("." + function.kind().name().toLowerCase(Locale.ROOT));
        attributes(function.attributes());
        if (!function.results().isEmpty()) {
            parameters(function.results());
        }
        word(function.name());
        parameters(function.parameters());
        directives(function.directives());
        function.pragmas().forEach(this::pragma);
        location = null;
        Block body = function.body();
        if (body == null) {
            word(";");
        } else {
            block(body);
        }
    }

    private void parameters(List<Parameter> parameters) {
        word("(");
        list(parameters, this::parameter);
        word(")");
    }

    private void parameter(Parameter parameter) {
        word("." + parameter.space().name().toLowerCase(Locale.ROOT));
        shape(parameter.align(), parameter.vector(), parameter.type());
        Parameter.Pointer pointer = parameter.pointer();
        if (pointer != null) {
            word(".ptr");
            if (pointer.space() != null) {
                word("." + pointer.space().name().toLowerCase(Locale.ROOT));
            }
            if (pointer.align() > 0) {
                words(".align", "" + pointer.align());
            }
        }
        word(parameter.name());
        dimensions(parameter.dimensions());
    }

    private void block(Block block) {
        word("{");
        block.statements().forEach(this::statement);
        word("}");
    }

    private void statement(Statement statement) {
        if (statement instanceof PtxInstruction instruction) {
            instruction(instruction);
        } else if (statement instanceof Statement.Label label) {
            words(label.name(), ":");
        } else if (statement instanceof Statement.Registers registers) {
            word(".reg");
            shape(0, registers.vector(), registers.type());
            list(registers.names(), this::registerNames);
            word(";");
        } else if (statement instanceof Variable variable) {
            variable(variable);
        } else if (statement instanceof Block block) {
            block(block);
        } else if (statement instanceof Statement.BranchTargets targets) {
            words(targets.name(), ":", ".branchtargets");
            list(targets.labels(), this::word);
            word(";");
        } else if (statement instanceof Statement.CallTargets targets) {
            words(targets.name(), ":", ".calltargets");
            list(targets.functions(), this::word);
            word(";");
        } else if (statement instanceof Statement.CallPrototype prototype) {
            words(prototype.name(), ":", ".callprototype");
            parameters(prototype.results());
            word("_");
            parameters(prototype.parameters());
            directives(prototype.directives());
            word(";");
        } else if (statement instanceof Pragma pragma) {
            pragma(pragma);
        }
    }

    private void registerNames(RegisterNames names) {
        word(names.name());
        if (names.count() != RegisterNames.ONE) {
            words("<", "" + names.count(), ">");
        }
    }

    private void instruction(PtxInstruction instruction) {
        if (!Objects.equals(instruction.location(), location)) {
            location = Objects.requireNonNull(instruction.location());
            location(location);
        }
        PtxInstruction.Guard guard = instruction.guard();
        if (guard != null) {
            words("@", guard.negated() ? "!" : "", guard.predicate());
        }
        word(instruction.opcode().text());
        list(instruction.operands(), this::operand);
        word(";");
    }

    private void location(Location at) {
        words(".loc", "" + at.file(), "" + at.line(), "" + at.column());
        Location.Inlining inlined = at.inlined();
        if (inlined != null) {
            words(",", "function_name", inlined.functionLabel());
            if (inlined.functionOffset() > 0) {
                words("+", "" + inlined.functionOffset());
            }
            words(",", "inlined_at", "" + inlined.file(), "" + inlined.line(), "" + inlined.column());
        }
    }

    private void operand(PtxOperand operand) {
        if (operand instanceof PtxOperand.Name name) {
            name(name);
        } else if (operand instanceof IntegerLiteral literal) {
            integer(literal);
        } else if (operand instanceof FloatLiteral literal) {
            decimal(literal);
        } else if (operand instanceof PtxOperand.Sink) {
            word("_");
        } else if (operand instanceof PtxOperand.Sum sum) {
            name(sum.base());
            plus(sum.offset());
        } else if (operand instanceof PtxOperand.Element element) {
            name(element.array());
            words("[", signed(element.index()), "]");
        } else if (operand instanceof PtxOperand.Address address) {
            address(address);
        } else if (operand instanceof PtxOperand.Vector vector) {
            word("{");
            list(vector.elements(), this::operand);
            word("}");
        } else if (operand instanceof PtxOperand.Pair pair) {
            operand(pair.first());
            word("|");
            operand(pair.second());
        } else if (operand instanceof PtxOperand.Not not) {
            word("!");
            name(not.predicate());
        } else if (operand instanceof PtxOperand.Minus minus) {
            word("-");
            name(minus.value());
        } else if (operand instanceof PtxOperand.Group group) {
            word("(");
            list(group.elements(), this::operand);
            word(")");
        }
    }

    private void address(PtxOperand.Address address) {
        word("[");
        PtxOperand.Name base = address.base();
        if (base == null) {
            word(signed(address.offset()));
        } else {
            name(base);
            if (address.offset() != 0 || random.nextBoolean()) {
                plus(address.offset());
            }
        }
        for (PtxOperand each : address.more()) {
            word(",");
            operand(each);
        }
        word("]");
    }

    private void plus(long offset) {
        words("+", signed(offset));
    }

    private void name(PtxOperand.Name name) {
        word(name.full());
    }

    private void variable(Variable variable) {
        linkage(variable.linkage());
        word("." + variable.space().name().toLowerCase(Locale.ROOT));
        attributes(variable.attributes());
        shape(variable.align(), variable.vector(), variable.type());
        word(variable.name());
        dimensions(variable.dimensions());
        Initializer initializer = variable.initializer();
        if (initializer != null) {
            word("=");
            initializer(initializer);
        }
        word(";");
    }

    private void initializer(Initializer initializer) {
        if (initializer instanceof IntegerLiteral literal) {
            integer(literal);
        } else if (initializer instanceof FloatLiteral literal) {
            decimal(literal);
        } else if (initializer instanceof Initializer.Items items) {
            word("{");
            list(items.items(), this::initializer);
            word("}");
        } else if (initializer instanceof Initializer.AddressOf address) {
            address(address);
        }
    }

    private void address(Initializer.AddressOf address) {
        boolean masked = address.mask() != Initializer.AddressOf.WHOLE;
        if (masked) {
            words("0x" + Long.toHexString(address.mask()), "(");
        }
        if (address.generic()) {
            words("generic", "(", address.symbol(), ")");
        } else {
            word(address.symbol());
        }
        if (address.offset() != 0) {
            plus(address.offset());
        }
        if (masked) {
            word(")");
        }
    }

    private void integer(IntegerLiteral literal) {
        if (!literal.unsigned()) {
            word(signed(literal.value()));
        } else if (random.nextBoolean()) {
            word(Long.toUnsignedString(literal.value()) + "U");
        } else {
            word("0x" + Long.toHexString(literal.value()) + "U");
        }
    }

    private String signed(long value) {
        if (value == Long.MIN_VALUE) {
            return "-9223372036854775807 - 1";
        }
        long size = Math.abs(value);
        String digits = switch (random.nextInt(5)) {
            case 0 -> "0x" + Long.toHexString(size).toUpperCase(Locale.ROOT);
            case 1 -> "0" + Long.toOctalString(size);
            case 2 -> "0b" + Long.toBinaryString(size);
            default -> "" + size;
        };
        return value < 0 ? "-" + digits : digits;
    }

    private void decimal(FloatLiteral literal) {
        boolean flipped = random.nextBoolean();
        long bits = flipped ? literal.bits() ^ (1L << (literal.width() - 1)) : literal.bits();
        word(flipped ? "-" : "");
        word(literal.width() == 32 ? String.format("0f%08X", bits) : String.format("0D%016x", bits));
    }

    private void linkage(Linkage linkage) {
        if (linkage != Linkage.NONE) {
            word("." + linkage.name().toLowerCase(Locale.ROOT));
        }
    }

    private void shape(int align, int vector, String type) {
        if (align > 0) {
            words(".align", "" + align);
        }
        if (vector > 1) {
            word(".v" + vector);
        }
        word("." + type);
    }

    private void dimensions(List<Long> dimensions) {
        for (long each : dimensions) {
            words("[", each == Variable.UNSIZED ? "" : "" + each, "]");
        }
    }

    private void attributes(List<Directive> attributes) {
        if (!attributes.isEmpty()) {
            words(".attribute", "(");
            list(attributes, each -> {
                word("." + each.name());
                if (!each.numbers().isEmpty()) {
                    word("(");
                    list(each.numbers(), number -> word(signed(number)));
                    word(")");
                }
            });
            word(")");
        }
    }

    private void directives(List<Directive> directives) {
        for (Directive each : directives) {
            word("." + each.name());
            list(each.numbers(), number -> word("" + number));
        }
    }

    private void pragma(Pragma pragma) {
        word(".pragma");
        list(pragma.texts(), each -> word(quoted(each)));
        word(";");
    }

    private static String quoted(String content) {
        return '"' + content + '"';
    }

    private <T> void list(List<T> elements, Consumer<T> printer) {
        for (int i = 0; i < elements.size(); i++) {
            if (i > 0) {
                word(",");
            }
            printer.accept(elements.get(i));
        }
    }

    private void words(String... words) {
        for (String each : words) {
            word(each);
        }
    }

    private void word(String word) {
        if (!word.isEmpty()) {
            text.append(word).append(BLANKS.get(random.nextInt(BLANKS.size())));
        }
    }
}
