package io.cdpsim.profile.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.profile.DeviceLaunchSpec.LaunchModel;
import io.cdpsim.profile.GpuProfile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Profile files of the user's own: bases and overrides. */
class ProfileFileTest {
    private final Path folder;

    ProfileFileTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void aFileThatExtendsAProfileChangesOnlyItsOwnFields() throws IOException {
        Path mine = write("mine.yaml", "extends: h200", "l2:", "  latency: 300 cycles");

        GpuProfile gpu = Profiles.load(mine.toString());
        GpuProfile h200 = Profiles.load("h200");

        assertThat(gpu.name()).isEqualTo("mine");
        assertThat(gpu.l2().latencyCycles()).isEqualTo(300);
        assertThat(gpu.l2().bytes()).isEqualTo(h200.l2().bytes());
        assertThat(gpu.launch()).isEqualTo(h200.launch());
    }

    @Test
    void aFileMayExtendAnotherFileBesideIt() throws IOException {
        write("base.yaml", "extends: k20c", "sm: {count: 3}");
        Path mine = write("mine.yaml", "extends: base.yaml", "clock: {core: 1 GHz}");

        GpuProfile gpu = Profiles.load(mine.toString());

        assertThat(gpu.sm().count()).isEqualTo(3);
        assertThat(gpu.clock().coreHertz()).isEqualTo(1_000_000_000L);
    }

    @Test
    void theDocumentSaysWhereEachFieldIsFrom() throws IOException {
        Path mine = write(
                "mine.yaml",
                "extends: h200",
                "l2:",
                "  source: my bench",
                "  latency: 300 cycles",
                "  ways: {value: 8, source: my guess}");

        List<ProfileField> fields =
                Profiles.document(mine.toString(), List.of("sm.count=16")).fields();

        assertThat(fields)
                .contains(
                        new ProfileField("l2.latency", "300 cycles", "my bench", mine.toString(), 4),
                        new ProfileField("l2.ways", "8", "my guess", mine.toString(), 5),
                        new ProfileField("sm.count", "16", "override", "override 'sm.count=16'", 0));
        assertThat(fields)
                .filteredOn(field -> field.path().equals("l1.latency"))
                .singleElement()
                .satisfies(field -> {
                    assertThat(field.origin()).isEqualTo("h200.yaml");
                    assertThat(field.source()).startsWith("as h200: measured:");
                });
    }

    @Test
    void theLaterOfTwoOverridesWins() {
        assertThat(Profiles.load("h200", List.of("sm.count=16", "sm.count = 4", "l2.latency=300 cycles")))
                .satisfies(gpu -> {
                    assertThat(gpu.sm().count()).isEqualTo(4);
                    assertThat(gpu.l2().latencyCycles()).isEqualTo(300);
                });
    }

    @Test
    void aListIsOverriddenInBrackets() {
        assertThat(Profiles.load("h200", List.of("sm.shared_configurations=[0 KiB, 228 KiB]"))
                        .sm()
                        .sharedConfigurationsKiB())
                .containsExactly(0, 228);
    }

