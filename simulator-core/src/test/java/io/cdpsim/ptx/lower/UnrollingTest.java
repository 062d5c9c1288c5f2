package io.cdpsim.ptx.lower;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which loops the assembler unrolls, and that they run as many rounds as written. */
class UnrollingTest {
    private static final int THREADS = 32;

    /** Counter, bound and what the loop leaves of each thread. */
    private static final int BYTES = 16;

    /** A longer loop is left out. */
    private static final int MOST_ROUNDS = 300;

    private static final int COPIES = 4 + 2 + 1;

    private static final String LOAD = "ld.global.u32 %x, [%q]; add.u32 %sum, %sum, %x; add.s64 %q, %q, 4;";

    private static final String SUM = "mad.lo.u32 %sum, %sum, 31, %i;";

    private final Host host =
            new Machine(MachineSettings.of(Profiles.load("h200")).withTimed(false)).host();

    /** Each thread has a counter and a bound of its own; the loop sums the counters before each step with different weights. */
    private static Kernel kernel(String body, String step, String compare, String branch) {
        String text = """
            .version 9.0
            .target sm_90
            .address_size 64
            .visible .entry k(.param .u64 to) {
                .reg .b64 %p, %q, %l, %m, %to; .reg .b32 %t, %i, %n, %sum, %x, %k<5>; .reg .pred %again, %c;
                .shared .align 4 .b8 tile[4096];
                ld.param.u64 %p, [to];
                mov.u32 %t, %tid.x; mad.wide.u32 %p, %t, 16, %p;
                ld.global.v2.u32 {%i, %n}, [%p];
                cvt.s64.s32 %l, %i; cvt.s64.s32 %m, %n;
                mov.u32 %sum, 0; mov.u64 %q, %p; mov.u32 %k1, tile;
            LOOP:
            BODY
                STEP
                setp.COMPARE;
                BRANCH;
                st.global.v2.u32 [%p+8], {%sum, %i};
                ret;
            }
            """.replace("BODY", body)
                .replace("STEP", step)
                .replace("COMPARE", compare)
                .replace("BRANCH", branch);
        var module = PtxReader.read("test.ptx", text);
        return Objects.requireNonNull(PtxLowering.kernels(PtxProgram.link(List.of(module)), symbol -> 0)
                .get("k"));
    }

    private static long count(Kernel kernel, Opcode opcode) {
        return Arrays.stream(kernel.code()).filter(in -> in.opcode() == opcode).count();
    }

    private static boolean isUnrolled(Kernel kernel) {
        return count(kernel, Opcode.BRANCH) > 1;
    }

    /** The loads from memory in the loop, not that of counter and bound. */
    private static long copies(Kernel kernel) {
        return count(kernel, Opcode.LOAD) - 1;
    }

    /** Source: SASS that ptxas 13.0 makes of these loops for compute capability 9.0: four loads in the loop, two behind it, and one. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "up to a bound; add.s32 %i, %i, 1; lt.s32 %again, %i, %n",
                "up to a bound and the bound itself; add.s32 %i, %i, 1; le.s32 %again, %i, %n",
                "up by 128; add.s32 %i, %i, 128; lt.s32 %again, %i, %n",
                "up without signs; add.u32 %i, %i, 4; lt.u32 %again, %i, %n",
                "up to a bound that is the first operand; add.s32 %i, %i, 1; gt.s32 %again, %n, %i",
                "up to a constant; add.s32 %i, %i, 1; lt.s32 %again, %i, 1000",
                "up until equal; add.s32 %i, %i, 1; ne.s32 %again, %i, %n",
                "up to zero; add.s32 %i, %i, 1; ne.s32 %again, %i, 0",
                "down to zero; add.s32 %i, %i, -1; ne.s32 %again, %i, 0",
                "down to a bound; add.s32 %i, %i, -1; gt.s32 %again, %i, %n",
                "down to a bound and the bound itself; add.s32 %i, %i, -3; ge.s32 %again, %i, %n",
                "down without signs; add.s32 %i, %i, -1; gt.u32 %again, %i, 0",
                "up with 64 bits; add.s64 %l, %l, 1; lt.s64 %again, %l, %m",
                "down with 64 bits; add.s64 %l, %l, -1; ne.s64 %again, %l, 0"
            })
    void aLoopThatCountsByAConstantToABoundIsUnrolled(String name, String step, String compare) {
        assertThat(copies(kernel(LOAD, step + ";", compare, "@%again bra LOOP")))
                .as(name)
                .isEqualTo(COPIES);
    }

    /** Source: SASS that ptxas 13.0 makes of these loops for compute capability 9.0: one load. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "away from the bound; add.s32 %i, %i, 1; gt.s32 %again, %i, %n; @%again bra LOOP",
                "leaves when true; add.s32 %i, %i, 1; ge.s32 %again, %i, %n; @!%again bra LOOP",
                "step in a register; add.s32 %i, %i, %t; lt.s32 %again, %i, %n; @%again bra LOOP",
                "step of some lanes; @%c add.s32 %i, %i, 1; lt.s32 %again, %i, %n; @%again bra LOOP",
                "while equal to a bound; @%c add.s32 %i, %i, 1; eq.s32 %again, %i, %n; @%again bra LOOP",
                "two conditions; add.s32 %i, %i, 1; lt.and.s32 %again, %i, %n, %c; @%again bra LOOP"
            })
    void anotherLoopStaysAsItIs(String name, String step, String compare, String branch) {
        assertThat(copies(kernel("setp.ne.u32 %c, %n, 7;" + LOAD, step + ";", compare, branch)))
                .as(name)
                .isOne();
    }

    /** Source: SASS of ptxas 13.0, which leaves {@code atomicAdd(p, q[i])}, {@code p[q[i]] = 1} and {@code if (q[i] == 3) p[i] = 5} with the four rounds that nvcc makes. */
    @ParameterizedTest
    @ValueSource(
            strings = {"red.global.add.u32 [%p+8], %x;", "st.global.u32 [%to], %x;", "@%c st.global.u32 [%q], %x;"})
    void aLoopThatScattersOrMayStoreStaysAsItIs(String access) {
        assertThat(copies(kernel(
                        LOAD + "cvt.u64.u32 %to, %x; add.u64 %to, %to, %p;" + access,
                        "add.s32 %i, %i, 1;",
                        "lt.s32 %again, %i, %n",
                        "@%again bra LOOP")))
                .isOne();
    }

