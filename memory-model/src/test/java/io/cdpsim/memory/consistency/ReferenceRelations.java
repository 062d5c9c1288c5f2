package io.cdpsim.memory.consistency;

import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.litmus.LitmusScope;
import io.cdpsim.memory.litmus.LitmusTest;
import java.util.List;

/** The relations of the {@link ReferenceModel} among the steps of an execution, each as the model writes it. */
final class ReferenceRelations {
    private final LitmusTest test;
    private final List<ReferenceThread.Step> steps;
    private final List<Integer> threadOf;
    private boolean[][] barriers = {};
    // What the steps alone decide, found once for all guesses, and only if there is one: most steps have values that
    // nothing writes.
    private boolean isFound;
    private boolean[][] ms = {};
    private boolean[][] poloc = {};
    private boolean[][] sameLocation = {};

    /** Among the steps that the lists hold whenever a relation is asked for. */
    ReferenceRelations(LitmusTest test, List<ReferenceThread.Step> steps, List<Integer> threadOf) {
        this.test = test;
        this.steps = steps;
        this.threadOf = threadOf;
    }

    /** The lists hold other steps. */
    void stepsChanged() {
        isFound = false;
    }

    private void find() {
        if (isFound) {
            return;
        }
        isFound = true;
        ms = square();
        poloc = square();
        sameLocation = square();
        for (int a = 0; a < steps.size(); a++) {
            for (int b = 0; b < steps.size(); b++) {
                ms[a][b] = findMs(a, b);
                poloc[a][b] = po(a, b) && sameAddress(a, b) && sameProxy(a, b);
                sameLocation[a][b] = steps.get(a).location() >= 0
                        && steps.get(a).location() == steps.get(b).location();
            }
        }
    }

    /** Says what barriers order. */
    void orderByBarriers(boolean[][] order) {
        barriers = order;
    }

    /** A relation of no pairs. */
    boolean[][] square() {
        return new boolean[steps.size()][steps.size()];
    }

    boolean po(int a, int b) {
        return a < b && threadOf.get(a).equals(threadOf.get(b));
    }

    boolean sameLocation(int a, int b) {
        find();
        return sameLocation[a][b];
    }

    private boolean sameAddress(int a, int b) {
        return steps.get(a).address() >= 0
                && steps.get(a).address() == steps.get(b).address();
    }

    private boolean sameProxy(int a, int b) {
        return steps.get(a).proxy().equals(steps.get(b).proxy());
    }

    boolean poloc(int a, int b) {
        find();
        return poloc[a][b];
    }

    private boolean strong(int a) {
        return steps.get(a).order() != MemoryOrder.WEAK;
    }

    private boolean covers(int a, int b) {
        var mine = test.threads().get(threadOf.get(a));
        var other = test.threads().get(threadOf.get(b));
        LitmusScope scope = steps.get(a).scope();
        return scope == LitmusScope.SYSTEM
                || (mine.gpu() == other.gpu()
                        && (scope == LitmusScope.DEVICE
                                || mine.block() == other.block()
                                || (scope == LitmusScope.CLUSTER
                                        && mine.cluster().isPresent()
                                        && mine.cluster().equals(other.cluster()))));
    }

    boolean ms(int a, int b) {
        find();
        return ms[a][b];
    }

    private boolean findMs(int a, int b) {
        boolean memory = steps.get(a).location() >= 0 && steps.get(b).location() >= 0;
        return a != b
                && sameProxy(a, b)
                && (po(a, b) || po(b, a) || (strong(a) && strong(b) && covers(a, b) && covers(b, a)))
                && (!memory || sameAddress(a, b));
    }

    private boolean fence(int a) {
        return steps.get(a).kind() == 'F' || steps.get(a).kind() == 'S';
    }

    private boolean released(int a, int b) {
        ReferenceThread.Step first = steps.get(a);
        if (steps.get(b).kind() != 'W' || !strong(b)) {
            return false;
        }
        boolean release = first.order() == MemoryOrder.RELEASE || first.order() == MemoryOrder.ACQUIRE_RELEASE;
        return (first.kind() == 'W' && release && (a == b || poloc(a, b))) || (fence(a) && release && po(a, b));
    }

    private boolean acquired(int a, int b) {
        ReferenceThread.Step last = steps.get(b);
        if (steps.get(a).kind() != 'R' || !strong(a)) {
            return false;
        }
        boolean acquire = last.order() == MemoryOrder.ACQUIRE || last.order() == MemoryOrder.ACQUIRE_RELEASE;
        return (last.kind() == 'R' && acquire && !last.red() && (a == b || poloc(a, b)))
                || (!steps.get(a).red() && fence(b) && acquire && po(a, b));
    }

