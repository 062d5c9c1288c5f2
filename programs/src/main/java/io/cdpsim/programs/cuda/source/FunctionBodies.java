package io.cdpsim.programs.cuda.source;

import java.util.ArrayList;
import java.util.List;

/** Finds the bodies of functions that are compiled for the device only. */
final class FunctionBodies {
    private final CppTokens tokens;
    private final List<Body> bodies = new ArrayList<>();
    private Declaration declaration = new Declaration();

    /**
     * A body that no host code is generated from.
     *
     * @param opening the token <code>{</code>
     * @param closing the token <code>}</code>
     */
    record Body(int opening, int closing) {
        boolean contains(int token) {
            return opening < token && token < closing;
        }
    }

    /** The state of the current declaration. */
    private static final class Declaration {
        boolean hasParameters;
        boolean opensScope;
        boolean hasValue;
        boolean isForDevice;
        boolean isForHost;
    }

    private FunctionBodies(CppTokens tokens) {
        this.tokens = tokens;
    }

    static List<Body> forDevice(CppTokens tokens) {
        FunctionBodies reader = new FunctionBodies(tokens);
        int at = 0;
        while (at < tokens.count()) {
            at = reader.read(at);
        }
        return List.copyOf(reader.bodies);
    }

    private int read(int at) {
        return tokens.isWord(at) ? word(at) : sign(at);
    }

    private int sign(int at) {
        if (tokens.is(at, "{")) {
            return brace(at);
        }
        if (tokens.is(at, ";") || tokens.is(at, "}")) {
            declaration = new Declaration();
        } else if (tokens.is(at, "(")) {
            declaration.hasParameters = true;
            return tokens.closing(at) + 1;
        } else if (tokens.is(at, "[")) {
            return tokens.closing(at) + 1;
        } else if (tokens.is(at, "=")) {
            declaration.hasValue = true;
        }
        return at + 1;
    }

    private int brace(int at) {
        if (declaration.hasValue || (!declaration.hasParameters && !declaration.opensScope)) {
            return tokens.closing(at) + 1;
        }
        if (declaration.opensScope) {
            declaration = new Declaration();
            return at + 1;
        }
        int closing = tokens.closing(at);
        if (declaration.isForDevice && !declaration.isForHost) {
            bodies.add(new Body(at, closing));
        }
        // The body follows the braces of a member's initialiser.
        if (!tokens.is(closing + 1, ",") && !tokens.is(closing + 1, "{")) {
            declaration = new Declaration();
        }
        return closing + 1;
    }

    private int word(int at) {
        switch (tokens.text(at)) {
            case "namespace" -> declaration.opensScope = true;
            case "class", "struct", "union" -> {
                declaration.opensScope = true;
                return nameOfClass(at + 1);
            }
            case "extern" ->
                declaration.opensScope = at + 1 < tokens.count()
                        && tokens.kind(at + 1) == CppTokens.Kind.LITERAL
                        && tokens.is(at + 2, "{");
            case "template" -> {
                return tokens.is(at + 1, "<") ? AngleBrackets.behind(tokens, at + 1) : at + 1;
            }
            case "operator" -> {
                return tokens.is(at + 1, "(") ? tokens.closing(at + 1) + 1 : at + 2;
            }
            case "__attribute__", "alignas" -> {
                return attribute(at + 1);
            }
            case KernelMarker.WORD, "__global__", "__device__" -> declaration.isForDevice = true;
            case "__host__" -> declaration.isForHost = true;
            default -> {}
        }
        return at + 1;
    }

    /** An elaborated class name, as in {@code struct A f()}, opens no class. */
    private int nameOfClass(int at) {
        int next = at;
        while (tokens.is(next, "__attribute__") || tokens.is(next, "alignas")) {
            next = attribute(next + 1);
        }
        while (tokens.isWord(next) || tokens.is(next, "::")) {
            next++;
        }
        if (tokens.is(next, "<")) {
            next = AngleBrackets.behind(tokens, next);
        }
        declaration.opensScope = tokens.is(next, "{") || tokens.is(next, ":") || tokens.isWord(next);
        if (tokens.is(next, ":")) {
            while (next < tokens.count() && !tokens.is(next, "{") && !tokens.is(next, ";")) {
                next = tokens.isOpening(next) ? tokens.closing(next) + 1 : next + 1;
            }
        }
        return next;
    }

    private int attribute(int at) {
        if (!tokens.is(at, "(")) {
            return at;
        }
        int closing = tokens.closing(at);
        for (int i = at; i < closing; i++) {
            declaration.isForDevice |= tokens.is(i, "device") || tokens.is(i, "global");
            declaration.isForHost |= tokens.is(i, "host");
        }
        return closing + 1;
    }
}
