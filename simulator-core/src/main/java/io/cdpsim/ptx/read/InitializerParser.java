package io.cdpsim.ptx.read;

import io.cdpsim.ptx.syntax.FloatLiteral;
import io.cdpsim.ptx.syntax.Initializer;
import io.cdpsim.ptx.syntax.Initializer.AddressOf;
import io.cdpsim.ptx.syntax.IntegerLiteral;
import io.cdpsim.ptx.syntax.PtxOperand;
import java.util.ArrayList;
import java.util.List;

/** Reads what variables hold at first. */
final class InitializerParser {
    /** More than the dimensions of any array that fits a memory. */
    private static final int MOST_NESTING = 64;

    private final Lexer lexer;
    private final ConstantParser constants;
    private int nesting;

    InitializerParser(Lexer lexer, ConstantParser constants) {
        this.lexer = lexer;
        this.constants = constants;
    }

    Initializer initializer() {
        if (lexer.is('{')) {
            return items();
        }
        int at = lexer.start();
        if (lexer.is(Lexer.WORD)) {
            return address(AddressOf.WHOLE, at);
        }
        if (!constants.starts()) {
            throw lexer.expected("a number, the name of a variable or a function, or values between braces");
        }
        PtxOperand number = constants.number();
        if (number instanceof FloatLiteral decimal) {
            return decimal;
        }
        IntegerLiteral integer = (IntegerLiteral) number;
        if (lexer.take('(')) {
            int inside = lexer.start();
            Initializer masked = address(integer.value(), at);
            if (integer.value() == AddressOf.WHOLE) {
                throw lexer.error(inside, "found a mask of all bits, expected that of a byte, such as 0xFF00");
            }
            lexer.expect(')', "after the address that is masked");
            return masked;
        }
        return integer;
    }

    private Initializer items() {
        int at = lexer.start();
        if (++nesting > MOST_NESTING) {
            throw lexer.error(at, "found values nested more than " + MOST_NESTING + " deep");
        }
        lexer.next();
        List<Initializer> items = new ArrayList<>();
        if (!lexer.is('}')) {
            do {
                items.add(initializer());
            } while (lexer.take(','));
        }
        lexer.expect('}', "at the end of the values");
        nesting--;
        return new Initializer.Items(items, at);
    }

    private AddressOf address(long mask, int at) {
        String symbol = lexer.expectName("the name of a variable or a function");
        boolean generic = symbol.equals("generic") && lexer.take('(');
        if (generic) {
            symbol = lexer.expectName("the name of a variable");
            lexer.expect(')', "after the variable whose generic address is meant");
        }
        long offset = 0;
        if (lexer.is('+')) {
            lexer.next();
            offset = constants.integer().value();
        } else if (lexer.is('-')) {
            offset = constants.integer().value();
        }
        return new AddressOf(symbol, offset, generic, mask, at);
    }
}
