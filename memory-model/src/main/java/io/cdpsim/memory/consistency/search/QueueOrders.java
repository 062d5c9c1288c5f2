package io.cdpsim.memory.consistency.search;

import io.cdpsim.memory.consistency.relations.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Enumerates the orders in which threads may enter queues, consistent with a known order. */
final class QueueOrders {
    private final Relation known;
    private final List<List<Integer>> queues;
    private final Consumer<List<int[]>> consumer;
    private final List<int[]> orders = new ArrayList<>();

    QueueOrders(Relation known, List<List<Integer>> queues, Consumer<List<int[]>> consumer) {
        this.known = known;
        this.queues = queues;
        this.consumer = consumer;
    }

    void run() {
        order(0);
    }

    /** Whether the orders of all queues are together acyclic. */
    static boolean agree(Relation known, List<int[]> orders) {
        if (orders.stream().allMatch(each -> each.length < 2)) {
            return true;
        }
        Relation before = new Relation(known.size());
        for (int[] order : orders) {
            for (int i = 1; i < order.length; i++) {
                before.add(order[i - 1], order[i]);
            }
        }
        for (int[] from : orders) {
            for (int[] to : orders) {
                for (int a : from) {
                    for (int b : to) {
                        if (known.has(a, b)) {
                            before.add(a, b);
                        }
                    }
                }
            }
        }
        before.close();
        for (int[] order : orders) {
            for (int each : order) {
                if (before.has(each, each)) {
                    return false;
                }
            }
        }
        return true;
    }

    private void order(int index) {
        if (index == queues.size()) {
            if (agree(known, orders)) {
                consumer.accept(List.copyOf(orders));
            }
            return;
        }
        extend(index, new ArrayList<>());
    }

    private void extend(int index, List<Integer> order) {
        List<Integer> queue = queues.get(index);
        if (order.size() == queue.size()) {
            orders.add(order.stream().mapToInt(Integer::intValue).toArray());
            order(index + 1);
            orders.remove(orders.size() - 1);
            return;
        }
        for (Integer each : queue) {
            boolean ready = !order.contains(each)
                    && queue.stream().allMatch(other -> order.contains(other) || !known.has(other, each));
            if (ready) {
                order.add(each);
                extend(index, order);
                order.remove(order.size() - 1);
            }
        }
    }
}
