package io.cdpsim.programs.exec.fatbinary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.profile.ComputeCapability;
import io.cdpsim.programs.exec.PrebuiltPrograms;
import io.cdpsim.programs.exec.fatbinary.CudaExecutable.PtxUnit;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CudaExecutableTest {
    private static final ComputeCapability HOPPER = new ComputeCapability(9, 0);
    private static final int PTX = 1;
    private static final int MACHINE_CODE = 2;

    private static CudaExecutable of(byte[] bytes) {
        return CudaExecutable.of("program", ByteBuffer.wrap(bytes));
    }

    /** Where fat binaries start; these programs are loaded as they lie in the file up to there. */
    private static List<Integer> fatBinaries(byte[] bytes) {
        ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        List<Integer> found = new ArrayList<>();
        for (int at = 0; at + 16 <= bytes.length; at += 8) {
            if (all.getInt(at) == 0xBA55ED50 && all.getShort(at + 6) == 16) {
                found.add(at);
            }
        }
        return found;
    }

    private static byte[] replaced(byte[] bytes, String text, String by) {
        byte[] changed = bytes.clone();
        int at = com.google.common.primitives.Bytes.indexOf(bytes, text.getBytes(StandardCharsets.US_ASCII));
        assertThat(at).isPositive();
        System.arraycopy(by.getBytes(StandardCharsets.US_ASCII), 0, changed, at, by.length());
        return changed;
    }

    /** Changes every entry of a kind. */
    private static byte[] withEntries(byte[] bytes, int kind, int field, int value) {
        byte[] changed = bytes.clone();
        ByteBuffer all = ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN);
        for (int start : fatBinaries(bytes)) {
            long end = start + 16 + all.getLong(start + 8);
            for (int entry = start + 16; entry < end; ) {
                int next = (int) (entry + all.getInt(entry + 4) + all.getLong(entry + 8));
                if (all.getShort(entry) == kind) {
                    if (field == 0) {
                        all.putShort(entry, (short) value);
                    } else {
                        all.putInt(entry + field, value);
                    }
                }
                entry = next;
            }
        }
        return changed;
    }

    @Test
    void thePtxOfEachUnitIsFoundAndTheDeviceRuntimesIsNot() {
        byte[] tree = PrebuiltPrograms.bytes("tree");
        List<Integer> all = fatBinaries(tree);

        // The first is what was linked, without PTX; behind it the two units, and the device runtime.
        assertThat(all).hasSize(4);
        List<PtxUnit> units = of(tree).module(
                        all.subList(1, 4).stream().map(Integer::longValue).toList(), HOPPER);

        assertThat(units).hasSize(2);
        assertThat(new String(units.get(0).ptx(), StandardCharsets.US_ASCII))
                .contains(".target sm_90")
                .contains(".entry _Z4rooti");
        assertThat(new String(units.get(1).ptx(), StandardCharsets.US_ASCII)).contains("_Z7visitedi");
    }

    @Test
    void programsBuiltAsRequestedAreAccepted() {
        for (String each : List.of("plain", "tree", "perthread")) {
            assertThatCode(() -> of(PrebuiltPrograms.bytes(each)).check(HOPPER)).doesNotThrowAnyException();
        }
    }

    @Test
    void theStaticRuntimeIsReportedWithTheFlagThatReplacesIt() {
        byte[] changed = replaced(PrebuiltPrograms.bytes("plain"), "libcudart.so.13", "libcudzzz.so.13");

        assertThatThrownBy(() -> of(changed).check(HOPPER)).hasMessageContaining("-cudart shared");
    }

    /** Code of the device runtime, which nvcc links in, can be for the device where the program's is not. */
    @Test
    void aModuleWithoutPtxForTheDeviceIsReportedWithTheFlagThatAddsItWhenItIsUsed() {
        byte[] plain = PrebuiltPrograms.bytes("plain");
        List<Integer> all = fatBinaries(plain);
        CudaExecutable executable = of(plain);
        List<Long> last = List.of((long) all.get(all.size() - 1));

        assertThatThrownBy(() -> executable.module(last, new ComputeCapability(8, 6)))
                .hasMessageContaining("holds PTX for")
                .hasMessageContaining("-arch=sm_86");
    }

    @Test
    void machineCodeWithoutPtxIsReportedWithTheFlagThatAddsIt() {
        byte[] changed = withEntries(PrebuiltPrograms.bytes("plain"), PTX, 0, MACHINE_CODE);

        assertThatThrownBy(() -> of(changed).check(HOPPER))
                .hasMessageContaining("no PTX")
                .hasMessageContaining("-arch=sm_90");
    }

    /** CDP1 needs an old device, and nvcc 13 makes code for none. */
    @Test
    void whatIsBuiltForTheOldestDeviceOfNvccIsTakenOnOlderOnes() {
        byte[] changed = withEntries(PrebuiltPrograms.bytes("plain"), PTX, 28, CudaExecutable.OLDEST_ARCHITECTURE);

        assertThatCode(() -> of(changed).check(new ComputeCapability(3, 5))).doesNotThrowAnyException();
        assertThatThrownBy(() -> of(PrebuiltPrograms.bytes("plain")).check(new ComputeCapability(3, 5)))
                .hasMessageContaining("-arch=sm_75");
    }

    @Test
    void ptxForANewerDeviceIsReportedWithTheDevice() {
        byte[] plain = PrebuiltPrograms.bytes("plain");

        assertThatThrownBy(() -> of(plain).check(new ComputeCapability(8, 6)))
                .hasMessageContaining("sm_90")
                .hasMessageContaining("8.6")
                .hasMessageContaining("-arch=sm_86");
        assertThatCode(() -> of(plain).check(new ComputeCapability(10, 0))).doesNotThrowAnyException();
    }

    @Test
    void otherFilesAreNamedByTheirFormat() {
        byte[] plain = PrebuiltPrograms.bytes("plain");
        byte[] narrow = plain.clone();
        narrow[4] = 1;
        byte[] arm = plain.clone();
        arm[18] = (byte) 183;

        assertThatThrownBy(() -> of(narrow)).hasMessageContaining("32-bit");
        assertThatThrownBy(() -> of(arm)).hasMessageContaining("ARM (aarch64)");
        assertThatThrownBy(() -> of("#!/bin/sh\n".getBytes(StandardCharsets.US_ASCII)))
                .hasMessageContaining("script");
        assertThatThrownBy(() -> of(new byte[0])).hasMessageContaining("not an executable");
        assertThatThrownBy(() -> of("MZ and what not, longer than a head".getBytes(StandardCharsets.US_ASCII)))
                .hasMessageContaining("not an executable");
    }

    @Test
    void aMissingFileIsReported(@TempDir Path folder) {
        assertThatThrownBy(() -> CudaExecutable.open(folder.resolve("nothing"))).hasMessageContaining("no such file");
        assertThatThrownBy(() -> CudaExecutable.open(folder)).hasMessageContaining("is a folder");
    }

    @Test
    void aTextOfPtxMayStandWhereAFatBinaryMight() {
        byte[] plain = PrebuiltPrograms.bytes("plain");
        int at = fatBinaries(plain).get(0);
        byte[] text = ".version 9.0\n.target sm_90\n".getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(text, 0, plain, at, text.length);
        plain[at + text.length] = 0;

        assertThat(of(plain).module(List.of((long) at), HOPPER))
                .singleElement()
                .satisfies(each -> assertThat(each.ptx()).isEqualTo(text));
    }

    @Test
    void packedTextInTheOlderFormIsUnpacked() {
        byte[] text =
                "abcabcabcabcabcabcabcabcabcabc, and so on, and so on, and so on".getBytes(StandardCharsets.US_ASCII);
        byte[] packed = new byte[200];
        int size = new io.airlift.compress.lz4.Lz4Compressor().compress(text, 0, text.length, packed, 0, packed.length);
        ByteBuffer fat = ByteBuffer.allocate(16 + 64 + size).order(ByteOrder.LITTLE_ENDIAN);
        fat.putInt(0xBA55ED50).putShort((short) 1).putShort((short) 16).putLong(64 + size);
        fat.putShort((short) PTX)
                .putShort((short) 0x101)
                .putInt(64)
                .putLong(size)
                .putInt(size)
                .putInt(0);
        fat.putInt(0).putInt(70).putLong(0).putLong(0x2000).putLong(0).putLong(text.length);
        fat.put(packed, 0, size);
        FatBinary read = new FatBinary(new FileBytes("program", fat), 0);

        assertThat(read.entries())
                .singleElement()
                .satisfies(each -> assertThat(read.text(each)).isEqualTo(text));
    }

    @Test
    void aFileThatIsCutOffIsAnErrorThatNamesIt() {
        byte[] whole = PrebuiltPrograms.bytes("perthread");
        for (int length = 0; length < whole.length; length += 97) {
            readAll(Arrays.copyOf(whole, length));
        }
    }

    @Test
    void aFileWithWrongBytesIsAnErrorThatNamesItOrNone() {
        byte[] whole = PrebuiltPrograms.bytes("perthread");
        Random random = new Random(14);
        List<Integer> heads = fatBinaries(whole);
        for (int i = 0; i < 3000; i++) {
            byte[] changed = whole.clone();
            int start = i % 3 == 0 ? 0 : i % 3 == 1 ? heads.get(i % heads.size()) : random.nextInt(whole.length - 200);
            for (int k = 0; k < 1 + i % 5; k++) {
                changed[start + random.nextInt(160)] = (byte) random.nextInt(256);
            }
            readAll(changed);
        }
    }

    private static void readAll(byte[] bytes) {
        try {
            CudaExecutable read = of(bytes);
            read.check(HOPPER);
            for (int each : fatBinaries(PrebuiltPrograms.bytes("perthread"))) {
                read.module(List.of((long) each), HOPPER);
            }
        } catch (FatBinaryException e) {
            assertThat(e).hasMessageStartingWith("program");
        }
    }
}
