package io.cdpsim.memory.consistency.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.progress.LivenessResult.UnendedThread;
import io.cdpsim.memory.consistency.progress.LivenessResult.UnendedThread.State;
import io.cdpsim.memory.consistency.progress.LivenessResult.Verdict;
import io.cdpsim.memory.consistency.trace.CheckSettings;
import io.cdpsim.memory.consistency.trace.ProgressModel;
import io.cdpsim.memory.litmus.text.LitmusParser;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs whose ending is known from the definitions of the progress models (HSA; Sorensen, Evrard, Donaldson, CONCUR 2018) and of CUDA. */
class LivenessSearchTest {
    private static final String FIRST_WAITS = "A: ld.acquire.gpu r0, x ; | st.release.gpu x, 1 ;~ bne r0, 1, A ; | ;";
    private static final String LAST_WAITS = "st.release.gpu x, 1 ; | A: ld.acquire.gpu r0, x ;~ ; | bne r0, 1, A ;";

    /** A store and its opposite: only a scheduler that continues what it started ends this. */
    private static final String STORE_AND_UNDO =
            "A: ld.relaxed.gpu r0, x ; | st.relaxed.gpu x, 1 ;~ bne r0, 0, A ; | st.relaxed.gpu x, 0 ;";

    private static final String SPIN_LOCK =
            "A: atom.acquire.gpu.cas r0, x, 0, 1 ; | B: atom.acquire.gpu.cas r0, x, 0, 1 ;"
                    + "~ bne r0, 0, A ; | bne r0, 0, B ;~ st.release.gpu x, 0 ; | st.release.gpu x, 0 ;";

    private static final String EXCHANGE_LOCK =
            "A: atom.acquire.gpu.exch r0, x, 1 ; | B: atom.acquire.gpu.exch r0, x, 1 ;~ bne r0, 0, A ; | bne r0, 0, B ;"
                    + "~ st.release.gpu x, 0 ; | st.release.gpu x, 0 ;";

    /** The second thread takes the lock and keeps it. */
    private static final String EXCHANGE_LOCK_KEPT =
            "A: atom.acquire.gpu.exch r0, x, 1 ; | B: atom.acquire.gpu.exch r0, x, 1 ;~ bne r0, 0, A ; | bne r0, 0, B ;"
                    + "~ st.release.gpu x, 0 ; | ;";

    private static final String TWO_LOCKS_CROSSED =
            "A: atom.acquire.gpu.cas r0, x, 0, 1 ; | A: atom.acquire.gpu.cas r0, y, 0, 1 ;~ bne r0, 0, A ; | bne r0,"
                    + " 0, A ;~ B: atom.acquire.gpu.cas r1, y, 0, 1 ; | B: atom.acquire.gpu.cas r1, x, 0, 1 ;~ bne r1, 0,"
                    + " B ; | bne r1, 0, B ;";

    private static LivenessResult check(String text, ProgressModel model) {
        return new LivenessSearch(LitmusParser.parse("t", text), CheckSettings.withLoopBound(2), model).run();
    }

    private static LivenessResult plain(String body, String places, ProgressModel model) {
        String rows = body.replace(" ; |", " |").replace("~ ;", "~").replace("~", "\n");
        return check("PTX t\n{ x=0; y=0; }\n" + places + " ;\n" + rows + "\nexists (x == 0)", model);
    }

    private static String named(String name) {
        return switch (name) {
            case "FIRST_WAITS" -> FIRST_WAITS;
            case "LAST_WAITS" -> LAST_WAITS;
            case "STORE_AND_UNDO" -> STORE_AND_UNDO;
            case "SPIN_LOCK" -> SPIN_LOCK;
            case "EXCHANGE_LOCK" -> EXCHANGE_LOCK;
            case "EXCHANGE_LOCK_KEPT" -> EXCHANGE_LOCK_KEPT;
            default -> TWO_LOCKS_CROSSED;
        };
    }