    @Test
    void anH200WithoutDynamicParallelismKeepsNoneOfItsCosts() {
        assertThat(Profiles.load("h200", List.of("cdp=none")).launch()).isEqualTo(DeviceLaunchSpec.NONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sm.count=0 | sm.count: found '0', expected at least 1",
                "sm.count=-2 | sm.count: found '-2', expected at least 1",
                "sm.count=1.5 | sm.count: found '1.5', expected a whole number",
                "sm.count=3000000000 | sm.count: found '3000000000', expected at most 1024",
                "sm.count=2147483647 | sm.count: found '2147483647', expected at most 1024",
                "l2.slices=1000000 | l2.slices: found '1000000', expected at most 1024",
                "l1.replayed_atomics=2147483647 | l1.replayed_atomics: found '2147483647', expected at most 65536",
                "l2.capacity=16 GiB | l2.capacity: found '16 GiB', expected at most 1073741824 B",
                "l2.latency=2147483647 cycles | l2.latency: found '2147483647 cycles', expected at most 1000000000"
                        + " cycles",
                "host_link.copy_latency=9e15 us | host_link.copy_latency: found '9e15 us', expected at most"
                        + " 10000000000 ns",
                "host_api.launch=9999999999999999999999 us | host_api.launch: found '9999999999999999999999 us',"
                        + " expected at most 10000000000 ns",
                "dram.bandwidth=1 B/s | dram.bandwidth: found '1 B/s', expected at least 1000000 B/s",
                "clock.core=1 Hz | clock.core: found '1 Hz', expected at least 1000000 Hz",
                "sm.max_threads=33 | sm.max_threads: found '33', expected 32 for each of sm.max_warps, 2048: change"
                        + " both",
                "sm.max_warps=8 | sm.max_warps: found '8', expected one for each 32 of sm.max_threads, 2048: change"
                        + " both",
                "sm.max_shared_per_block=300 KiB | sm.max_shared_per_block: found '300 KiB', expected at most"
                        + " sm.max_shared_per_block_opt_in, 232448 B",
                "sm.registers=100 | sm.registers: found '100', expected at least sm.max_registers_per_block, 65536",
                "limits.pending_launches_max=1000 | limits.pending_launches_max: found '1000', expected at least"
                        + " limits.pending_launches, 2048",
                "l2.line=48 B | l2.line: found '48 B', expected a whole number of sectors of 32 B",
                "sm.count=16 SMs | sm.count: found '16 SMs', expected a number without a unit, for example '16'",
                "sm.count=[1, 2] | sm.count: found '[1, 2]', expected a number without a unit, for example '16'",
                "l2.latency=-1 cycles | l2.latency: found '-1 cycles', expected at least 0 cycles",
                "l2.latency=0.5 cycles | l2.latency: found '0.5 cycles', expected a whole number of cycles",
                "l2.capacity=-1 MiB | l2.capacity: found '-1 MiB', expected at least 1 B",
                "dram.bandwidth=0 TB/s | dram.bandwidth: found '0 TB/s', expected more than 0 B/s",
                "host_api.launch=-1 us | host_api.launch: found '-1 us', expected at least 0 ns",
                "sm=4 | sm: found '4', expected a section with fields such as 'sm.count'",
                "l2.latency.x=3 | l2.latency: found field 'x' under it, expected one value",
                "cdp=cdp3 | cdp: found 'cdp3', expected none, cdp1 or cdp2",
                "launch.model=volta | launch.model: found 'volta', expected kepler or hopper",
                "launch.model=kepler | launch.model: found 'kepler', expected hopper: launch.chain,"
                        + " launch.completion_rounds or launch.pool has costs that only this model has",
                "compute_capability=nine | compute_capability: found 'nine', expected major.minor, for example '9.0'",
                "l1.caches_global_loads=yes | l1.caches_global_loads: found 'yes', expected true or false",
                "l2.sector=48 B | l2.sector: found '48 B', expected a whole number of sectors in a line of 128 B",
                "limits.pending_launches=8 | limits.pending_launches: found '8', expected between"
                        + " limits.pending_launches_min and limits.pending_launches_max, 32 to 599186",
                "sm.cuont=3 | unknown field 'sm.cuont'; did you mean 'sm.count'?",
                "colour=blue | unknown field 'colour'; 'profiles show' lists the fields",
                "foo | expected field=value, for example 'sm.count=16'",
                "sm.count= | expected field=value, for example 'sm.count=16'",
            })
    void anOverrideThatCannotBeIsRefusedInOneLine(String override, String message) {
        assertThatExceptionOfType(ProfileException.class)
                .isThrownBy(() -> Profiles.load("h200", List.of(override)))
                .withMessage("override '%s': %s", override, message);
    }

    @Test
    void fieldsThatGoTogetherMayBeChangedTogether() {
        GpuProfile half = Profiles.load("h200", List.of("sm.max_warps=32", "sm.max_threads=1024"));
        assertThat(half.sm().maxThreads()).isEqualTo(1024);
        assertThat(half.sm().maxWarps()).isEqualTo(32);
    }

    @Test
    void aProfileThatCanLaunchNamesItsLaunchModel() throws IOException {
        String whole;
        try (InputStream in = Objects.requireNonNull(GpuProfile.class.getResourceAsStream("k20c.yaml"))) {
            whole = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        assertThat(Profiles.load("k20x").launch().model()).isEqualTo(LaunchModel.KEPLER);
        Path old = write(
                "old.yaml",
                whole.lines().filter(each -> !each.contains("  model:")).toArray(String[]::new));
        assertThatExceptionOfType(ProfileException.class)
                .isThrownBy(() -> Profiles.load(old.toString()))
                .withMessageContaining("launch.model: missing, expected kepler or hopper");
    }

    private Path write(String name, String... lines) throws IOException {
        return Files.write(folder.resolve(name), List.of(lines), StandardCharsets.UTF_8);
    }
}
