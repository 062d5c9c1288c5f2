package io.cdpsim.experiments.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.cdpsim.experiments.step.StepRecording.KnowledgeState;
import io.cdpsim.experiments.step.StepRecording.WarpRow;
import io.cdpsim.experiments.step.StepRecording.WordRow;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.stepping.StepListener;
import io.cdpsim.gpu.stepping.SteppedWarp;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recordings of the listings of the guides, against copies of whole registers and memories that a second listener takes. */
class StepRecordingTest {
    private static final int FEW = 3_000;
    private static final GpuProfile H200 = Profiles.load("h200");
    private static final Workloads WORKLOADS = Workloads.installed();

    /** The whole registers of a warp behind an instruction. */
    private record Copy(long[] registers, int[] predicates, int next, int active) {}

    /** The recordings that several tests move through, by example. */
    private static final Map<String, StepRecording> RECORDINGS = new ConcurrentHashMap<>();

    /** Copies what a test looks at, and passes it on to the recorder. */
    private static final class Copier implements StepListener {
        private final StepListener behind;
        private final Map<String, List<@Nullable Copy>> copies = new HashMap<>();
        private final boolean copiesRegisters;
        private @Nullable DeviceData memory;

        Copier(StepListener behind, boolean copiesRegisters) {
            this.behind = behind;
            this.copiesRegisters = copiesRegisters;
        }

        @Override
        public void starts(int device, DeviceData data, @Nullable VisibilityChecker checker) {
            memory = data;
            behind.starts(device, data, checker);
        }

        @Override
        public void executes(int device, SteppedWarp warp, Instruction instruction, int lanes, long cycle) {
            behind.executes(device, warp, instruction, lanes, cycle);
        }

        @Override
        public void executed(SteppedWarp warp, boolean isEnded) {
            behind.executed(warp, isEnded);
            if (!copiesRegisters) {
                return;
            }
            LaneState state = warp.state();
            copies.computeIfAbsent(
                            name(warp.gridNumber(), warp.blockIndex(), warp.indexInBlock()), key -> new ArrayList<>())
                    .add(
                            isEnded
                                    ? null
                                    : new Copy(
                                            state.registers().clone(),
                                            state.predicates().clone(),
                                            state.stack().programCounter(),
                                            state.stack().activeLanes()));
        }
    }

    private static String name(long grid, long block, int warp) {
        return grid + "." + block + "." + warp;
    }

    private static MachineSettings h200() {
        return MachineSettings.of(H200).withCheck(true);
    }

    private static RunResult run(String example, MachineSettings machine) {
        Workload workload = WORKLOADS.named("example:" + example);
        return Workloads.run(workload, RunRequest.of(workload, machine));
    }

    private static StepRecording recorded(String example) {
        return RECORDINGS.computeIfAbsent(example, StepRecordingTest::record);
    }

    private static StepRecording record(String example) {
        StepRecorder recorder = new StepRecorder(FEW);
        run(example, h200().withListeners(List.of(recorder)).withSteps(recorder));
        return recorder.finish();
    }

