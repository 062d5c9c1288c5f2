package io.cdpsim.runtime.printf;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What printf of device code puts into the buffer, thread by thread. */
class DevicePrintfTest {
    private final Host host = new Machine(MachineSettings.of(Profiles.load("h200"))).host();

    private String printed(int threads, Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("k");
        body.accept(k);
        host.launch(k.build(), LaunchShape.of(1, threads), host.defaultStream());
        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        return host.takeOutput();
    }

    private long text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        long address = host.malloc(bytes.length);
        host.memory().write(address, bytes, 0, bytes.length);
        return address;
    }

    @Test
    void aStringIsTheBytesUpToTheFirstZeroOrTheEndOfItsMemory() {
        long zero = text("ab\0cd");
        long end = text("xyz");
        assertThat(printed(1, k -> k.printf("<%s> <%s> <%s>", u64(zero), u64(end), u64(zero + 2))))
                .isEqualTo("<ab> <xyz> <>");
    }

    @Test
    void aByteIsOneCharacter() {
        long latin = text("\u00e9\u00ff");
        assertThat(printed(1, k -> k.printf("%s", u64(latin)))).isEqualTo("\u00e9\u00ff");
    }

    @Test
    void aStringThatIsNowhereIsSaidToBe() {
        assertThat(printed(1, k -> k.printf("%s", u64(0x1234)))).isEqualTo("(no string)");
    }

    @Test
    void eachThreadPrintsItsOwnValuesAndLearnsHowManyThereWere() {
        long word = host.malloc(4);
        String text = printed(
                3, k -> k.memory().store(ValueType.S32, u64(word), k.printf("%d of %d, ", k.threadX(), s32(3))));

        assertThat(text).isEqualTo("0 of 3, 1 of 3, 2 of 3, ");
        assertThat(host.memory().readInts(word, 1)).containsExactly(2);
    }
}
