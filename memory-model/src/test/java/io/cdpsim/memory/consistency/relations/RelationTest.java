package io.cdpsim.memory.consistency.relations;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Relations as sets of pairs, held against a table of booleans, with as many events as one word of bits holds and more. */
class RelationTest {
    private static boolean[][] draw(int size, long seed) {
        Random random = new Random(seed);
        boolean[][] table = new boolean[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                table[i][j] = random.nextInt(size) == 0;
            }
        }
        return table;
    }

    private static Relation of(boolean[][] table) {
        Relation relation = new Relation(table.length);
        for (int i = 0; i < table.length; i++) {
            for (int j = 0; j < table.length; j++) {
                if (table[i][j]) {
                    relation.add(i, j);
                }
            }
        }
        return relation;
    }

    private static boolean[][] table(Relation relation) {
        boolean[][] table = new boolean[relation.size()][relation.size()];
        for (int i = 0; i < table.length; i++) {
            for (int j = 0; j < table.length; j++) {
                table[i][j] = relation.has(i, j);
            }
        }
        return table;
    }

    private static boolean[][] reachability(boolean[][] table) {
        boolean[][] reached = new boolean[table.length][table.length];
        for (int i = 0; i < table.length; i++) {
            List<Integer> open = new ArrayList<>(List.of(i));
            while (!open.isEmpty()) {
                boolean[] row = table[open.remove(open.size() - 1)];
                for (int j = 0; j < row.length; j++) {
                    if (row[j] && !reached[i][j]) {
                        reached[i][j] = true;
                        open.add(j);
                    }
                }
            }
        }
        return reached;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 130})
    void itHoldsThePairsThatWereAddedAndNoOthers(int size) {
        boolean[][] pairs = draw(size, 1);
        assertThat(table(of(pairs))).isDeepEqualTo(pairs);
        assertThat(of(pairs).size()).isEqualTo(size);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 130})
    void closedItHoldsWhatCanBeReached(int size) {
        boolean[][] pairs = draw(size, 2);
        Relation relation = of(pairs);
        relation.close();
        assertThat(table(relation)).isDeepEqualTo(reachability(pairs));
    }

    @ParameterizedTest
    @ValueSource(ints = {63, 64, 65, 130})
    void aPairAddedToAClosedRelationLeavesItClosed(int size) {
        boolean[][] pairs = draw(size, 3);
        Relation relation = of(pairs);
        relation.close();
        Random random = new Random(4);
        for (int round = 0; round < 10; round++) {
            int from = random.nextInt(size);
            int to = random.nextInt(size);
            pairs[from][to] = true;
            relation.addClosed(from, to);
        }
        assertThat(table(relation)).isDeepEqualTo(reachability(pairs));
    }

    @ParameterizedTest
    @ValueSource(ints = {63, 64, 65, 130})
    void aRowIsGoneThroughInOrder(int size) {
        boolean[][] pairs = draw(size, 5);
        Relation relation = of(pairs);
        for (int i = 0; i < size; i++) {
            List<Integer> expected = new ArrayList<>();
            for (int j = 0; j < size; j++) {
                if (pairs[i][j]) {
                    expected.add(j);
                }
            }
            List<Integer> found = new ArrayList<>();
            for (int j = relation.next(i, -1); j >= 0; j = relation.next(i, j)) {
                found.add(j);
            }
            assertThat(found).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 65, 130})
    void theLastEventHasNoneBehindIt(int size) {
        Relation relation = new Relation(size);
        relation.add(0, size - 1);
        relation.add(size - 1, 0);
        assertThat(relation.next(0, -1)).isEqualTo(size - 1);
        assertThat(relation.next(0, size - 1)).isEqualTo(-1);
        assertThat(relation.next(size - 1, 0)).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 130})
    void pairsOfAnotherAreTakenAllOrByRow(int size) {
        boolean[][] first = draw(size, 6);
        boolean[][] second = draw(size, 7);
        Relation all = of(first);
        all.addAll(of(second));
        Relation row = of(first);
        row.addRow(2, of(second), 5);
        Relation copy = of(first);
        copy.copyFrom(of(second));
        boolean[][] union = new boolean[size][size];
        boolean[][] withRow = new boolean[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                union[i][j] = first[i][j] || second[i][j];
                withRow[i][j] = first[i][j] || (i == 2 && second[5][j]);
            }
        }
        assertThat(table(all)).isDeepEqualTo(union);
        assertThat(table(row)).isDeepEqualTo(withRow);
        assertThat(table(copy)).isDeepEqualTo(second);
        copy.clear();
        assertThat(table(copy)).isDeepEqualTo(new boolean[size][size]);
    }
}
