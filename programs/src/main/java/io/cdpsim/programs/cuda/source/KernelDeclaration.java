package io.cdpsim.programs.cuda.source;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A declaration or definition of a kernel.
 *
 * @param marker the token of {@link KernelMarker#WORD}
 * @param start the first token of the declaration
 * @param template the token after its template parameters; {@code start} if it is not a template
 * @param name the token of its name
 * @param opening the bracket that opens its parameters
 */
record KernelDeclaration(int marker, int start, int template, int name, int opening) {
    boolean isTemplate() {
        return template > start;
    }

    /** Finds the kernels of a source. Kernels without a plain name, mainly specialisations, are skipped. */
    static List<KernelDeclaration> in(CppTokens tokens) {
        List<KernelDeclaration> kernels = new ArrayList<>();
        for (int i = 0; i < tokens.count(); i++) {
            KernelDeclaration kernel = tokens.is(i, KernelMarker.WORD) ? at(tokens, i) : null;
            if (kernel != null) {
                kernels.add(kernel);
            }
        }
        return kernels;
    }

    private static @Nullable KernelDeclaration at(CppTokens tokens, int marker) {
        int start = start(tokens, marker);
        int template = start;
        while (tokens.is(template, "template") && tokens.is(template + 1, "<")) {
            template = AngleBrackets.behind(tokens, template + 1);
        }
        if (tokens.is(template, "template") || template > marker) {
            return null;
        }
        for (int i = marker + 1; i < tokens.count() && !tokens.is(i, ";") && !tokens.is(i, "{"); i++) {
            if (tokens.is(i, "(")) {
                boolean isPlain = tokens.isWord(i - 1) && !tokens.is(i - 2, "::");
                return isPlain ? new KernelDeclaration(marker, start, template, i - 1, i) : null;
            }
            if (tokens.is(i, "__attribute__") && tokens.is(i + 1, "(")) {
                i = tokens.closing(i + 1);
            }
        }
        return null;
    }

    private static int start(CppTokens tokens, int marker) {
        int start = marker;
        while (start > 0 && !endsDeclaration(tokens, start - 1)) {
            start = tokens.isClosing(start - 1) ? Math.max(0, tokens.opening(start - 1)) : start - 1;
        }
        return start;
    }

    private static boolean endsDeclaration(CppTokens tokens, int token) {
        return tokens.is(token, ";") || tokens.is(token, "{") || tokens.is(token, "}") || tokens.is(token, ":");
    }

    /** The parameters without their default arguments. */
    String parameters(CppTokens tokens) {
        StringBuilder parameters = new StringBuilder();
        int closing = tokens.closing(opening);
        boolean isValue = false;
        for (int i = opening + 1; i < closing; i++) {
            int last = tokens.isOpening(i) ? Math.min(tokens.closing(i), closing - 1) : i;
            if (tokens.is(i, ",")) {
                isValue = false;
            } else if (tokens.is(i, "=")) {
                isValue = true;
            }
            if (!isValue) {
                parameters.append(tokens.line(i, last + 1)).append(' ');
            }
            i = last;
        }
        return parameters.toString().strip();
    }
}
