package io.cdpsim.ptx.read;

import io.cdpsim.ptx.syntax.PtxOpcode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The opcodes of a text. A module has some hundred of them and writes them a hundred thousand times. */
final class OpcodeTable {
    private final Lexer lexer;
    private final Map<String, PtxOpcode> opcodes = new HashMap<>();

    OpcodeTable(Lexer lexer) {
        this.lexer = lexer;
    }

    /** Consumes an opcode, whose base is the current word, with its modifiers. */
    PtxOpcode take() {
        int from = lexer.start();
        int to = endOfModifiers(lexer.end());
        String text = lexer.name(from, to);
        lexer.extend(to);
        // Blanks may separate modifiers, although no compiler writes them.
        int behind = lexer.afterBlanks(to);
        while (lexer.byteAt(behind) == '.') {
            to = endOfModifiers(behind);
            if (to == behind) {
                break;
            }
            text += lexer.name(behind, to);
            lexer.extend(to);
            behind = lexer.afterBlanks(to);
        }
        lexer.next();
        PtxOpcode known = opcodes.get(text);
        return known != null ? known : added(text);
    }

    /** The offset after the modifiers that start at an offset; the offset itself if there are none. */
    private int endOfModifiers(int from) {
        int at = from;
        while (lexer.byteAt(at) == '.') {
            int to = lexer.endOfModifier(at + 1);
            if (to == at + 1) {
                return at;
            }
            at = to;
        }
        return at;
    }

    private PtxOpcode added(String text) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', from)) {
            parts.add(text.substring(from, dot));
            from = dot + 1;
        }
        parts.add(text.substring(from));
        PtxOpcode opcode = new PtxOpcode(text, parts.get(0), parts.subList(1, parts.size()));
        opcodes.put(text, opcode);
        return opcode;
    }
}