    @ParameterizedTest
    @CsvSource({
        "FIRST_WAITS, ENDS, MAY_WAIT, MAY_WAIT",
        "LAST_WAITS, ENDS, MAY_WAIT, ENDS",
        "STORE_AND_UNDO, ENDS, ENDS, MAY_WAIT",
        "SPIN_LOCK, ENDS, ENDS, MAY_WAIT",
        "EXCHANGE_LOCK, ENDS, ENDS, MAY_WAIT",
        "EXCHANGE_LOCK_KEPT, MAY_WAIT, MAY_WAIT, MAY_WAIT",
        "TWO_LOCKS_CROSSED, MAY_WAIT, MAY_WAIT, MAY_WAIT",
    })
    void blocksWaitForEachOtherAsTheModelPromises(String name, Verdict fair, Verdict started, Verdict first) {
        String places = "P0@cta 0,gpu 0 | P1@cta 1,gpu 0";
        assertThat(plain(named(name), places, ProgressModel.FAIR).verdict()).isEqualTo(fair);
        assertThat(plain(named(name), places, ProgressModel.OBE).verdict()).isEqualTo(started);
        assertThat(plain(named(name), places, ProgressModel.HSA).verdict()).isEqualTo(first);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"P0@cta 0,gpu 0 | P1@cta 0,gpu 0", "P0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster 0,gpu 0"})
    void threadsOfABlockAndBlocksOfAClusterAreScheduledTogether(String places) {
        for (ProgressModel model : ProgressModel.values()) {
            for (String each : List.of(FIRST_WAITS, LAST_WAITS, STORE_AND_UNDO, SPIN_LOCK, EXCHANGE_LOCK)) {
                assertThat(plain(each, places, model).verdict()).isEqualTo(Verdict.ENDS);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ld.weak, st.release.gpu, MAY_WAIT",
        "ld.acquire.cta, st.release.gpu, MAY_WAIT",
        "ld.relaxed.gpu, st.weak, MAY_WAIT",
        "ld.volatile, st.release.sys, ENDS"
    })
    void aWriteBecomesVisibleToReadsThatAreMorallyStrongToIt(String load, String store, Verdict verdict) {
        String body = "A: " + load + " r0, x ; | " + store + " x, 1 ;~ bne r0, 1, A ; | ;";
        assertThat(plain(body, "P0@cta 0,gpu 0 | P1@cta 1,gpu 0", ProgressModel.FAIR)
                        .verdict())
                .isEqualTo(verdict);
    }

    private static final String PARENT_SPINS = "PTX t VERSION\n"
            + "{ x=0; }\n"
            + "P0@cta 0,gpu 0 ;\n"
            + "launch c k<<<1,1>>> ;\n"
            + "A: ld.acquire.gpu r0, x ;\n"
            + "bne r0, 1, A ;\n"
            + "kernel k ()\n"
            + "T ;\n"
            + "st.release.gpu x, 1 ;\n"
            + "exists (x == 1)";

    @ParameterizedTest
    @CsvSource({"cdp1", "cdp2"})
    void aParentThatSpinsOnItsChildMayWaitForEver(String version) {
        String text = PARENT_SPINS.replace("VERSION", version);
        assertThat(check(text, ProgressModel.FAIR).verdict()).isEqualTo(Verdict.ENDS);
        for (ProgressModel model : List.of(ProgressModel.OBE, ProgressModel.HSA)) {
            LivenessResult result = check(text, model);
            assertThat(result.verdict()).isEqualTo(Verdict.MAY_WAIT);
            assertThat(result.threads())
                    .containsExactly(
                            new UnendedThread("P0", State.REPEATS, 5, "ld.acquire.gpu r0, x, which returns 0"),
                            new UnendedThread("P0.c.0", State.UNSCHEDULED, 0, ""));
        }
    }

    @Test
    void aParentThatSpinsOnItsTailWaitsForEverHoweverFair() {
        String text = PARENT_SPINS.replace("VERSION", "cdp2").replace("<<<1,1>>>", "<<<1,1>>> () stream tail");
        assertThat(check(text, ProgressModel.FAIR).threads())
                .containsExactly(
                        new UnendedThread("P0", State.REPEATS, 5, "ld.acquire.gpu r0, x, which returns 0"),
                        new UnendedThread("P0.c.0", State.NOT_STARTED, 0, ""));
    }

    @Test
    void aParentThatWaitsInCudaDeviceSynchronizeMakesWayForItsChild() {
        String text = "PTX t cdp1\n{ x=0; }\nP0@cta 0,gpu 0 ;\nlaunch c k<<<1,1>>> ;\nsync ;\nld.weak r0, x ;\n"
                + "kernel k ()\nT ;\nst.weak x, 1 ;\nexists (x == 1)";
        for (ProgressModel model : ProgressModel.values()) {
            assertThat(check(text, model).verdict()).isEqualTo(Verdict.ENDS);
        }
    }

    @Test
    void aChildMaySpinOnItsParentAndTheHostOnAKernel() {
        String child = "PTX t cdp2\n{ x=0; }\nP0@cta 0,gpu 0 ;\nlaunch c k<<<1,1>>> ;\nst.release.gpu x, 1 ;\n"
                + "kernel k ()\nT ;\nA: ld.acquire.gpu r0, x ;\nbne r0, 1, A ;\nexists (x == 1)";
        String host = "PTX t cdp2\n{ mapped x=0; }\nhost ;\nlaunch c k<<<1,1>>> ;\nA: ld.acquire.sys r0, x ;\n"
                + "bne r0, 1, A ;\nkernel k ()\nT ;\nst.release.sys x, 1 ;\nexists (x == 1)";
        for (ProgressModel model : ProgressModel.values()) {
            assertThat(check(child, model).verdict()).isEqualTo(Verdict.ENDS);
            assertThat(check(host, model).verdict()).isEqualTo(Verdict.ENDS);
        }
    }

    @Test
    void aBarrierThatAThreadNeverReachesAndALoopThatDoesNothingWaitForEver() {
        LivenessResult barrier =
                plain("bar.cta.sync 0, 0, 2 ; | st.weak y, 1 ;", "P0@cta 0,gpu 0 | P1@cta 0,gpu 0", ProgressModel.FAIR);
        assertThat(barrier.threads()).containsExactly(new UnendedThread("P0", State.WAITS, 4, "bar.cta.sync 0, 0, 2"));
        LivenessResult idle = plain("A: goto A ;", "P0@cta 0,gpu 0", ProgressModel.FAIR);
        assertThat(idle.threads())
                .containsExactly(new UnendedThread("P0", State.REPEATS, 0, "a loop that does nothing"));
    }

    @Test
    void aLoopThatWritesIsUndecidedWithinTheBound() {
        String body =
                "A: ld.relaxed.gpu r0, x ; | st.relaxed.gpu x, 1 ;~ st.relaxed.gpu y, r0 ; | ;~ bne r0, 1, A ; | ;";
        LivenessResult result = plain(body, "P0@cta 0,gpu 0 | P1@cta 1,gpu 0", ProgressModel.FAIR);
        assertThat(result.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(result.loopsCut()).isTrue();
    }
}
