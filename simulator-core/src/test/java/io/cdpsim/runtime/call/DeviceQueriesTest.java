package io.cdpsim.runtime.call;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.call.DeviceAttribute;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.attribute.DeviceAttributes;
import io.cdpsim.runtime.settings.MachineSettings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What device code learns of the device, of kernels and of errors (rules API-1, API-2, ENV-1, ENV-4). */
class DeviceQueriesTest {
    private static final int INVALID_VALUE = 1;
    private static final int UNSUPPORTED_LIMIT = 215;

    private final ParentLab lab = ParentLab.on("h200");

    private void keep(KernelBuilder k, int at, List<Operand.Register> errorAndValue) {
        lab.keep(k, at, errorAndValue.get(0));
        lab.keep(k, at + 1, errorAndValue.get(1));
    }

    /** The technical specifications of compute capability 9.0 and the properties of an H200. */
    @ParameterizedTest
    @CsvSource({
        "MAX_THREADS_PER_BLOCK, 1024",
        "MAX_BLOCK_DIM_X, 1024",
        "MAX_BLOCK_DIM_Y, 1024",
        "MAX_BLOCK_DIM_Z, 64",
        "MAX_GRID_DIM_X, 2147483647",
        "MAX_GRID_DIM_Y, 65535",
        "MAX_GRID_DIM_Z, 65535",
        "MAX_SHARED_MEMORY_PER_BLOCK, 49152",
        "TOTAL_CONSTANT_MEMORY, 65536",
        "WARP_SIZE, 32",
        "MAX_REGISTERS_PER_BLOCK, 65536",
        "CLOCK_RATE, 1980000",
        "MULTIPROCESSOR_COUNT, 132",
        "CONCURRENT_KERNELS, 1",
        "L2_CACHE_SIZE, 62914560",
        "MAX_THREADS_PER_MULTIPROCESSOR, 2048",
        "ASYNC_ENGINE_COUNT, 3",
        "COMPUTE_CAPABILITY_MAJOR, 9",
        "COMPUTE_CAPABILITY_MINOR, 0",
        "MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, 233472",
        "MAX_REGISTERS_PER_MULTIPROCESSOR, 65536",
        "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 232448",
        "MAX_BLOCKS_PER_MULTIPROCESSOR, 32",
        "RESERVED_SHARED_MEMORY_PER_BLOCK, 1024"
    })
    void anAttributeIsThatOfTheDevice(DeviceAttribute attribute, int value) {
        lab.run(1, 1, k -> keep(k, 0, k.device().deviceGetAttribute(attribute, s32(0))));

        assertThat(lab.kept(2)).containsExactly(0, value);
    }

    @Test
    void aDeviceThatRunsOneKernelAtATimeSaysSo() {
        assertThat(DeviceAttributes.of(
                        Profiles.load("h200", List.of("grid.max_resident_grids=1", "grid.max_resident_stream_grids=1")),
                        DeviceAttribute.CONCURRENT_KERNELS))
                .isZero();
        assertThat(DeviceAttributes.of(
                        Profiles.load("h200", List.of("grid.max_resident_grids=2", "grid.max_resident_stream_grids=1")),
                        DeviceAttribute.CONCURRENT_KERNELS))
                .isEqualTo(1);
    }

    /** {@code cudaErrorInvalidDevice} is 101. */
    @ParameterizedTest
    @CsvSource({"-1, 101", "0, 0", "1, 0", "2, 101"})
    void anAttributeMayBeThatOfAnyDeviceOfTheMachine(int device, int error) {
        ParentLab two = new ParentLab(MachineSettings.of(Profiles.load("h200")).withDevices(2));
        two.run(1, 1, k -> {
            two.keep(
                    k,
                    0,
                    k.device()
                            .deviceGetAttribute(DeviceAttribute.WARP_SIZE, s32(device))
                            .get(0));
            two.keep(k, 1, k.device().getDeviceCount().get(1));
        });

        assertThat(two.kept(2)).containsExactly(error, 2);
    }

    /** CUDA knows attributes that no profile holds: whoever asks is told, once for each place; of no attribute nobody is told. */
    /** The pitch's maximum, a part of the L2 (as the host reads it), and numbers that CUDA does not have. */
    @ParameterizedTest
    @CsvSource({"11, 0, 2147483647", "108, 0, 39321600", "100000, 1, 0", "0, 1, 0"})
    void attributesAreThoseThatTheHostReads(int attribute, int error, int value) {
        lab.run(1, 1, k -> keep(k, 0, k.device().deviceGetAttribute(s32(attribute), s32(0))));

        assertThat(lab.kept(2)).containsExactly(error, value);
        lab.assertWarned();
    }

