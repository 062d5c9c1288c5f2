package io.cdpsim.ptx.read;

import io.cdpsim.ptx.syntax.PtxModule;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long a module of 10 MB takes to read, in milliseconds: the first time in a process, as a user waits for it, and when the compiler has had
 * its time. The module is what nvcc or clang made of a small program, its functions again and again under other names.
 */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class PtxReaderBenchmark {
    private static final int BYTES = 10_000_000;

    @Param({"cdp2.ptx", "clang.ptx"})
    public String name = "";

    private byte[] text = {};

    @Setup
    public void repeat() {
        String once = new String(PtxTexts.bytes(name), StandardCharsets.UTF_8);
        int body = once.indexOf(".visible");
        int tail = once.indexOf("\t.file");
        StringBuilder all = new StringBuilder(BYTES + once.length()).append(once, 0, body);
        String functions = once.substring(body, tail);
        for (int i = 0; all.length() < BYTES; i++) {
            all.append(functions.replace("_Z", "_Z" + i)).append('\n');
        }
        text = all.append(once, tail, once.length()).toString().getBytes(StandardCharsets.UTF_8);
    }

    @Benchmark
    @BenchmarkMode(Mode.SingleShotTime)
    @Warmup(iterations = 0)
    @Measurement(iterations = 1)
    @Fork(value = 5, jvmArgsAppend = "-XX:+UseSerialGC")
    public PtxModule first() {
        return PtxReader.read(name, text);
    }

    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    @Warmup(iterations = 5, time = 1)
    @Measurement(iterations = 5, time = 1)
    @Fork(
            value = 1,
            jvmArgsAppend = {"-XX:+UseSerialGC", "-Xms1g", "-Xmx1g"})
    public PtxModule again() {
        return PtxReader.read(name, text);
    }
}
