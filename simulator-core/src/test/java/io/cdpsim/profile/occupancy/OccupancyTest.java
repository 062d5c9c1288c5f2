package io.cdpsim.profile.occupancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cdpsim.profile.ComputeCapability;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.SmSpec;
import io.cdpsim.profile.occupancy.OccupancyResult.Limiter;
import io.cdpsim.profile.read.Profiles;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** Occupancy against worked vectors per compute capability, and against what an H200 answered. */
class OccupancyTest {
    private static final Map<String, String> BUILT_IN = Map.of("3.0", "gtx680", "3.5", "k20x", "9.0", "h200");

    private static final List<String> CAPABILITIES = List.of("3.0", "3.5", "3.7", "6.0", "7.0", "8.0", "8.6", "9.0");

    @ParameterizedTest(name = "{0} threads, {1} registers, {2} B shared, opt-in {3}")
    @CsvSource({
        "  32, 16,     0, false, 16 16 16 32 32 32 16 32",
        "  64, 32,     0, false, 16 16 16 32 32 32 16 32",
        " 128, 32,     0, false, 16 16 16 16 16 16 12 16",
        " 256, 32,     0, false,  8  8  8  8  8  8  6  8",
        " 256, 33,     0, false,  6  6  8  6  6  6  6  6",
        " 256, 64,     0, false,  0  4  8  4  4  4  4  4",
        " 512, 63,     0, false,  2  2  4  2  2  2  2  2",
        "1024, 64,     0, false,  0  1  2  1  1  1  1  1",
        "1024, 65,     0, false,  0  0  0  0  0  0  0  0",
        " 256, 32, 12288, false,  4  4  8  5  8  8  6  8",
        " 256, 32, 16384, false,  3  3  7  4  6  8  5  8",
        " 256, 32, 49152, false,  1  1  2  1  2  3  2  4",
        " 256, 32, 98304,  true,  0  0  0  0  1  1  1  2",
        "  96, 40,     0, false, 16 16 16 16 16 16 16 16",
    })
    void blocksPerSmAgreeWithTheWorkedVectors(
            int threads, int registers, int sharedBytes, boolean optIn, String expected) {
        String[] blocks = expected.strip().split(" +", -1);
        for (int i = 0; i < blocks.length; i++) {
            assertThat(on(CAPABILITIES.get(i), threads, registers, sharedBytes, optIn)
                            .blocksPerSm())
                    .as("compute capability %s", CAPABILITIES.get(i))
                    .isEqualTo(Integer.parseInt(blocks[i]));
        }
    }

    @ParameterizedTest
    @CsvFileSource(resources = "h200-occupancy.csv", numLinesToSkip = 1)
    void blocksPerSmAgreeWithWhatAnH200Answered(int registers, int threads, int sharedBytes, int blocks) {
        assertThat(Occupancy.of(Profiles.load("h200"), threads, registers, sharedBytes, true)
                        .blocksPerSm())
                .isEqualTo(blocks);
    }

    @ParameterizedTest
    @CsvSource({
        "  32, 16,      0, false, BLOCKS",
        " 256, 32,      0, false, WARPS",
        " 256, 33,      0, false, REGISTERS",
        " 256, 32,  49152, false, SHARED_MEMORY",
        "1025, 16,      0, false, THREADS_PER_BLOCK",
        "  32, 256,     0, false, REGISTERS_PER_THREAD",
        "1024, 65,      0, false, REGISTERS_PER_BLOCK",
        " 256, 32,  49153, false, SHARED_MEMORY_PER_BLOCK",
        " 256, 32, 232449, false, SHARED_MEMORY_PER_BLOCK_OPT_IN",
        " 256, 32, 232449, true,  SHARED_MEMORY_PER_BLOCK_OPT_IN",
    })
    void theLimiterNamesWhatHoldsTheKernelBack(
            int threads, int registers, int sharedBytes, boolean optIn, Limiter limiter) {
        OccupancyResult result = Occupancy.of(Profiles.load("h200"), threads, registers, sharedBytes, optIn);

        assertThat(result.limiter()).isEqualTo(limiter);
        assertThat(result.fits()).isEqualTo(limiter.compareTo(Limiter.THREADS_PER_BLOCK) < 0);
    }

    @Test
    void occupancyIsTheShareOfWarpSlotsInUse() {
        OccupancyResult result = Occupancy.of(Profiles.load("h200"), 256, 33, 0, false);

        // 6 blocks of 8 warps in 64 slots; 33 registers round up to 1280 a warp, 12 warps a partition.
        assertThat(result).isEqualTo(new OccupancyResult(6, 48, 0.75, Limiter.REGISTERS, 8, 32, 6, 228));
    }

    @Test
    void aKernelWithoutSharedMemoryIsNotLimitedByItWhereNothingIsReserved() {
        assertThat(Occupancy.of(Profiles.load("k20c"), 64, 0, 0, false))
                .extracting(OccupancyResult::blocksByRegisters, OccupancyResult::blocksBySharedMemory)
                .containsExactly(OccupancyResult.UNLIMITED, OccupancyResult.UNLIMITED);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0", "32, -1, 0", "32, 0, -1"})
    void quantitiesThatNoKernelHasAreRefused(int threads, int registers, int sharedBytes) {
        GpuProfile h200 = Profiles.load("h200");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Occupancy.of(h200, threads, registers, sharedBytes, false));
    }

    private static OccupancyResult on(String capability, int threads, int registers, int sharedBytes, boolean optIn) {
        String profile = BUILT_IN.get(capability);
        if (profile != null) {
            return Occupancy.of(Profiles.load(profile), threads, registers, sharedBytes, optIn);
        }
        String[] numbers = capability.split("\\.", -1);
        return Occupancy.of(
                table(capability),
                new ComputeCapability(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1])),
                1024,
                threads,
                registers,
                sharedBytes,
                optIn);
    }

    /** The SM of a compute capability that no built-in profile has, from the technical specifications. */
    private static SmSpec table(String capability) {
        return switch (capability) {
            case "3.7" -> sm(2048, 16, 131072, 4, 112, 48, 256, 0);
            case "6.0" -> sm(2048, 32, 65536, 2, 64, 48, 256, 0);
            case "7.0" -> sm(2048, 32, 65536, 4, 96, 96, 256, 0);
            case "8.0" -> sm(2048, 32, 65536, 4, 164, 163, 128, 1024);
            case "8.6" -> sm(1536, 16, 65536, 4, 100, 99, 128, 1024);
            default -> throw new IllegalArgumentException(capability);
        };
    }

    private static SmSpec sm(
            int threads,
            int blocks,
            int registers,
            int partitions,
            int sharedKiB,
            int optInKiB,
            int sharedUnitBytes,
            int reservedBytes) {
        return new SmSpec(
                1,
                4,
                1,
                true,
                threads,
                threads / 32,
                blocks,
                registers,
                65536,
                255,
                256,
                partitions,
                sharedKiB * 1024,
                48 * 1024,
                optInKiB * 1024,
                sharedUnitBytes,
                reservedBytes,
                List.of(sharedKiB));
    }
}