    /** Source: SASS of ptxas 13.0. */
    @Test
    void aLoopWhoseBoundChangesOrWhoseCounterStepsAfterTheTestStaysAsItIs() {
        assertThat(copies(kernel(
                        LOAD, "add.s32 %i, %i, 1; add.s32 %n, %n, -1;", "lt.s32 %again, %i, %n", "@%again bra LOOP")))
                .isOne();
        assertThat(copies(kernel(LOAD, "", "lt.s32 %again, %i, %n; add.s32 %i, %i, 1", "@%again bra LOOP")))
                .isOne();
    }

    /** Source: the largest loops that ptxas 13.0 unrolls: a load and 43 products, 8 loads and 22; a store and 16; a load from shared memory and 20, 8 and 34. */
    @ParameterizedTest
    @CsvSource({"global, 1, 43", "global, 8, 22", "store, 1, 16", "shared, 1, 20", "shared, 8, 34"})
    void aLongerLoopIsUnrolledForItsLoads(String space, int loads, int products) {
        StringBuilder body = new StringBuilder();
        boolean isShared = space.equals("shared");
        for (int i = 0; i < loads; i++) {
            String address = isShared ? "%k1" : "%q";
            body.append(
                    space.equals("store")
                            ? "st.global.u32 [%q], %sum;\n"
                            : "ld." + space + ".u32 %x, [" + address + "+" + 12 * i + "]; add.u32 %sum, %sum, %x;\n");
        }
        body.append(isShared ? "add.u32 %k1, %k1, 4;\n" : "add.s64 %q, %q, 4;\n");
        String product = "mad.lo.u32 %sum, %sum, %sum, %sum;\n";
        for (int more = 0; more < 2; more++) {
            Kernel kernel = kernel(
                    body + product.repeat(products + more),
                    "add.s32 %i, %i, 1;",
                    "lt.s32 %again, %i, %n",
                    "@%again bra LOOP");
            assertThat(isUnrolled(kernel)).as("%d products", products + more).isEqualTo(more == 0);
        }
    }

    /** Bounds at the ends of the integers, which the counter passes, and before the first round; each lane of a warp with others. */
    @ParameterizedTest
    @CsvSource({
        "lt.s32, 1",
        "lt.s32, 7",
        "lt.s32, 128",
        "lt.s32, 500000000",
        "le.s32, 1",
        "le.s32, 3",
        "le.s32, 500000000",
        "gt.s32, -1",
        "gt.s32, -7",
        "gt.s32, -500000000",
        "ge.s32, -1",
        "ge.s32, -128",
        "ne.s32, 1",
        "ne.s32, -1",
        "ne.s32, 4",
        "ne.s32, -128",
        "ne.u32, 500000000",
        "lt.u32, 1",
        "lt.u32, 500000000",
        "le.u32, 7",
        "gt.u32, -1",
        "gt.u32, -500000000",
        "ge.u32, -3"
    })
    void aLoopRunsItsRoundsUpToEachBound(String comparison, int step) {
        List<int[]> cases = cases(comparison, step);
        assertThat(cases).hasSizeGreaterThan(THREADS);
        String test = comparison + " %again, %i, %n";
        Kernel straight = kernel(SUM, "add.s32 %i, %i, " + step + ";", test, "@%again bra LOOP");
        assertThat(isUnrolled(straight)).isTrue();
        check(cases, comparison, step, straight);
        String turned = comparison + " %again, %n, %i";
        for (String[] pair : new String[][] {{"lt", "gt"}, {"gt", "lt"}, {"le", "ge"}, {"ge", "le"}}) {
            if (comparison.startsWith(pair[0])) {
                turned = pair[1] + turned.substring(2);
            }
        }
        check(cases, comparison, step, kernel(SUM, "add.s32 %i, %i, " + step + ";", turned, "@%again bra LOOP"));
    }

