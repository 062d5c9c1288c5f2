package io.cdpsim.memory.litmus.text;

import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.litmus.Condition;
import io.cdpsim.memory.litmus.LitmusGraph;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import io.cdpsim.memory.litmus.LitmusTest.FinalCondition;
import io.cdpsim.memory.litmus.LitmusTest.FinalCondition.Quantifier;
import io.cdpsim.memory.litmus.LitmusTest.KernelProgram;
import io.cdpsim.memory.litmus.LitmusTest.LitmusVariable;
import io.cdpsim.memory.litmus.LitmusTest.OutcomeDeclaration;
import io.cdpsim.memory.litmus.text.LitmusTokens.LitmusToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the sections behind a test's header. */
final class LitmusTestParser {
    private final LitmusTokens tokens;
    private final String name;
    private final String about;
    private final Dialect dialect;
    private final VariableTable variables;
    private final InitialStateParser initials;
    private final List<KernelProgram> kernels = new ArrayList<>();
    private final Map<Integer, LitmusGraph> graphs = new TreeMap<>();
    private final LaunchableNames launchable = new LaunchableNames();

    LitmusTestParser(LitmusTokens tokens, String name, String about, Dialect dialect) {
        this.tokens = tokens;
        this.name = name;
        this.about = about;
        this.dialect = dialect;
        // A plain test follows the field's format, without declarations; one with launches declares each variable's
        // space.
        this.variables = new VariableTable(dialect == Dialect.PLAIN);
        this.initials = new InitialStateParser(tokens, variables);
    }

    LitmusTest test() {
        initials.read();
        ThreadTableParser top = new ThreadTableParser(tokens, variables, initials, launchable);
        top.readThreads(dialect != Dialect.PLAIN);
        while (tokens.peek().isWord()
                && (tokens.peek().text().equals("kernel")
                        || tokens.peek().text().equals("graph"))) {
            if (tokens.peek().text().equals("kernel")) {
                kernel();
            } else {
                graph();
            }
        }
        checkDefinitions();
        List<Condition.Term> observed = new ArrayList<>();
        List<LitmusProgram> initial = new ArrayList<>();
        top.threads().forEach(each -> initial.add(each.program()));
        top.host().ifPresent(initial::add);
        List<LitmusGraph> allGraphs = List.copyOf(graphs.values());
        LitmusTestValidator.check(tokens.file(), dialect, top, kernels, allGraphs, variables);
        ConditionParser conditions =
                new ConditionParser(tokens, variables, new ThreadNames(initial, kernels, allGraphs));
        locations(conditions, observed);
        Condition filter = tokens.takeKeyword("filter") ? conditions.condition() : Condition.always();
        tokens.take(";");
        locations(conditions, observed);
        FinalCondition question = question(conditions);
        tokens.take(";");
        List<OutcomeDeclaration> declarations = new ArrayList<>();
        while (!tokens.atEnd()) {
            declarations.add(declaration(conditions));
            tokens.take(";");
        }
        if (question.quantifier() == Quantifier.NONE && declarations.isEmpty() && observed.isEmpty()) {
            observeAll(initial, observed);
        }
        return new LitmusTest(
                tokens.file(),
                name,
                dialect,
                about,
                variables.all(),
                top.threads(),
                top.host(),
                kernels,
                allGraphs,
                observed,
                filter,
                question,
                declarations);
    }

