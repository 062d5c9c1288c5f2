package io.cdpsim.runtime.call;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.runtime.call.ParentLab.LONG;
import static io.cdpsim.runtime.call.ParentLab.launch;
import static io.cdpsim.runtime.call.ParentLab.onlyBlock;
import static io.cdpsim.runtime.call.ParentLab.onlyThread;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Device synchronisation of CDP1, grid after grid (rules SYNC-1 to SYNC-5, DEPTH-1, DEPTH-2). */
class DeviceWaitsTest {
    private final ParentLab lab = ParentLab.on("k20x");

    /** Rule SYNC-1; "behind" is launched once a synchronisation is over. */
    @Test
    void eachBlockWaitsForItsOwnLaunchesInEveryGrid() {
        for (int run = 0; run < 3; run++) {
            String name = "run" + run;
            lab.run(2, 1, k -> {
                onlyBlock(k, 0, () -> {
                    launch(k, name + " long", 8 * LONG, k.device().streamCreateWithFlags());
                    k.device().deviceSynchronize();
                    launch(k, name + " behind the long", 0, k.device().streamCreateWithFlags());
                });
                onlyBlock(k, 1, () -> {
                    launch(k, name + " short", LONG, k.device().streamCreateWithFlags());
                    k.device().deviceSynchronize();
                    launch(k, name + " behind the short", 0, k.device().streamCreateWithFlags());
                });
            });
            lab.assertInOrder(name + " long", name + " behind the long");
            lab.assertInOrder(name + " short", name + " behind the short");
            lab.assertBeside(name + " long", name + " behind the short");
        }
    }

    /** Rules SYNC-1 and SYNC-3: whichever thread has launched, and whoever waits. */
    @Test
    void aThreadWaitsForTheLaunchesOfItsBlock() {
        lab.run(1, 64, k -> {
            onlyThread(k, 0, () -> launch(k, "child", LONG, NULL_STREAM));
            k.syncThreads();
            k.device().deviceSynchronize();
            onlyThread(k, 63, () -> launch(k, "behind", 0, k.device().streamCreateWithFlags()));
        });

        lab.assertInOrder("child", "behind");
    }

    /** Rules SYNC-3 and SYNC-5. */
    @Test
    void whoHasNothingToWaitForGoesOn() {
        lab.run(1, 1, k -> {
            lab.keep(k, 0, k.device().deviceSynchronize());
            launch(k, "child", 0, NULL_STREAM);
            lab.keep(k, 1, k.device().deviceSynchronize());
            lab.keep(k, 2, k.device().deviceSynchronize());
        });

        assertThat(lab.kept(3)).containsOnly(0);
    }

    /** Rules DEPTH-1 and DEPTH-2: 68, and the child runs on. */
    @Test
    void aGridThatIsTooDeepDoesNotWait() {
        lab.host().setSyncDepth(0);
        lab.run(1, 1, k -> {
            launch(k, "child", LONG, NULL_STREAM);
            lab.keep(k, 0, k.device().deviceSynchronize());
            launch(k, "beside", 0, k.device().streamCreateWithFlags());
        });

        assertThat(lab.kept(1)).containsExactly(68);
        lab.assertBeside("child", "beside");
    }
}
