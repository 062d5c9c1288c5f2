package io.cdpsim.programs.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.programs.plan.PtxExamples;
import io.cdpsim.ptx.form.UnsupportedPtxException;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.InvalidInputException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoadedPtxTest {
    private final Machine machine = new Machine(MachineSettings.of(Profiles.load("h200")));
    private final Host host = machine.host();

    private LoadedPtx kinds() {
        return LoadedPtx.load(host, PtxExamples.kinds());
    }

    private double[] doubles(long address, int count) {
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = Double.longBitsToDouble(host.memory().readLong(address + 8L * i));
        }
        return values;
    }

    @Test
    void aKernelIsLaunchedByTheNameOfItsSource() {
        LoadedPtx program = kinds();
        long data = host.malloc(3 * Float.BYTES);
        host.memory().write(data, 1f, 2f, 3f);

        program.launch("scale", LaunchShape.of(1, 3), host.defaultStream(), data, 1);

        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        // factors[1] of kinds.cu
        assertThat(host.memory().readFloats(data, 3)).containsExactly(2.5f, 5f, 7.5f);
    }

    @Test
    void aVariableHoldsItsFirstValueAndTheAddressesInIt() {
        LoadedPtx program = kinds();
        DeviceVariable counter = program.variable("counter");

        assertThat(host.memory().readInts(counter.address(), 1)).containsExactly(7);
        assertThat(host.memory().readLong(program.variable("where").address())).isEqualTo(counter.address());

        program.launch("count_up", LaunchShape.of(2, 32), host.defaultStream());
        host.synchronize();

        assertThat(host.memory().readInts(counter.address(), 1)).containsExactly(7 + 64);
    }

    @Test
    void aVectorThatIsOnlyReadIsLoadedWhole() {
        String text = ".version 8.3 .target sm_90 .address_size 64 .visible .entry sum(.param .b64 data) {"
                + " .reg .b64 %at, %x<2>; .reg .b32 %y<4>, %sum; ld.param.u64 %at, [data];"
                + " ld.global.nc.v2.u64 {%x0, %x1}, [%at]; mov.b64 {%y0, %y1}, %x0; mov.b64 {%y2, %y3}, %x1;"
                + " mad.lo.u32 %sum, %y1, 10, %y0; mad.lo.u32 %sum, %y2, 100, %sum; mad.lo.u32 %sum, %y3, 1000, %sum;"
                + " ld.global.nc.v4.u32 {%y0, %y1, %y2, %y3}, [%at]; mad.lo.u32 %sum, %y3, 10000, %sum;"
                + " st.global.u32 [%at+16], %sum; ret; }";
        LoadedPtx program = LoadedPtx.load(
                host, PtxProgram.link(List.of(PtxReader.read("nc.ptx", text.getBytes(StandardCharsets.US_ASCII)))));
        long data = host.malloc(5 * Integer.BYTES);
        host.memory().write(data, 1, 2, 3, 4);

        program.launch("sum", LaunchShape.of(1, 1), host.defaultStream(), data);
        host.synchronize();

        assertThat(host.memory().readInts(data + 16, 1)).containsExactly(44321);
    }

    @Test
    void aLaneThatHoldsALockCanGiveItBackToOthersOfItsWarp() {
        String text = ".version 8.3 .target sm_90 .address_size 64 .visible .entry count(.param .b64 data) {"
                + " .reg .b64 %at; .reg .b32 %x; .reg .pred %p; ld.param.u64 %at, [data];"
                + " again: atom.global.cas.b32 %x, [%at], 0, 1; setp.ne.u32 %p, %x, 0; @%p bra again; membar.gl;"
                + " ld.volatile.global.u32 %x, [%at+4]; add.u32 %x, %x, 1; st.volatile.global.u32 [%at+4], %x;"
                + " membar.gl; atom.global.exch.b32 %x, [%at], 0; bar.sync 0;"
                + " ld.volatile.global.u32 %x, [%at+4]; atom.global.exch.b32 %x, [%at+8], %x; ret; }";
        LoadedPtx program = LoadedPtx.load(
                host, PtxProgram.link(List.of(PtxReader.read("lock.ptx", text.getBytes(StandardCharsets.US_ASCII)))));
        long data = host.malloc(3 * Integer.BYTES);
        host.memory().write(data, 0, 0, 0);

        program.launch("count", LaunchShape.of(1, 64), host.defaultStream(), data);

        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        assertThat(host.memory().readInts(data, 3)).containsExactly(0, 64, 64);
    }

    @Test
    void loadingTakesNoSimulatedTime() {
        kinds();

        assertThat(machine.nowCycles()).isZero();
    }

    @Test
    void functionsAreCalledByTheAddressesInATable() {
        LoadedPtx program = kinds();
        long data = host.malloc(2 * Integer.BYTES);
        host.memory().write(data, 10, 20);

        program.launch("change", LaunchShape.of(1, 2), host.defaultStream(), data, 0);
        program.launch("change", LaunchShape.of(1, 2), host.defaultStream(), data, 1);
        host.synchronize();

        assertThat(host.memory().readInts(data, 2)).containsExactly(22, 42);
    }

    @Test
    void aStructureIsGivenAsItsBytes() {
        LoadedPtx program = kinds();
        long out = host.malloc(3 * Double.BYTES);
        byte[] pair = ByteBuffer.allocate(24)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(0, (byte) -3)
                .putDouble(8, 0.1)
                .putShort(16, (short) 100)
                .putShort(18, (short) 20)
                .putShort(20, (short) -7)
                .array();

        program.launch("unpack", LaunchShape.of(1, 1), host.defaultStream(), pair, out);
        host.synchronize();

        assertThat(doubles(out, 3)).containsExactly(-3, 0.1, 113);
    }

    @Test
    void numbersBecomeWhatTheParametersAre() {
        LoadedPtx program = kinds();
        long out = host.malloc(7 * Double.BYTES);

        program.launch(
                "types", LaunchShape.of(1, 1), host.defaultStream(), -5, 65535, -70000, 1L << 40, 0.5, 0.1, 1, out);
        host.synchronize();

        assertThat(doubles(out, 7)).containsExactly(-5, 65535, -70000, 0x1p40, 0.5, 0.1, 1);
    }

    @Test
    void aWrongNameIsAnsweredWithTheNearest() {
        LoadedPtx program = kinds();

        assertThatThrownBy(() -> program.kernel("scael"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unknown kernel 'scael'; did you mean 'scale'?");
        assertThatThrownBy(() -> program.variable("count"))
                .hasMessage("unknown variable 'count'; did you mean 'counter'?");
    }

    @Test
    void aNameThatTwoKernelsHaveIsNotEnough() {
        LoadedPtx program = kinds();

        assertThatThrownBy(() -> program.kernel("fill"))
                .hasMessage("'fill' may be each of fill<int>, fill<float>; give the whole name");
        assertThat(program.kernel("fill<float>")).isSameAs(program.kernel("_Z4fillIfEvPT_S0_"));
        assertThat(program.kernel("fill<float>").name()).isEqualTo("fill<float>");
    }

    @Test
    void argumentsThatTheKernelDoesNotTakeAreRefused() {
        LoadedPtx program = kinds();
        LaunchShape one = LaunchShape.of(1, 1);

        assertThatThrownBy(() -> program.launch("scale", one, host.defaultStream(), 1L))
                .hasMessage("found 1 argument, but kernel scale takes 2: .u64, .u32");
        assertThatThrownBy(() -> program.launch("scale", one, host.defaultStream(), 1L, 1L << 32))
                .hasMessage("parameter 2 of kernel scale is .u32: 4294967296 does not fit into .u32");
        assertThatThrownBy(() -> program.launch("scale", one, host.defaultStream(), 1L, 1.5))
                .hasMessageContaining("1.5 is not a number of .u32");
        assertThatThrownBy(() -> program.launch("unpack", one, host.defaultStream(), new byte[3], 0L))
                .hasMessageContaining("found 3 bytes, expected 24");
    }

    @Test
    void aVariableHoldsTheAddressOfAKernel() {
        String text = """
            .version 8.0
            .target sm_90
            .address_size 64
            .global .align 8 .u64 table[2] = {first, second};
            .visible .entry first() { ret; }
            .visible .entry second() { ret; }
            """;

        LoadedPtx program = LoadedPtx.load(host, PtxProgram.link(List.of(PtxReader.read("table.ptx", text))));

        long table = program.variable("table").address();
        assertThat(host.memory().readLong(table)).isEqualTo(host.kernelAddress(program.kernel("first")));
        assertThat(host.memory().readLong(table + 8)).isEqualTo(host.kernelAddress(program.kernel("second")));
        assertThat(host.memory().readLong(table)).isNotEqualTo(host.memory().readLong(table + 8));
    }

    /** As on an H200: the launch succeeds, and the kernel faults where the stack ends. */
    @Test
    void aFunctionThatCallsItselfGoesAsDeepAsTheStackLimitSays() {
        assertThat(descends(1024, 8)).isEqualTo(CudaError.SUCCESS);
        assertThat(descends(1024, 60)).isEqualTo(CudaError.ILLEGAL_ADDRESS);
        assertThat(descends(8192, 60)).isEqualTo(CudaError.SUCCESS);
        assertThat(descends(8192, 500)).isEqualTo(CudaError.ILLEGAL_ADDRESS);
    }

    /** ptxas gives each function a frame of 16 bytes: 41 of them are 656 of the default 1,024. */
    @Test
    void twoFunctionsThatCallOneAnotherGoFortyDeepInTheDefaultStack() {
        LoadedPtx program = LoadedPtx.load(host, PtxExamples.limits());
        long out = host.malloc(Integer.BYTES);

        program.launch("mutual", LaunchShape.of(1, 1), host.defaultStream(), 40, out);

        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        assertThat(host.memory().readInts(out, 1)).containsExactly(even(40));
    }

    private static int even(int n) {
        return n == 0 ? 1 : 2 * odd(n - 1) + n;
    }

    private static int odd(int n) {
        return n == 0 ? 0 : even(n - 1) - n;
    }

    @Test
    void objectsOfSixteenBytesAreMadeInAHeapOfOneMebibyteUntilItIsFull() {
        assertThat(host.setHeapBytes(1 << 20)).isEqualTo(CudaError.SUCCESS);
        LoadedPtx program = LoadedPtx.load(host, PtxExamples.limits());
        long out = host.malloc(2 * Long.BYTES);

        program.launch("list", LaunchShape.of(1, 1), host.defaultStream(), 100, out);

        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        assertThat(host.memory().readLong(out)).isEqualTo(100);
        assertThat(host.memory().readLong(out + Long.BYTES)).isEqualTo(99 * 100 / 2);

        program.launch("list", LaunchShape.of(1, 1), host.defaultStream(), 1 << 17, out);

        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        assertThat(host.memory().readLong(out)).isBetween(1L << 12, (1L << 20) / 16);
    }

    private static CudaError descends(long stackBytes, int depth) {
        Host one = new Machine(MachineSettings.of(Profiles.load("h200"))).host();
        one.setStackLimit(stackBytes);
        LoadedPtx program = LoadedPtx.load(one, PtxExamples.recursion());
        long out = one.malloc(2 * Integer.BYTES);

        program.launch("descend", LaunchShape.of(1, 1), one.defaultStream(), depth, out);

        return one.synchronize();
    }

    @Test
    void theAttributesOfAKernelFillTheirStructure() {
        LoadedPtx program = LoadedPtx.load(host, PtxExamples.recursion());
        long out = host.malloc(6 * Integer.BYTES);

        program.launch("attributes", LaunchShape.of(1, 1), host.defaultStream(), out);

        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        int registers = program.kernel("descend").attributes().registersPerThread();
        // 227 KiB of shared memory in all: CUDA C++ Programming Guide 13, technical specifications, 9.0
        assertThat(host.memory().readInts(out, 6)).containsExactly(0, 1024, 90, 0, 227 << 10, registers);
    }

    @Test
    void theCLibrarysCopiesAndFillsAreCalled() {
        String text = """
            .version 8.0
            .target sm_90
            .address_size 64
            .extern .func (.param .b64 r) memcpy (.param .b64 to, .param .b64 from, .param .b64 count);
            .extern .func (.param .b64 r) memset (.param .b64 to, .param .b32 value, .param .b64 count);
            .visible .entry both(.param .u64 to, .param .u64 from, .param .u64 results) {
                .reg .b64 %rd<6>;
                .reg .b32 %r<2>;
                .reg .pred %p;
                ld.param.u64 %rd1, [to];
                ld.param.u64 %rd2, [from];
                ld.param.u64 %rd3, [results];
                mov.u32 %r1, %tid.x;
                setp.eq.u32 %p, %r1, 1;
                {
                .param .b64 p0; st.param.b64 [p0], %rd1;
                .param .b64 p1; st.param.b64 [p1], %rd2;
                .param .b64 p2; st.param.b64 [p2], 5;
                .param .b64 q;
                @%p call (q), memcpy, (p0, p1, p2);
                ld.param.b64 %rd4, [q];
                }
                add.s64 %rd5, %rd1, 5;
                {
                .param .b64 p0; st.param.b64 [p0], %rd5;
                .param .b32 p1; st.param.b32 [p1], 263;
                .param .b64 p2; st.param.b64 [p2], 2;
                .param .b64 q;
                call (q), memset, (p0, p1, p2);
                ld.param.b64 %rd5, [q];
                }
                @%p st.global.u64 [%rd3], %rd4;
                @%p st.global.u64 [%rd3+8], %rd5;
                ret;
            }
            """;
        LoadedPtx program = LoadedPtx.load(host, PtxProgram.link(List.of(PtxReader.read("copy.ptx", text))));
        long to = host.malloc(8);
        long from = host.malloc(8);
        long results = host.malloc(16);
        host.memory().write(from, 0x04030201, 0x08070605);

        program.launch("both", LaunchShape.of(1, 2), host.defaultStream(), to, from, results);

        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        assertThat(host.memory().readLong(to)).isEqualTo(0x00_07_07_05_04_03_02_01L);
        assertThat(host.memory().readLong(results)).isEqualTo(to);
        assertThat(host.memory().readLong(results + 8)).isEqualTo(to + 5);
    }

    @Test
    void aProgramLoadedLazilyRunsBesideAKernelThatCannotBe() {
        String text = """
            .version 8.0
            .target sm_90
            .address_size 64
            .visible .entry store(.param .u64 p) {
                .reg .b64 %a;
                ld.param.u64 %a, [p];
                st.global.u32 [%a], 7;
                ret;
            }
            .visible .entry matrix() {
                .reg .b32 %r<9>;
                mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%r1}, {%r2}, {%r3}, {%r4};
                ret;
            }
            """;
        PtxProgram linked = PtxProgram.link(List.of(PtxReader.read("library.ptx", text)));
        List<Kernel> lowered = new ArrayList<>();
        LoadedPtx program = LoadedPtx.loadLazily(host, linked, lowered::add, Map.of());
        long to = host.malloc(8);

        program.launch("store", LaunchShape.of(1, 1), host.defaultStream(), to);

        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        assertThat(host.memory().readLong(to)).isEqualTo(7);
        assertThat(lowered).extracting(Kernel::name).containsExactly("store");
        assertThatThrownBy(() -> program.kernel("matrix"))
                .isInstanceOf(UnsupportedPtxException.class)
                .hasMessageContaining("library.ptx:12");
        assertThatThrownBy(() -> LoadedPtx.load(host, linked)).isInstanceOf(UnsupportedPtxException.class);
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> LoadedPtx.load(host, Path.of("none.ptx")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("cannot read none.ptx: there is no such file or folder");
    }
}