    /** Causality order, given what each read reads and the order of fences. */
    boolean[][] cause(int[] rf, boolean[][] sc) {
        int n = steps.size();
        boolean[][] obs = square();
        for (int r = 0; r < n; r++) {
            if (steps.get(r).kind() == 'R' && rf[r] >= 0 && ms(rf[r], r)) {
                obs[rf[r]][r] = true;
            }
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int a = 0; a < n; a++) {
                for (int r = 0; r + 1 < n; r++) {
                    for (int b = 0; b < n; b++) {
                        if (obs[a][r] && steps.get(r).rmw() && obs[r + 1][b] && !obs[a][b]) {
                            obs[a][b] = true;
                            changed = true;
                        }
                    }
                }
            }
        }
        boolean[][] base = square();
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < n; b++) {
                base[a][b] = po(a, b) || sc[a][b] || barriers[a][b];
            }
        }
        for (int w = 0; w < n; w++) {
            for (int r = 0; r < n; r++) {
                for (int a = 0; obs[w][r] && a < n; a++) {
                    for (int b = 0; released(a, w) && b < n; b++) {
                        base[a][b] |= acquired(r, b) && ms(a, b);
                    }
                }
            }
        }
        base = preserved(closed(base));
        boolean[][] cause = square();
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < n; b++) {
                cause[a][b] = base[a][b];
                for (int r = 0; r < n; r++) {
                    cause[a][b] |= obs[a][r] && (base[r][b] || poloc(r, b));
                }
            }
        }
        return cause;
    }

    /** What proxies preserve of base causality, case by case as in the model of the mixed-proxy paper. */
    private boolean[][] preserved(boolean[][] base) {
        int n = steps.size();
        boolean hasProxyFence = steps.stream().anyMatch(each -> each.kind() == 'P');
        boolean[][] kept = square();
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < n; b++) {
                if (!sameLocation(a, b)) {
                    kept[a][b] = base[a][b];
                    continue;
                }
                boolean one = sameAddress(a, b);
                kept[a][b] = base[a][b] && one && ((generic(a) && generic(b)) || (sameProxy(a, b) && sameBlock(a, b)));
                // Every further case has a proxy fence, and starts with a step after a.
                for (int f = 0; hasProxyFence && f < n; f++) {
                    if (!base[a][f]) {
                        continue;
                    }
                    kept[a][b] |= one && base[a][f] && fences(f, a) && base[f][b] && generic(b);
                    kept[a][b] |= one && generic(a) && base[a][f] && base[f][b] && fences(f, b);
                    kept[a][b] |= aliases(f) && generic(a) && base[a][f] && base[f][b] && generic(b);
                    for (int g = 0; g < n; g++) {
                        boolean in = base[a][f] && fences(f, a) && base[f][g];
                        boolean out = base[f][g] && base[g][b] && fences(g, b);
                        kept[a][b] |= one && in && out;
                        kept[a][b] |= in && aliases(g) && base[g][b] && generic(b);
                        kept[a][b] |= out && generic(a) && base[a][f] && aliases(f);
                        for (int h = 0; h < n; h++) {
                            kept[a][b] |= in && aliases(g) && base[g][h] && base[h][b] && fences(h, b);
                        }
                    }
                }
            }
        }
        return kept;
    }

    private boolean generic(int a) {
        return steps.get(a).location() >= 0 && steps.get(a).proxy().equals("generic");
    }

    private boolean aliases(int f) {
        return steps.get(f).kind() == 'P' && steps.get(f).proxy().equals("alias");
    }

    private boolean fences(int f, int access) {
        return steps.get(f).kind() == 'P' && sameProxy(f, access) && sameBlock(f, access);
    }

    private boolean sameBlock(int a, int b) {
        var mine = test.threads().get(threadOf.get(a));
        var other = test.threads().get(threadOf.get(b));
        return mine.gpu() == other.gpu() && mine.block() == other.block();
    }

    /** Whether one relation followed by another leads back. */
    static boolean loops(boolean[][] first, boolean[][] second) {
        for (int a = 0; a < first.length; a++) {
            for (int b = 0; b < first.length; b++) {
                if (first[a][b] && second[b][a]) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The transitive closure. */
    static boolean[][] closed(boolean[][] relation) {
        long[] rows = closedRows(relation);
        boolean[][] closed = new boolean[rows.length][rows.length];
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < rows.length; j++) {
                closed[i][j] = (rows[i] >>> j & 1) != 0;
            }
        }
        return closed;
    }

    static boolean acyclic(boolean[][] relation) {
        long[] rows = closedRows(relation);
        for (int i = 0; i < rows.length; i++) {
            if ((rows[i] >>> i & 1) != 0) {
                return false;
            }
        }
        return true;
    }

    /** The transitive closure, a bit for each step that one leads to. */
    private static long[] closedRows(boolean[][] relation) {
        if (relation.length > Long.SIZE) {
            throw new IllegalArgumentException(relation.length + " steps, more than a word has bits");
        }
        long[] rows = new long[relation.length];
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < rows.length; j++) {
                rows[i] |= relation[i][j] ? 1L << j : 0;
            }
        }
        for (int k = 0; k < rows.length; k++) {
            for (int i = 0; i < rows.length; i++) {
                rows[i] |= (rows[i] >>> k & 1) != 0 ? rows[k] : 0;
            }
        }
        return rows;
    }
}
