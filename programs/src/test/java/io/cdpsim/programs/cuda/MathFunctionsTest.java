package io.cdpsim.programs.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.programs.ptx.LoadedPtx;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The device's functions, compiled by clang and run by the simulator, against Java's, which are off by less than one place themselves. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MathFunctionsTest {
    private static final int POINTS = 96;

    /** In the order of math.cu: CUDA's bound in units of the last place for doubles, for floats, and the function. */
    private static final List<Function> FUNCTIONS = List.of(
            new Function("exp", 1, 2, (a, b) -> StrictMath.exp(a)),
            new Function("expm1", 1, 1, (a, b) -> StrictMath.expm1(a)),
            new Function("sin", 2, 2, (a, b) -> StrictMath.sin(a)),
            new Function("cos", 2, 2, (a, b) -> StrictMath.cos(a)),
            new Function("tan", 2, 4, (a, b) -> StrictMath.tan(a)),
            new Function("asin", 2, 2, (a, b) -> StrictMath.asin(a)),
            new Function("acos", 2, 2, (a, b) -> StrictMath.acos(a)),
            new Function("atan", 2, 2, (a, b) -> StrictMath.atan(a)),
            new Function("sinh", 2, 3, (a, b) -> StrictMath.sinh(a)),
            new Function("cosh", 1, 2, (a, b) -> StrictMath.cosh(a)),
            new Function("tanh", 2, 2, (a, b) -> StrictMath.tanh(a)),
            new Function("cbrt", 1, 1, (a, b) -> StrictMath.cbrt(a)),
            new Function("floor", 0, 0, (a, b) -> Math.floor(a)),
            new Function("ceil", 0, 0, (a, b) -> Math.ceil(a)),
            new Function("rint", 0, 0, (a, b) -> Math.rint(a)),
            new Function("log", 1, 1, (a, b) -> StrictMath.log(a)),
            new Function("log10", 1, 2, (a, b) -> StrictMath.log10(a)),
            new Function("log1p", 1, 1, (a, b) -> StrictMath.log1p(a)),
            new Function("sqrt", 0, 0, (a, b) -> Math.sqrt(a)),
            new Function("pow", 2, 4, StrictMath::pow),
            new Function("atan2", 2, 3, StrictMath::atan2),
            new Function("hypot", 2, 3, StrictMath::hypot),
            new Function("fmod", 0, 0, (a, b) -> a % b),
            new Function("remainder", 0, 0, StrictMath::IEEEremainder),
            new Function("nextafter", 0, 0, Math::nextAfter),
            new Function("copysign", 0, 0, Math::copySign));

    @TempDir
    private static Path folder;

    private final Host host = new Machine(MachineSettings.of(Profiles.load("h200"))).host();
    private Optional<LoadedPtx> program = Optional.empty();

    private record Function(String name, int doubleUlps, int floatUlps, DoubleBinaryOperator exact) {}

    @BeforeAll
    void compile() throws IOException {
        Optional<Path> clang = new CompilerSearch(System.getenv().getOrDefault("PATH", "")).clang();
        assumeTrue(clang.isPresent(), "there is no clang++ 14 or newer here");
        Path source = Path.of("src/test/resources/io/cdpsim/programs/cuda/math.cu");
        CudaBuild build = new CudaBuild(List.of(source), List.of(), 90, false, folder);
        Path ptx = new Clang(clang.get(), build, folder, CudaHeaders.folder(folder))
                .ptx(new HashSet<>())
                .get(0);
        program = Optional.of(LoadedPtx.load(host, ptx));
    }

    @Test
    void doublesAreWithinCudasBounds() {
        double[] a = points(1);
        double[] b = points(2);
        ByteBuffer results = run("doubles", bytes(a, false), bytes(b, false), Double.BYTES);
        for (Function function : FUNCTIONS) {
            for (int i = 0; i < POINTS; i++) {
                double exact = function.exact.applyAsDouble(a[i], b[i]);
                check(
                        function,
                        a[i],
                        b[i],
                        exact,
                        results.getDouble(),
                        function.doubleUlps == 0 ? 0 : (function.doubleUlps + 1) * Math.ulp(exact));
            }
        }
    }

    @Test
    void floatsAreWithinCudasBounds() {
        double[] a = points(3);
        double[] b = points(4);
        ByteBuffer results = run("floats", bytes(a, true), bytes(b, true), Float.BYTES);
        for (Function function : FUNCTIONS) {
            for (int i = 0; i < POINTS; i++) {
                double exact = function.exact.applyAsDouble((float) a[i], (float) b[i]);
                if (function.name.equals("nextafter")) {
                    exact = Math.nextAfter((float) a[i], (double) (float) b[i]);
                }
                double bound = function.floatUlps == 0 ? 0 : (function.floatUlps + 0.5) * Math.ulp((float) exact);
                check(function, a[i], b[i], function.floatUlps == 0 ? (float) exact : exact, results.getFloat(), bound);
            }
        }
    }

    private static void check(Function function, double a, double b, double exact, double found, double bound) {
        boolean isSame = Double.compare(exact, found) == 0 || (Double.isNaN(exact) && Double.isNaN(found));
        if (!isSame && !(Float.isInfinite((float) exact) && Double.isInfinite(found) && exact * found > 0)) {
            assertThat(Math.abs(found - exact))
                    .as("%s(%s, %s): found %s, expected %s", function.name, a, b, found, exact)
                    .isLessThanOrEqualTo(bound);
        }
    }

    /** Small and large ones, whole ones, and those that are special. */
    private static double[] points(int seed) {
        Random random = new Random(seed);
        double[] special = {
            0.0,
            -0.0,
            1,
            -1,
            0.5,
            2,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            1e-30,
            -1e30,
            1e22,
            Math.PI
        };
        double[] points = new double[POINTS];
        for (int i = 0; i < POINTS; i++) {
            points[i] = i < special.length
                    ? special[i]
                    : i % 3 == 0
                            ? random.nextDouble() * 2 - 1
                            : i % 3 == 1 ? random.nextInt(40) - 20 : random.nextGaussian() * 30;
        }
        if (seed % 2 == 0) {
            // Every special one meets others than itself.
            double first = points[0];
            System.arraycopy(points, 1, points, 0, POINTS - 1);
            points[POINTS - 1] = first;
        }
        return points;
    }

    private static byte[] bytes(double[] values, boolean asFloats) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * (asFloats ? Float.BYTES : Double.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN);
        for (double value : values) {
            if (asFloats) {
                bytes.putFloat((float) value);
            } else {
                bytes.putDouble(value);
            }
        }
        return bytes.array();
    }

    private ByteBuffer run(String kernel, byte[] a, byte[] b, int size) {
        long first = host.malloc(a.length);
        long second = host.malloc(b.length);
        byte[] found = new byte[FUNCTIONS.size() * POINTS * size];
        long out = host.malloc(found.length);
        host.memory().write(first, a, 0, a.length);
        host.memory().write(second, b, 0, b.length);
        program.orElseThrow()
                .launch(kernel, LaunchShape.of(POINTS / 32, 32), host.defaultStream(), first, second, out, POINTS);
        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        host.memory().read(out, found, 0, found.length);
        return ByteBuffer.wrap(found).order(ByteOrder.LITTLE_ENDIAN);
    }
}