    /** Observes the registers of the initial threads and their common variables, in a test that names nothing. */
    private void observeAll(List<LitmusProgram> initial, List<Condition.Term> observed) {
        for (LitmusProgram program : initial) {
            program.registers().forEach(each -> observed.add(new Condition.Register(program.name(), each)));
        }
        List<LitmusVariable> all = variables.all();
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).space() != AddressSpace.SHARED && all.get(i).space() != AddressSpace.LOCAL) {
                observed.add(new Condition.Memory("", i));
            }
        }
    }

    private void checkDefinitions() {
        for (LitmusToken each : launchable.kernelUses()) {
            int kernel = launchable.defineKernel(each.text());
            if (kernel >= kernels.size() || kernels.get(kernel).name().isEmpty()) {
                throw tokens.error(
                        each,
                        "there is no kernel '" + each.text() + "'; add 'kernel " + each.text()
                                + " ()' below the threads");
            }
        }
        for (LitmusToken each : launchable.graphUses()) {
            if (!graphs.containsKey(launchable.defineGraph(each.text()))) {
                throw tokens.error(
                        each,
                        "there is no graph '" + each.text() + "'; write the shape of a kernel, as in " + each.text()
                                + "<<<1,1>>>, or add 'graph " + each.text() + "' with its nodes below the threads");
            }
        }
    }

    private void graph() {
        LitmusToken keyword = tokens.next();
        LitmusToken named = tokens.peek();
        String name = tokens.word("the name of a graph");
        if (dialect != Dialect.CDP2) {
            throw tokens.error(keyword, "a test with graphs needs the rules of CDP2; write cdp2 behind its name");
        }
        ThreadParser column = new ThreadParser(tokens, variables, launchable, name, List.of());
        LitmusGraph graph = new GraphParser(tokens, name, column).read();
        if (graphs.put(launchable.defineGraph(name), graph) != null) {
            throw tokens.error(named, "two graphs have the name '" + name + "'; rename one");
        }
    }

    private void kernel() {
        LitmusToken keyword = tokens.next();
        LitmusToken named = tokens.peek();
        String kernelName = tokens.word("the name of a kernel");
        List<String> parameters = new ArrayList<>();
        if (tokens.take("(") && !tokens.take(")")) {
            do {
                parameters.add(InitialStateParser.withoutPercent(tokens.word("the name of a parameter")));
            } while (tokens.take(","));
            tokens.expect(")", "after the parameters");
        }
        tokens.take(";");
        if (dialect == Dialect.PLAIN) {
            throw tokens.error(
                    keyword, "a test with kernels needs a rule set; write cdp1 or cdp2 behind its name in the header");
        }
        int index = launchable.defineKernel(kernelName);
        while (kernels.size() <= index) {
            kernels.add(new KernelProgram("", 0, List.of()));
        }
        if (!kernels.get(index).name().isEmpty()) {
            throw tokens.error(named, "two kernels have the name '" + kernelName + "'; rename one");
        }
        ThreadTableParser table = new ThreadTableParser(tokens, variables, initials, launchable);
        kernels.set(index, new KernelProgram(kernelName, parameters.size(), table.readKernel(kernelName, parameters)));
    }

    private void locations(ConditionParser conditions, List<Condition.Term> observed) {
        if (tokens.takeKeyword("locations")) {
            tokens.expect("[", "after 'locations'");
            while (!tokens.take("]")) {
                if (!tokens.take(";")) {
                    observed.add(conditions.term());
                }
            }
            tokens.take(";");
        }
    }

    private FinalCondition question(ConditionParser conditions) {
        LitmusToken first = tokens.peek();
        Quantifier quantifier;
        if (tokens.atEnd() || isDeclaration()) {
            return new FinalCondition(Quantifier.NONE, Condition.always(), "");
        }
        if (tokens.takeKeyword("forall")) {
            quantifier = Quantifier.FORALL;
        } else {
            boolean negated = tokens.take("~") || tokens.take("!") || tokens.takeKeyword("not");
            if (!tokens.takeKeyword("exists")) {
                throw tokens.error(
                        tokens.peek(), "found " + tokens.peek().shown() + ", expected exists, ~exists or forall");
            }
            quantifier = negated ? Quantifier.NOT_EXISTS : Quantifier.EXISTS;
        }
        Condition condition = conditions.condition();
        return new FinalCondition(quantifier, condition, tokens.sourceSince(first));
    }

    private boolean isDeclaration() {
        return kind(tokens.peek()).isPresent();
    }

    private static Optional<OutcomeDeclaration.Kind> kind(LitmusToken token) {
        return switch (token.text()) {
            case "allowed" -> Optional.of(OutcomeDeclaration.Kind.ALLOWED);
            case "forbidden" -> Optional.of(OutcomeDeclaration.Kind.FORBIDDEN);
            case "undefined" -> Optional.of(OutcomeDeclaration.Kind.UNDEFINED);
            default -> Optional.empty();
        };
    }

    private OutcomeDeclaration declaration(ConditionParser conditions) {
        LitmusToken first = tokens.next();
        OutcomeDeclaration.Kind kind = kind(first)
                .orElseThrow(() -> tokens.error(
                        first,
                        "found " + first.shown() + ", expected allowed, forbidden, undefined or the end of the file"));
        Condition condition = conditions.condition();
        LitmusToken rule = tokens.peek();
        if (rule.kind() != LitmusToken.Kind.STRING) {
            throw tokens.error(rule, "found " + rule.shown() + ", expected the rule in quotes, as in \"E1\"");
        }
        tokens.next();
        return new OutcomeDeclaration(kind, condition, rule.text(), first.line(), tokens.sourceSince(first));
    }
}
