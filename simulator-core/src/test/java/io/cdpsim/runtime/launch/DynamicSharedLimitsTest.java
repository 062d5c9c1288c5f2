package io.cdpsim.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.SmSpec;
import io.cdpsim.profile.read.Profiles;
import org.junit.jupiter.api.Test;

/** A GPU whose blocks have 48 KiB of shared memory, or 227 KiB by opting in, and kernels with 16 KiB of static shared memory. */
class DynamicSharedLimitsTest {
    private static final int STATIC = 16 << 10;
    private static final int ORDINARY = 48 << 10;
    private static final int OPT_IN = 227 << 10;

    private final SmSpec sm = Profiles.load("h200").sm();
    private final Kernel kernel = kernel("kernel");
    private final Kernel other = kernel("other");
    private final DynamicSharedLimits optIns = new DynamicSharedLimits();

    private static Kernel kernel(String name) {
        KernelBuilder k = new KernelBuilder(name);
        k.sharedArray(STATIC);
        return k.build();
    }

    @Test
    void aKernelThatHasNotAskedHasTheOrdinaryLimit() {
        assertThat(optIns.limit(kernel, sm)).isEqualTo(ORDINARY);
        assertThat(optIns.isLarge(kernel, sm)).isFalse();
        optIns.set(other, 100_000, sm);
        assertThat(optIns.limit(kernel, sm)).isEqualTo(ORDINARY);
        assertThat(optIns.isLarge(kernel, sm)).isFalse();
    }

    @Test
    void aKernelBuiltForLargeSharedMemoryHasAllOfIt() {
        KernelBuilder k = new KernelBuilder("large");
        k.largeShared();
        Kernel large = k.build();
        assertThat(optIns.limit(large, sm)).isEqualTo(OPT_IN);
        assertThat(optIns.isLarge(large, sm)).isTrue();
    }

    @Test
    void theStaticPartComesOnTopOfWhatWasAskedFor() {
        assertThat(optIns.set(kernel, 100_000, sm)).isTrue();
        assertThat(optIns.limit(kernel, sm)).isEqualTo(STATIC + 100_000);
        assertThat(optIns.isLarge(kernel, sm)).isTrue();
    }

    @Test
    void aKernelMayAskForLessThanTheOrdinaryLimit() {
        assertThat(optIns.set(kernel, 0, sm)).isTrue();
        assertThat(optIns.limit(kernel, sm)).isEqualTo(STATIC);
        assertThat(optIns.set(kernel, ORDINARY - STATIC, sm)).isTrue();
        assertThat(optIns.limit(kernel, sm)).isEqualTo(ORDINARY);
        assertThat(optIns.isLarge(kernel, sm)).isFalse();
    }

    @Test
    void whatNoBlockCouldHaveIsRefusedAndChangesNothing() {
        assertThat(optIns.set(kernel, OPT_IN - STATIC, sm)).isTrue();
        assertThat(optIns.set(kernel, OPT_IN - STATIC + 1, sm)).isFalse();
        assertThat(optIns.set(kernel, -1, sm)).isFalse();
        assertThat(optIns.limit(kernel, sm)).isEqualTo(OPT_IN);
    }
}