    static Stream<String> examples() {
        return Stream.of("hello-world", "store-race", "consistency-tail", "permute");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theStateBehindAStepIsTheSameFromTheStartAndFromTheEnd(String example) {
        StepRecording recording = recorded(example);
        int steps = recording.log().size();
        assertThat(steps).isPositive();
        StepCursor forward = new StepCursor(recording);
        StepCursor moving = new StepCursor(recording);
        moving.seek(steps);
        Random random = new Random(7);
        for (int i = 0; i < 40; i++) {
            int at = random.nextInt(steps + 1);
            moving.seek(at);
            StepCursor fresh = new StepCursor(recording);
            fresh.seek(at);
            assertThat(moving.cells()).as("step %d", at).isEqualTo(fresh.cells());
        }
        moving.seek(0);
        assertThat(moving.cells()).isEqualTo(forward.cells()).containsOnly(0);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void registersAreThoseOfTheRunBehindEachInstruction(String example) {
        StepRecorder recorder = new StepRecorder(FEW);
        Copier copier = new Copier(recorder, true);
        run(example, h200().withListeners(List.of(recorder)).withSteps(copier));
        StepRecording recording = recorder.finish();
        StepCursor cursor = new StepCursor(recording);
        Map<String, Integer> seen = new HashMap<>();
        while (cursor.forward()) {
            StepEvent event = recording.log().event(cursor.position() - 1);
            if (event.kind() != StepKind.INSTRUCTION) {
                continue;
            }
            WarpRow warp = recording.warps().get(event.warp());
            String name = name(warp.grid(), warp.block(), warp.index());
            int count = seen.merge(name, 1, Integer::sum);
            List<@Nullable Copy> copies = copier.copies.getOrDefault(name, List.of());
            Copy expected = copies.get(count - 1);
            if (expected == null) {
                assertThat(cursor.active(warp)).isZero();
                continue;
            }
            assertThat(cursor.next(warp)).isEqualTo(expected.next);
            assertThat(cursor.active(warp)).isEqualTo(expected.active);
            long[] registers = new long[recording.kernels().get(warp.kernel()).registers() * Lanes.COUNT];
            for (int i = 0; i < registers.length; i++) {
                registers[i] = cursor.register(warp, i / Lanes.COUNT, i % Lanes.COUNT);
            }
            assertThat(registers)
                    .as("%s at step %d", name, cursor.position())
                    .isEqualTo(Arrays.copyOf(expected.registers, registers.length));
        }
        assertThat(seen).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void globalMemoryBehindTheLastStepIsThatOfTheEndOfTheRun(String example) {
        StepRecorder recorder = new StepRecorder(1 << 20);
        Copier copier = new Copier(recorder, false);
        run(example, h200().withListeners(List.of(recorder)).withSteps(copier));
        StepRecording recording = recorder.finish();
        assumeThat(recording.cut()).isEmpty();
        StepCursor cursor = new StepCursor(recording);
        cursor.seek(recording.log().size());
        DeviceData memory = copier.memory;
        assertThat(memory).isNotNull();
        for (WordRow word : recording.words()) {
            if (word.space() == AddressSpace.GLOBAL
                    && memory != null
                    && memory.global().contains(word.address(), 4)) {
                assertThat(cursor.value(word))
                        .as("word at %x", word.address())
                        .isEqualTo(memory.global().loadInt(word.address()));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void recordingChangesNoResultAndNoTime(String example) {
        StepRecorder recorder = new StepRecorder(FEW);
        RunResult watched = run(example, h200().withListeners(List.of(recorder)).withSteps(recorder));
        RunResult plain = run(example, h200());
        assertThat(watched.cycles()).isEqualTo(plain.cycles());
        assertThat(watched.measures()).isEqualTo(plain.measures());
    }

    @Test
    void aRecordingStopsAtItsLimitAndSaysSo() {
        StepRecorder recorder = new StepRecorder(50);
        run("store-race", h200().withListeners(List.of(recorder)).withSteps(recorder));
        StepRecording recording = recorder.finish();
        assertThat(recording.log().size()).isBetween(50, 60);
        assertThat(recording.cut()).isEqualTo("after 50 steps; --steps records more");
    }

    @Test
    void theStepsOfAWarpAreInItsOrderAndCyclesNeverGoBack() {
        StepRecording recording = recorded("permute");
        long cycle = 0;
        for (int i = 0; i < recording.log().size(); i++) {
            assertThat(recording.log().event(i).cycle()).isGreaterThanOrEqualTo(cycle);
            cycle = recording.log().event(i).cycle();
        }
    }

    @Test
    void aStoreBehindALaunchIsSeenToRaceWithTheChild() {
        assertThat(statesEver(recorded("store-race"))).contains(KnowledgeState.RACING, KnowledgeState.PENDING);
    }

    @Test
    void aTailLaunchSeesEverythingThatItsParentAndItsChildrenWrote() {
        StepRecording recording = recorded("consistency-tail");
        assertThat(statesEver(recording)).contains(KnowledgeState.VISIBLE).doesNotContain(KnowledgeState.RACING);
    }

    @Test
    void aLaunchNamesTheWarpThatLaunched() {
        StepRecording recording = recorded("hello-world");
        StepRecording.GridRow child = recording.grids().get(1);
        assertThat(child.parent()).isEqualTo(1);
        assertThat(recording.warps().get(child.launcher()).grid()).isEqualTo(1);
        assertThat(recording.grids().get(0).launcher()).isEqualTo(-1);
    }

    private static List<KnowledgeState> statesEver(StepRecording recording) {
        StepCursor cursor = new StepCursor(recording);
        List<KnowledgeState> ever = new ArrayList<>();
        while (cursor.forward()) {
            recording.knowledge().forEach(each -> ever.add(cursor.state(each)));
        }
        return ever.stream().distinct().toList();
    }
}
