package io.cdpsim.memory.litmus.rewrite;

import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import java.util.ArrayList;
import java.util.List;

/** Leaves out the orders that no access can tell: nothing is before them, or nothing behind, or others say the same. */
final class FlagPruning {
    private final List<StaticThread> threads;
    private List<PointOrder> orders;

    FlagPruning(List<StaticThread> threads, List<PointOrder> orders) {
        this.threads = threads;
        this.orders = orders;
    }

    List<PointOrder> pruned() {
        boolean changed = true;
        while (changed) {
            List<PointOrder> kept = new ArrayList<>();
            for (PointOrder each : orders) {
                if (hasAccessBefore(each.from()) && hasAccessBehind(each.to())) {
                    kept.add(each);
                }
            }
            changed = kept.size() < orders.size();
            orders = kept;
        }
        for (int i = orders.size() - 1; i >= 0; i--) {
            List<PointOrder> others = new ArrayList<>(orders);
            PointOrder each = others.remove(i);
            if (reaches(each.from(), each.to(), others, new ArrayList<>())) {
                orders = others;
            }
        }
        return orders;
    }

    private boolean hasAccessBefore(ProgramPoint point) {
        return accesses(point.thread(), 0, point.before())
                || orders.stream()
                        .anyMatch(each -> each.to().thread() == point.thread()
                                && each.to().before() <= point.before()
                                && accessesSomewhere(each.from(), true));
    }

    private boolean hasAccessBehind(ProgramPoint point) {
        int end = threads.get(point.thread()).program().statements().size();
        return accesses(point.thread(), point.before(), end)
                || orders.stream()
                        .anyMatch(each -> each.from().thread() == point.thread()
                                && each.from().before() >= point.before()
                                && accessesSomewhere(each.to(), false));
    }

    private boolean accessesSomewhere(ProgramPoint point, boolean before) {
        return before ? hasAccessBefore(point) : hasAccessBehind(point);
    }

    private boolean accesses(int thread, int from, int to) {
        List<LitmusStatement> statements = threads.get(thread).program().statements();
        for (int i = from; i < to; i++) {
            LitmusInstruction instruction = statements.get(i).instruction();
            if (instruction instanceof LitmusInstruction.Load
                    || instruction instanceof LitmusInstruction.Store
                    || instruction instanceof LitmusInstruction.Atomic
                    || instruction instanceof LitmusInstruction.Fence
                    || instruction instanceof LitmusInstruction.Barrier) {
                return true;
            }
        }
        return false;
    }

    private static boolean reaches(ProgramPoint from, ProgramPoint to, List<PointOrder> orders, List<PointOrder> seen) {
        for (PointOrder each : orders) {
            boolean starts =
                    each.from().thread() == from.thread() && each.from().before() >= from.before();
            if (starts && !seen.contains(each)) {
                seen.add(each);
                boolean ends = each.to().thread() == to.thread() && each.to().before() <= to.before();
                if (ends || reaches(each.to(), to, orders, seen)) {
                    return true;
                }
            }
        }
        return false;
    }
}
