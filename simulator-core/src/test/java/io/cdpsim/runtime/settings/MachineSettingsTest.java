package io.cdpsim.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.observe.RunListener;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.version.CudaVersion;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineSettingsTest {
    private final GpuProfile hopper = Profiles.load("h200");
    private final MachineSettings settings = MachineSettings.of(hopper);

    @ParameterizedTest
    @CsvSource({"h200, 13.0", "k20c, 11.8", "m2050, 11.8"})
    void aMachineHasTheNewestToolkitForItsDevice(String profile, String cuda) {
        MachineSettings machine = MachineSettings.of(Profiles.load(profile));
        assertThat(machine.cuda()).hasToString(cuda);
        assertThat(machine.devices()).isEqualTo(1);
        assertThat(machine.policy()).isEqualTo(LaunchPolicy.EAGER);
        assertThat(machine.unifiedAddresses()).isTrue();
        assertThat(machine.timed()).isTrue();
        assertThat(machine.pendingLaunches()).isEmpty();
    }

    @Test
    void eachSettingIsChangedAloneAndAllOthersStay() {
        RunListener watcher = event -> {};
        GpuProfile small = Profiles.load("h200", List.of("sm.count=3"));
        MachineSettings all = settings.withProfile(small)
                .withCuda(new CudaVersion(12, 4))
                .withDevices(3)
                .withSeed(77)
                .withPolicy(LaunchPolicy.LAZY)
                .withStrict(true)
                .withMps(true)
                .withUnifiedAddresses(false)
                .withCheck(true)
                .withPendingLaunches(500)
                .withPostedWork(1_000)
                .withEventLimit(2_000)
                .withInterpret(true)
                .withTimed(false)
                .withListeners(List.of(watcher));
        assertThat(all.profile()).isEqualTo(small);
        assertThat(all.cuda()).isEqualTo(new CudaVersion(12, 4));
        assertThat(all.devices()).isEqualTo(3);
        assertThat(all.seed()).isEqualTo(77);
        assertThat(all.policy()).isEqualTo(LaunchPolicy.LAZY);
        assertThat(all.strict()).isTrue();
        assertThat(all.mps()).isTrue();
        assertThat(all.unifiedAddresses()).isFalse();
        assertThat(all.check()).isTrue();
        assertThat(all.pendingLaunches()).hasValue(500);
        assertThat(all.postedWork()).isEqualTo(1_000);
        assertThat(all.eventLimit()).isEqualTo(2_000);
        assertThat(all.interpret()).isTrue();
        assertThat(all.timed()).isFalse();
        assertThat(all.listeners()).containsExactly(watcher);
        assertThat(settings)
                .as("settings do not change")
                .usingRecursiveComparison()
                .isEqualTo(MachineSettings.of(hopper));
    }

    @Test
    void blocksAreSampledOnlyWhereEachAccessNeedsNoTimeOfItsOwn() {
        assertThat(settings.sampled()).isFalse();
        assertThat(settings.withSampled(true).sampled()).isTrue();
        assertThatThrownBy(() -> settings.withSampled(true).withTimed(false)).hasMessageContaining("leave out --fast");
        assertThatThrownBy(() -> settings.withSampled(true).withCheck(true)).hasMessageContaining("leave out --check");
    }

    @ParameterizedTest
    @CsvSource({"0, false", "1, true", "31, true", "32, false"})
    void aMachineHas1To31Devices(int devices, boolean taken) {
        if (taken) {
            assertThat(settings.withDevices(devices).devices()).isEqualTo(devices);
        } else {
            assertThatThrownBy(() -> settings.withDevices(devices))
                    .hasMessageContaining("1 to 31 devices, not " + devices);
        }
    }

    @Test
    void atLeastOneGridMayWait() {
        assertThat(settings.withPostedWork(1).postedWork()).isEqualTo(1);
        assertThatThrownBy(() -> settings.withPostedWork(0)).hasMessageContaining("must be at least 1");
    }

    @Test
    void aProgramMayNeedAtLeastOneEvent() {
        assertThat(settings.withEventLimit(1).eventLimit()).isEqualTo(1);
        assertThatThrownBy(() -> settings.withEventLimit(0)).hasMessageContaining("must be at least 1");
    }

    /** Rule VER-2. */
    @ParameterizedTest
    @CsvSource({
        "h200, 11.8, false",
        "h200, 12.0, true",
        "k20c, 11.8, true",
        "k20c, 12.0, false",
        "m2050, 11.8, true",
        "m2050, 13.0, true"
    })
    void aToolkitMustSupportTheDevicesDynamicParallelism(String profile, String cuda, boolean supported) {
        MachineSettings machine = MachineSettings.of(Profiles.load(profile));
        CudaVersion version = CudaVersion.parse(cuda);
        if (supported) {
            assertThatCode(() -> machine.withCuda(version)).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(() -> machine.withCuda(version)).hasMessageContainingAll(profile, cuda, "rule VER-2");
        }
    }

    @Test
    void theVersionOfDynamicParallelismIsThatOfToolkitAndDevice() {
        Kernel kernel = new KernelBuilder("kernel").build();
        assertThat(settings.versions().runsAs(kernel)).isEqualTo(CdpSupport.CDP2);
        assertThat(MachineSettings.of(Profiles.load("k20c")).versions().runsAs(kernel))
                .isEqualTo(CdpSupport.CDP1);
    }
}
