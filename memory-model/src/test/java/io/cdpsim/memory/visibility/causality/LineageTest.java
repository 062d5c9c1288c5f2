package io.cdpsim.memory.visibility.causality;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.visibility.access.InstructionNumbering;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LineageTest {
    private static final int MEMBERS = 300;

    private static GridCausality grid() {
        return new GridCausality(new InstructionNumbering().add("grid", false, 1, each -> ""));
    }

    /** Of a tree whose chains are short and long: each member hangs below one of the last three. */
    @Test
    void theMemberAtADepthIsTheOneThatAWalkFromBelowMeets() {
        SplittableRandom random = new SplittableRandom(1);
        List<Lineage> lineages = new ArrayList<>();
        List<List<GridCausality>> chains = new ArrayList<>();
        GridCausality host = grid();
        lineages.add(new Lineage(host));
        chains.add(List.of(host));
        for (int i = 1; i < MEMBERS; i++) {
            int above = Math.max(0, i - 1 - random.nextInt(3));
            GridCausality grid = grid();
            lineages.add(new Lineage(grid, lineages.get(above)));
            List<GridCausality> chain = new ArrayList<>(chains.get(above));
            chain.add(grid);
            chains.add(chain);
        }

        for (int i = 0; i < MEMBERS; i++) {
            List<GridCausality> chain = chains.get(i);
            assertThat(lineages.get(i).depth()).isEqualTo(chain.size() - 1);
            for (int depth = 0; depth < chain.size(); depth++) {
                assertThat(lineages.get(i).at(depth)).isSameAs(chain.get(depth));
            }
            assertThat(lineages.get(i).at(chain.size())).isNull();
        }
    }
}
