package io.cdpsim.programs.cuda.source;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rewrites launches in device code into a form that every clang accepts. Lines keep their numbers.
 *
 * <p>For the device {@code k<<<grid, block>>>(arguments)} becomes {@code ::cdpsim::launch(k, grid, block)(arguments)}. Where {@code k} is a template
 * or one of several kernels of the same name, a function with the same parameters beside it, used only in {@code decltype}, lets the compiler select
 * by the arguments.
 *
 * <p>For the host, launches in device functions are removed.
 */
public final class LaunchRewriter {
    private static final String CHOOSER = "__cdpsim_kernel_";

    private final CppTokens tokens;
    private final List<KernelDeclaration> kernels;
    private final List<LaunchExpression> launches;
    private final TextEdits edits = new TextEdits();

    private LaunchRewriter(String text) {
        this.tokens = CppLexer.read(text);
        this.kernels = KernelDeclaration.in(tokens);
        this.launches = LaunchExpression.in(tokens);
    }

    /**
     * The source for the device compilation pass.
     *
     * @param preprocessed C++ in which {@code __global__} is the word {@code __cdpsim_global__}
     * @param kernel the replacement of this word
     */
    public static String forDevice(String preprocessed, String kernel) {
        LaunchRewriter rewriter = new LaunchRewriter(preprocessed);
        rewriter.mark(kernel);
        rewriter.escapeAssembly();
        rewriter.launch();
        return rewriter.edits.apply(preprocessed);
    }

    /**
     * The source for the host compilation pass.
     *
     * @param preprocessed as above
     * @param kernel the replacement of the word
     */
    public static String forHost(String preprocessed, String kernel) {
        LaunchRewriter rewriter = new LaunchRewriter(preprocessed);
        rewriter.mark(kernel);
        rewriter.escapeAssembly();
        rewriter.takeOut();
        return rewriter.edits.apply(preprocessed);
    }

    private void mark(String kernel) {
        for (int i = 0; i < tokens.count(); i++) {
            if (tokens.is(i, KernelMarker.WORD)) {
                edits.replace(tokens.start(i), tokens.end(i), kernel);
            }
        }
    }

    private void escapeAssembly() {
        for (int i = 0; i < tokens.count(); i++) {
            if (tokens.is(i, "asm") || tokens.is(i, "__asm__") || tokens.is(i, "__asm")) {
                InlineAssembly.escape(tokens, i, edits);
            }
        }
    }

    private void launch() {
        Set<String> ambiguous = ambiguous();
        for (KernelDeclaration kernel : kernels) {
            if (ambiguous.contains(tokens.text(kernel.name()))) {
                edits.insert(tokens.start(kernel.start()), chooser(kernel));
            }
        }
        for (LaunchExpression launch : launches) {
            int name = launch.name(tokens);
            boolean isChosen = name >= 0 && ambiguous.contains(tokens.text(name));
            String before = "::cdpsim::launch(" + (isChosen ? "(decltype(" + choice(launch, name) + "))(" : "");
            edits.insert(tokens.start(launch.callee()), before);
            edits.replace(tokens.start(launch.open()), tokens.end(launch.open()), isChosen ? "), " : ", ");
            edits.replace(tokens.start(launch.close()), tokens.end(launch.close()), ")");
        }
    }

    /** Names that may denote several kernels, or a kernel and other functions. */
    private Set<String> ambiguous() {
        Set<String> ambiguous = new HashSet<>();
        Set<Integer> own = new HashSet<>();
        Set<String> names = new HashSet<>();
        for (KernelDeclaration kernel : kernels) {
            own.add(kernel.name());
            names.add(tokens.text(kernel.name()));
        }
        for (int i = 1; i < tokens.count(); i++) {
            // A word, a name and a bracket declare a function; a few variables look the same, which is harmless.
            if (tokens.is(i + 1, "(")
                    && tokens.isWord(i - 1)
                    && tokens.isWord(i)
                    && !own.contains(i)
                    && names.contains(tokens.text(i))) {
                ambiguous.add(tokens.text(i));
            }
        }
        Map<String, String> parameters = new HashMap<>();
        for (KernelDeclaration kernel : kernels) {
            String name = tokens.text(kernel.name());
            String these = kernel.parameters(tokens);
            String other = parameters.putIfAbsent(name, these);
            if (kernel.isTemplate() || (other != null && !other.equals(these))) {
                ambiguous.add(name);
            }
        }
        return ambiguous;
    }

    private String chooser(KernelDeclaration kernel) {
        boolean isStatic = false;
        for (int i = kernel.template(); i < kernel.name(); i++) {
            isStatic |= tokens.is(i, "static");
        }
        return tokens.line(kernel.start(), kernel.template()) + (isStatic ? " static" : "")
                + " __attribute__((host)) __attribute__((device)) ::cdpsim::Kernel<void(" + kernel.parameters(tokens)
                + ")> " + CHOOSER
                + tokens.text(kernel.name()) + tokens.line(kernel.opening(), tokens.closing(kernel.opening()) + 1)
                + "; ";
    }

    private String choice(LaunchExpression launch, int name) {
        return tokens.line(launch.callee(), name) + " " + CHOOSER + tokens.line(name, launch.open())
                + tokens.line(launch.arguments(), tokens.closing(launch.arguments()) + 1);
    }

    private void takeOut() {
        List<FunctionBodies.Body> bodies = FunctionBodies.forDevice(tokens);
        for (LaunchExpression launch : launches) {
            if (bodies.stream().anyMatch(body -> body.contains(launch.open()))) {
                int last = tokens.closing(launch.arguments());
                edits.replace(tokens.start(launch.callee()), tokens.end(last), "((void)0)");
            }
        }
    }
}