    /** The same with a bound that is known; a loop whose bound less three steps is no integer of its type runs as it is. */
    @ParameterizedTest
    @CsvSource({
        "lt.s32, 1, 2147483647, true",
        "lt.s32, 1000, -2147483647, false",
        "le.s32, 7, 2147483640, true",
        "gt.s32, -1, -2147483648, true",
        "ge.s32, -3, 2147483638, true",
        "ge.s32, -3, 2147483639, false",
        "ne.s32, 1, -2147483648, false",
        "ne.s32, -1, 2147483647, false",
        "gt.u32, -1, 0, true",
        "gt.u32, -1, -1, false",
        "lt.u32, 3, 8, false",
        "lt.u32, 3, 10, true",
        "lt.u32, 500000000, -1, true",
        "lt.s32, 1, 0, true"
    })
    void aLoopRunsItsRoundsUpToAConstant(String comparison, int step, int bound, boolean isUnrolled) {
        List<int[]> cases = cases(comparison, step).stream()
                .filter(each -> each[1] == bound)
                .toList();
        List<int[]> around = new ArrayList<>(cases);
        for (int rounds = -3; rounds < 20; rounds++) {
            addIfShort(around, bound - rounds * step, bound, comparison, step);
        }
        Kernel kernel =
                kernel(SUM, "add.s32 %i, %i, " + step + ";", comparison + " %again, %i, " + bound, "@%again bra LOOP");
        assertThat(isUnrolled(kernel)).isEqualTo(isUnrolled);
        check(around, comparison, step, kernel);
    }

    /** The same with 64 bits; the counter and the bound come from 32, so that only loops within these are there. */
    @ParameterizedTest
    @CsvSource({"lt.s64, 1", "le.s64, 3", "gt.s64, -128", "ge.s64, -1", "ne.s64, -1", "ne.s64, 1"})
    void aLoopWithACounterOf64BitsRunsItsRounds(String comparison, int step) {
        List<int[]> cases = new ArrayList<>();
        for (int rounds = 1; rounds < 2 * THREADS; rounds++) {
            int start = rounds * 1000 - 20000;
            cases.add(new int[] {start, start + rounds * step});
        }
        String body = "cvt.u32.u64 %i, %l;" + SUM;
        String again = "@%again bra LOOP; cvt.u32.u64 %i, %l";
        Kernel kernel = kernel(body, "add.s64 %l, %l, " + step + ";", comparison + " %again, %l, %m", again);
        assertThat(isUnrolled(kernel)).isTrue();
        check(cases, comparison, step, kernel);
    }

    private static List<int[]> cases(String comparison, int step) {
        List<int[]> cases = new ArrayList<>();
        for (int end : new int[] {Integer.MIN_VALUE, -1, 0, 1, 1000, Integer.MAX_VALUE}) {
            for (int off = -3; off <= 3; off++) {
                for (int rounds = -2; rounds < 12; rounds++) {
                    for (int more = -1; more <= 1; more++) {
                        addIfShort(cases, end + off - rounds * step + more, end + off, comparison, step);
                    }
                }
            }
        }
        return cases;
    }

    private static void addIfShort(List<int[]> cases, int start, int bound, String comparison, int step) {
        if (expected(start, bound, comparison, step) != null) {
            cases.add(new int[] {start, bound});
        }
    }

    /** The sum and the last counter; null of a long loop. */
    private static int[] expected(int start, int bound, String comparison, int step) {
        int sum = 0;
        int counter = start;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            sum = sum * 31 + counter;
            counter += step;
            int order = comparison.endsWith("u32")
                    ? Integer.compareUnsigned(counter, bound)
                    : Integer.compare(counter, bound);
            boolean again = switch (comparison.substring(0, 2)) {
                case "lt" -> order < 0;
                case "le" -> order <= 0;
                case "gt" -> order > 0;
                case "ge" -> order >= 0;
                default -> order != 0;
            };
            if (!again) {
                return new int[] {sum, counter};
            }
        }
        return null;
    }

    private void check(List<int[]> cases, String comparison, int step, Kernel kernel) {
        long to = host.malloc(THREADS * BYTES);
        for (int first = 0; first < cases.size(); first += THREADS) {
            int[] words = new int[THREADS * 4];
            for (int lane = 0; lane < THREADS; lane++) {
                System.arraycopy(cases.get((first + lane) % cases.size()), 0, words, 4 * lane, 2);
            }
            host.memory().write(to, words);
            host.launch(kernel, LaunchShape.of(1, THREADS), host.defaultStream(), to);
            assertThat(host.synchronize()).as(host.faultMessage()).hasToString("SUCCESS");
            int[] left = host.memory().readInts(to, words.length);
            for (int lane = 0; lane < THREADS; lane++) {
                int start = words[4 * lane];
                int bound = words[4 * lane + 1];
                assertThat(new int[] {left[4 * lane + 2], left[4 * lane + 3]})
                        .as("from %d to %d", start, bound)
                        .isEqualTo(expected(start, bound, comparison, step));
            }
        }
    }
}