    /** Rule ENV-4. */
    @Test
    void aThreadIsOnTheDeviceThatTheHostHasChosen() {
        ParentLab two = new ParentLab(MachineSettings.of(Profiles.load("h200")).withDevices(2));
        two.host().setDevice(1);
        long word = two.host().malloc(4);
        two.run(1, 1, k -> k.memory().store(ValueType.S32, u64(word), k.device().getDevice()));

        assertThat(two.host().memory().readInts(word, 1)).containsExactly(1);
    }

    /** The version of the toolkit as documented; an H200 gives 6000. */
    @ParameterizedTest
    @CsvSource({"true, 13000", "false, 6000"})
    void theVersionOfTheRuntime(boolean strict, int version) {
        ParentLab any = strict ? ParentLab.strict() : lab;
        any.run(1, 1, k -> any.keep(k, 0, k.device().runtimeGetVersion().get(1)));

        assertThat(any.kept(1)).containsExactly(version);
    }

    @Test
    void limitsReadAsTheHostSetThem() {
        lab.host().setHeapBytes(123_456);
        lab.run(1, 1, k -> {
            keep(k, 0, k.device().deviceGetLimit(s32(2)));
            keep(k, 2, k.device().deviceGetLimit(s32(3)));
            keep(k, 4, k.device().deviceGetLimit(s32(4)));
            keep(k, 6, k.device().deviceGetLimit(s32(77)));
            lab.keep(k, 8, k.device().getLastError());
        });

        assertThat(lab.kept(9))
                .containsExactly(0, 123_456, UNSUPPORTED_LIMIT, 0, 0, 2_048, UNSUPPORTED_LIMIT, 0, UNSUPPORTED_LIMIT);
    }

    @Test
    void aLimitOfZeroIsNoLimitThatIsMissing() {
        lab.host().setStackLimit(0);
        lab.run(1, 1, k -> keep(k, 0, k.device().deviceGetLimit(s32(0))));

        assertThat(lab.kept(2)).containsExactly(0, 0);
    }

    @Test
    void theCachePreferenceIsTheHosts() {
        lab.host().setCacheConfig(CachePreference.EQUAL);
        lab.run(1, 1, k -> lab.keep(k, 0, k.device().deviceGetCacheConfig()));

        assertThat(lab.kept(1)).containsExactly(CachePreference.EQUAL.number());
    }

    /** {@code cudaSharedMemBankSizeFourByte} is 1, {@code cudaSharedMemBankSizeEightByte} 2. */
    @ParameterizedTest
    @CsvSource({"4, 1", "8, 2"})
    void banksOfSharedMemoryAreOf4Or8Bytes(int bytes, int config) {
        ParentLab kepler = ParentLab.on("k20x", "shared.bank_width=" + bytes + " B");
        kepler.run(
                1,
                1,
                k -> kepler.keep(k, 0, k.device().deviceGetSharedMemConfig().get(1)));

        assertThat(kepler.kept(1)).containsExactly(config);
    }

    private String text(long address) {
        byte[] bytes = new byte[256];
        int length = 0;
        while (lab.host().holds(address + length, 1)) {
            lab.host().memory().read(address + length, bytes, length, 1);
            length++;
        }
        return new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }

    /** The texts of CUDA's host library, also of errors that no call of device code returns. */
    @ParameterizedTest
    @CsvSource({
        "0, cudaSuccess, no error",
        "9, cudaErrorInvalidConfiguration, invalid configuration argument",
        "719, cudaErrorLaunchFailure, unspecified launch failure"
    })
    void anErrorHasTheNameAndTheTextThatTheHostHas(int code, String name, String text) {
        assertTexts(code, name, text);
    }

    @Test
    void aNumberThatIsNoErrorIsUnrecognized() {
        assertTexts(12_345, "unrecognized error code", "unrecognized error code");
    }

    private void assertTexts(int code, String name, String explanation) {
        lab.run(1, 1, k -> {
            k.memory().store(ValueType.U64, lab.word(0), k.device().getErrorName(s32(code)));
            k.memory().store(ValueType.U64, lab.word(2), k.device().getErrorString(s32(code)));
            k.memory().store(ValueType.U64, lab.word(4), k.device().getErrorString(s32(code)));
            k.printf("%s", k.device().getErrorName(s32(code)));
        });

        int[] kept = lab.kept(6);
        assertThat(lab.host().takeOutput()).isEqualTo(name);
        assertThat(text(address(kept, 0))).isEqualTo(name + '\0');
        assertThat(text(address(kept, 2))).isEqualTo(explanation + '\0');
        assertThat(address(kept, 4)).as("asked again").isEqualTo(address(kept, 2));
    }

    private static long address(int[] words, int at) {
        return (long) words[at + 1] << 32 | (words[at] & 0xFFFF_FFFFL);
    }
}
